/* SPDX-License-Identifier: MIT */
/* Contacts of bodies with rims and round sides (solid_rims.h). */
#include "contact/solid/solid_rims.h"

#include "contact/solid/rims.h"

/* ---- shapes as they are now, from the body's centre ---- */

static Edge edge_of(const SolidScene *s, int edge)
{
  const int32_t *v = s->of_body->edge[edge];

  return edge_between(solid_corner(s, v[0]), solid_corner(s, v[1]));
}

static const Ridge *ridge_of(const SolidScene *s, int ridge)
{
  return &s->of_other->ridges.list[ridge];
}

static Rim rim_of(const SolidScene *s, int ridge)
{
  const Ridge *r = ridge_of(s, ridge);

  return (Rim){solid_point(s, r->a), displaced_vector(&s->at, r->axis), r->round[0]};
}

static RoundSide side_of(const SolidScene *s, int ridge)
{
  const Ridge *r = ridge_of(s, ridge);

  return (RoundSide){.point   = solid_point(s, r->a),
                     .axis    = displaced_vector(&s->at, r->axis),
                     .radius  = {r->round[0], r->round[1]},
                     .length  = vec3_norm(vec3_sub(r->b, r->a)),
                     .endless = r->endless};
}

/* Place of the contact of a corner ball around x with the circle. */
static SolidPlace on_rim(const SolidScene *s, const Rim *rim, Vec3 x)
{
  return solid_between(x, rim_nearest(rim, x), s->of_body->radius, 0);
}

/* Place of the contact of a corner ball around x with the side, continued beyond its ends; *share:
   where along the side, 0 to 1 between its ends. */
static SolidPlace on_side(const SolidScene *s, const RoundSide *side, Vec3 x, double *share)
{
  const double r = s->of_body->radius;
  Vec3         n;
  SolidPlace   place = {.gap = side_distance(side, x, &n, share) - r};

  place.n     = vec3_scale(-1, n);
  place.point = vec3_axpy(x, r + 0.5 * place.gap, place.n);
  return place;
}

/* ---- places ---- */

/* True if the nearest place is outside of the side and between its ends. */
static bool place_side(const SolidScene *s, const SolidKey *key, SolidPlace *place)
{
  const Edge      e    = edge_of(s, key->part);
  const RoundSide side = side_of(s, key->place);
  double          at, share;

  if (!side_nearest(&side, &e, &at) || !(at > 0 && at < e.length)) return false;
  *place = on_side(s, &side, edge_at(&e, at), &share);
  return place->gap > -s->of_body->radius && share > 0 && share < 1;
}

/* Index of the minimum of the distance that a key means; false: there is none on the edge. */
static bool find_extreme(const SolidKey *key, const RimExtremes *x, const Edge *e, int *which)
{
  const RimWhich of = key->place % 2;

  *which = x->n == 3 && of == RIM_LATER ? 2 : 0;
  return (x->n == 3 || of == x->which) && x->at[*which] > 0 && x->at[*which] < e->length;
}

static bool place_rim(const SolidScene *s, const SolidKey *key, SolidPlace *place)
{
  const Edge        e   = edge_of(s, key->part);
  const Rim         rim = rim_of(s, key->place / 2);
  const RimExtremes x   = rim_extremes(&rim, &e);
  int               k;

  if (!find_extreme(key, &x, &e, &k)) return false;
  *place = on_rim(s, &rim, edge_at(&e, x.at[k]));
  return true;
}

/* A circle at a flat part, in the axes of the body. */
typedef struct {
  /* Vectors from the centre to the place nearest to the plane, and to that a quarter on, m. */
  Vec3 low, across;
  /* Heights of the centre: over the plane, and over the place nearest to it, m. */
  double middle, rise;
  Rim    rim;
} Arc;

static Arc arc_of(const SolidScene *s, int ridge, const SolidFlat *flat)
{
  const Quat q   = s->pose->q;
  const Rim  lab = rim_of(s, ridge);
  Arc arc = {.rim = {quat_turn_back(q, lab.centre), quat_turn_back(q, lab.axis), lab.radius}};
  const Vec3   axis = arc.rim.axis;
  const double r    = arc.rim.radius;
  Vec3         low  = vec3_axpy(flat->normal, -vec3_dot(flat->normal, axis), axis);
  const double sine = vec3_norm(low);

  if (!(sine > 1e-12)) low = vec3_any_across(axis);
  else vec3_normalize(&low);
  arc.low    = vec3_scale(-r, low);
  arc.across = vec3_cross(axis, arc.low);
  arc.middle = vec3_dot(flat->normal, arc.rim.centre) - flat->offset;
  arc.rise   = -vec3_dot(flat->normal, arc.low);
  return arc;
}

/* Radius of a ball about the body's centre that contains the body with its round edges, m. */
static double size_of(const SolidSide *body)
{
  return body->extent + body->radius;
}

static const double arc_cosine[ARC_PLACES] = {1, 0, -1, 0}, arc_sine[ARC_PLACES] = {0, 1, 0, -1};

/* Place k of the circle, in the axes of the body. */
static Vec3 arc_at(const Arc *arc, int k)
{
  return vec3_add(arc->rim.centre,
                  vec3_axpy(vec3_scale(arc_cosine[k], arc->low), arc_sine[k], arc->across));
}

/* True if the place of the circle nearest to the plane is over the part, and not so deep in the
   body that it is on its other side. */
static bool place_arc(const SolidScene *s, const SolidKey *key, SolidPlace *place)
{
  const SolidSide *body = s->of_body;
  const int        k = key->place % ARC_PLACES, f = key->place / ARC_PLACES;
  const SolidFlat *flat  = &body->flats.list[f];
  const Arc        arc   = arc_of(s, key->part, flat);
  const double     least = arc.middle - arc.rise, height = arc.middle - arc_cosine[k] * arc.rise;
  const double     deepest = s->round - body->radius;
  const Vec3       low = arc_at(&arc, 0), at = arc_at(&arc, k);

  if (!(least > deepest && vec3_norm(low) < size_of(body) + max_real(0, least - s->round)))
    return false;
  place->gap   = height - s->round;
  place->n     = quat_turn(s->pose->q, flat->normal);
  place->point = quat_turn(s->pose->q, vec3_axpy(at, -0.5 * place->gap, flat->normal));
  place->shift = vec3(0, 0, 0);
  place->facet = 0;
  return solid_flats_hold(body, f, low, deepest);
}

bool solid_rim_place(const SolidScene *s, const SolidKey *key, SolidPlace *place)
{
  if (key->kind == SOLID_SIDE) return place_side(s, key, place);
  if (key->kind == SOLID_RIM) return place_rim(s, key, place);
  return place_arc(s, key, place);
}

bool solid_rim_bears(const SolidScene *s, const SolidKey *key)
{
  const SolidSide *body = s->of_body;
  const int        f    = key->place / ARC_PLACES;
  Arc              arc;

  if (key->kind != SOLID_ARC) return true;
  arc = arc_of(s, key->part, &body->flats.list[f]);
  return solid_flats_hold(body, f, arc_at(&arc, key->place % ARC_PLACES), s->round - body->radius);
}

/* ---- weights ---- */

/* A weight that is a product of w^power over places (solid_rims.h). */
typedef struct {
  const SolidScene *s;
  double            reach, overlap; /* m */
  SolidWeight      *weight;         /* 0: it stays 0 */
} Fade;

/* Multiply the weight by w^power of a place. */
static void fade_at(const Fade *f, const SolidPlace *place, double power)
{
  SolidWeight *w    = f->weight;
  const double part = (f->reach - place->gap) / f->overlap, rest = 1 - part * part;

  if (!(part > 0) || w->weight == 0) return;
  if (!(rest > 1e-14)) {
    solid_weight_clear(w);
    w->weight = 0;
    return;
  }
  w->weight *= pow(rest, power);
  solid_weight_add(w, place, -2 * power * part / (rest * f->overlap));
}

/* Multiply by the extremes of the distance of an edge from a circle: w^power at minima, w^-power at
   maxima between them. */
static void fade_on_rim(const Fade *f, const Rim *rim, const Edge *e, double power)
{
  const RimStops stops = rim_stops(rim, e);

  for (int k = 0; k < stops.n; k++) {
    const SolidPlace place = on_rim(f->s, rim, edge_at(e, stops.at[k]));

    fade_at(f, &place, stops.least[k] ? power : -power);
  }
}

/* Turn the derivatives of the logarithm of the weight, collected so far, into those of the weight.
   */
static void fade_end(const Fade *f)
{
  SolidWeight *w = f->weight;

  for (PetscInt k = 0; k < w->n; k++) {
    SolidEnd *end = &w->end[k];

    end->by *= w->weight;
    w->by_gap -= end->by * (f->reach - end->place.gap) / f->overlap;
  }
}

static void weigh_side(const Fade *f, const SolidKey *key)
{
  const Edge      e    = edge_of(f->s, key->part);
  const RoundSide side = side_of(f->s, key->place);

  for (int k = 0; k < 2; k++) {
    const SolidPlace end = on_side(f->s, &side, edge_at(&e, k ? e.length : 0), NULL);

    fade_at(f, &end, 1);
  }
  for (int k = 0; k < 2 && !side.endless; k++) {
    const Rim rim = {k ? vec3_axpy(side.point, side.length, side.axis) : side.point, side.axis,
                     side.radius[k]};

    fade_on_rim(f, &rim, &e, 1);
  }
  fade_end(f);
}

static void weigh_arc(const Fade *f, const SolidKey *key)
{
  const SolidFlats *flats = &f->s->of_body->flats;
  const Rim         rim   = rim_of(f->s, key->part);
  const int         k     = key->place / ARC_PLACES;

  for (int i = flats->edge_start[k]; i < flats->edge_start[k + 1]; i++) {
    const Edge e = edge_of(f->s, flats->edge[i]);

    fade_on_rim(f, &rim, &e, 2);
  }
  fade_end(f);
}

/* The weight of one of two minima on an edge. Overlaps: s and other at the minima, b at the maximum
   between them, t and far at the ends beside these; by[]: derivatives of the weight by the five. */
static double weigh_two(double s, double other, double b, double t, double far, double by[5])
{
  const double s2 = s * s, o2 = other * other, b2 = b * b, sum = s2 + o2 - 2 * b2;
  const double w = max_real(0, 1 - t * t / s2), beta = b2 / s2,
               c     = other > 0 ? max_real(0, 1 - far * far / o2) : 1;
  const bool   apart = sum > 1e-24 * (s2 + o2);
  const double f = apart ? (s2 - b2) / sum : 0.5, per = apart ? 2 / (sum * sum) : 0;
  const double x = 1 - beta + beta * f * c;

  by[0] =
    w * (2 * beta / s * (1 - f * c) + beta * c * per * s * (o2 - b2)) + x * 2 * t * t / (s2 * s);
  by[1] =
    other > 0 ? w * beta * (-per * (s2 - b2) * other * c + f * 2 * far * far / (o2 * other)) : 0;
  by[2] = w * (-2 * b / s2 * (1 - f * c) - beta * c * per * b * (o2 - s2));
  by[3] = -x * 2 * t / s2;
  by[4] = other > 0 ? -w * beta * f * 2 * far / o2 : 0;
  return w * x;
}

static void weigh_pair(const Fade *f, const Rim *rim, const Edge *e, const RimExtremes *x, int k)
{
  const double at[4] = {x->at[2 - k], x->at[1], k ? e->length : 0, k ? 0 : e->length};
  SolidPlace   place[4];
  double       t[4], by[5];

  for (int i = 0; i < 4; i++) {
    place[i] = on_rim(f->s, rim, edge_at(e, at[i]));
    t[i]     = max_real(0, f->reach - place[i].gap);
  }
  f->weight->weight = weigh_two(f->overlap, t[0], t[1], t[2], t[3], by);
  f->weight->by_gap = by[0];
  for (int i = 0; i < 4; i++)
    if (t[i] > 0) solid_weight_add(f->weight, &place[i], by[1 + i]);
}

static void weigh_rim(const Fade *f, const SolidKey *key)
{
  const Edge        e       = edge_of(f->s, key->part);
  const Rim         rim     = rim_of(f->s, key->place / 2);
  const RimExtremes x       = rim_extremes(&rim, &e);
  const bool        most    = x.n == 3 && x.at[1] > 0 && x.at[1] < e.length;
  double            ends[2] = {0, e.length};
  int               k;

  (void)find_extreme(key, &x, &e, &k);
  if (x.n == 3 && x.at[2 - k] > 0 && x.at[2 - k] < e.length) {
    weigh_pair(f, &rim, &e, &x, k);
    return;
  }
  if (most) ends[k == 0] = x.at[1];
  for (int i = 0; i < 2; i++) {
    const SolidPlace end = on_rim(f->s, &rim, edge_at(&e, ends[i]));

    fade_at(f, &end, 1);
  }
  fade_end(f);
}

void solid_rim_weigh(const SolidScene *s, const SolidKey *key, double reach, double gap,
                     SolidWeight *weight)
{
  const Fade f = {s, reach, reach - gap, weight};

  if (key->kind == SOLID_SIDE) weigh_side(&f, key);
  else if (key->kind == SOLID_RIM) weigh_rim(&f, key);
  else weigh_arc(&f, key);
}

/* ---- contacts that may be near ---- */

/* Distance of a point from the circle. */
static double rim_distance(const Rim *rim, Vec3 x)
{
  return vec3_norm(vec3_sub(rim_nearest(rim, x), x));
}

/* List contacts of edges with sides or rims. The distance of an edge is at least that of its middle
   less half its length. */
static void list_edges(const SolidScene *s, double within, RidgeKind kind, SolidPair *pair)
{
  const Ridges *ridges = &s->of_other->ridges;

  for (int e = 0; e < s->of_body->n_edges; e++) {
    const Edge   edge   = edge_of(s, e);
    const Vec3   middle = edge_at(&edge, 0.5 * edge.length);
    const double around = 0.5 * edge.length + s->of_body->radius + within;

    for (int32_t k = 0; k < (int32_t)ridges->n; k++) {
      if (ridges->list[k].kind != kind) continue;
      if (kind == RIDGE_SIDE) {
        const RoundSide side = side_of(s, k);
        Vec3            n;

        if (side_distance(&side, middle, &n, NULL) < around) solid_pair_add(pair, SOLID_SIDE, e, k);
      } else {
        const Rim rim = rim_of(s, k);

        if (!(rim_distance(&rim, middle) < around)) continue;
        solid_pair_add(pair, SOLID_RIM, e, 2 * k + RIM_ONLY);
        solid_pair_add(pair, SOLID_RIM, e, 2 * k + RIM_LATER);
      }
    }
  }
}

void solid_rim_list(const SolidScene *s, double within, SolidPair *pair)
{
  const Ridges *ridges = &s->of_other->ridges;

  list_edges(s, within, RIDGE_SIDE, pair);
  list_edges(s, within, RIDGE_RIM, pair);
  for (int32_t r = 0; r < (int32_t)ridges->n; r++) {
    if (ridges->list[r].kind != RIDGE_RIM) continue;
    for (int f = 0; f < s->of_body->flats.of.n; f++) {
      const SolidFlat *flat = &s->of_body->flats.list[f];
      const Arc        arc  = arc_of(s, r, flat);

      const double far = flat->closed ? flat->around : size_of(s->of_body);

      if (rim_distance(&arc.rim, flat->closed ? flat->middle : vec3(0, 0, 0)) >
            far + s->of_body->radius + within ||
          arc.middle - arc.rise > s->round + within)
        continue;
      for (int k = 0; k < ARC_PLACES; k++) solid_pair_add(pair, SOLID_ARC, r, ARC_PLACES * f + k);
    }
  }
}
