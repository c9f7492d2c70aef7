/* SPDX-License-Identifier: MIT */
/* Geometry of contacts of solids (solid_places.h). */
#include "contact/solid/solid_places.h"

#include "contact/exclusions.h"
#include "contact/solid/solid_rims.h"

/* ---- where bodies are ---- */

Displacement solid_where(const ContactScene *scene, const Wall *wall)
{
  if (!wall->carried && !wall->surface->moved) return (Displacement){.turn = {1, 0, 0, 0}};
  if (!wall->carried) return surface_moved(wall->surface, wall->constants);
  return (Displacement){.shift = scene->clumps->pose[wall->row].x,
                        .turn  = scene->clumps->pose[wall->row].q};
}

SolidScene solid_scene(const ContactScene *scene, const Solids *solids, int body, int other)
{
  SolidScene s = {.scene    = scene,
                  .body     = &scene->walls->list[body],
                  .other    = &scene->walls->list[other],
                  .of_body  = &solids->side[body],
                  .of_other = &solids->side[other]};
  Vec3       d;

  s.row   = s.body->row;
  s.pose  = &scene->clumps->pose[s.row];
  s.inner = s.of_body->inner ? s.of_body->inner : s.body->constants;
  s.round = s.of_body->inner ? s.of_body->radius : 0;
  if (s.of_body->inner)
    s.body->surface->place(s.of_body->inner,
                           &(Displacement){.shift = s.pose->x, .turn = s.pose->q});
  s.x  = domain_wrapped(scene->domain, s.pose->x);
  s.at = solid_where(scene, s.other);
  if (!s.other->carried) return s;
  d          = vec3_sub(s.at.shift, s.pose->x);
  s.rel      = domain_shifted(scene->domain, d, domain_nearest(scene->domain, d));
  s.at.shift = vec3(0, 0, 0);
  return s;
}

Vec3 solid_point(const SolidScene *s, Vec3 x)
{
  if (s->other->carried) return vec3_add(s->rel, quat_turn(s->at.turn, x));
  return vec3_sub(displaced_point(&s->at, x), s->x);
}

Vec3 solid_corner(const SolidScene *s, int corner)
{
  if (s->arms) return s->arms[corner];
  return pebble_arm(s->pose->q, s->of_body->corner[corner], s->scene->domain->magic);
}

static Vec3 nearest_image(const SolidScene *s, Vec3 u, Vec3 *shift)
{
  const Vec3 v = domain_shifted(s->scene->domain, u, domain_nearest(s->scene->domain, u));

  *shift = vec3_sub(v, u);
  return v;
}

/* ---- lines ---- */

typedef struct {
  Vec3 a, b;
  bool endless;
} Line;

/* Shares s and t along p and q, which may be a point, at which the lines are nearest; of parallel lines,
   those at an end. */
static void nearest_shares(const Line *p, const Line *q, double *s, double *t)
{
  const Vec3   u = vec3_sub(p->b, p->a), v = vec3_sub(q->b, q->a), w = vec3_sub(p->a, q->a);
  const double a = vec3_dot(u, u), e = vec3_dot(v, v), f = vec3_dot(v, w), c = vec3_dot(u, w),
               b = vec3_dot(u, v), area = a * e - b * b;

  if (e == 0) {
    *s = min_real(max_real(-c / a, 0), 1);
    *t = 0;
    return;
  }
  *s = area > 1e-14 * a * e ? min_real(max_real((b * f - c * e) / area, 0), 1) : 0;
  *t = (b * *s + f) / e;
  if (q->endless || (*t >= 0 && *t <= 1)) return;
  *t = *t < 0 ? 0 : 1;
  *s = min_real(max_real((*t * b - c) / a, 0), 1);
}

static double nearest_share(const Line *p, Vec3 x)
{
  const Vec3   u  = vec3_sub(p->b, p->a);
  const double u2 = vec3_dot(u, u), t = u2 > 0 ? vec3_dot(vec3_sub(x, p->a), u) / u2 : 0;

  return p->endless ? t : min_real(max_real(t, 0), 1);
}

static Vec3 at_share(const Line *p, double t)
{
  return vec3_axpy(p->a, t, vec3_sub(p->b, p->a));
}

SolidPlace solid_between(Vec3 pa, Vec3 pb, double ra, double rb)
{
  SolidPlace   place = {.n = vec3_sub(pb, pa)};
  const double d     = vec3_norm(place.n);

  place.n     = d > 0 ? vec3_scale(1 / d, place.n) : vec3(1, 0, 0);
  place.gap   = d - ra - rb;
  place.point = vec3_axpy(pa, ra + 0.5 * place.gap, place.n);
  return place;
}

/* An edge of the body and a ridge of the other one, as they are now. */
typedef struct {
  Line edge, ridge;
  Vec3 shift;
} Pair;

/* Square of the distance of the two lines, m^2; s, t: shares along them of their nearest places. */
static double square_of(const Pair *p, double *s, double *t)
{
  Vec3 d;

  nearest_shares(&p->edge, &p->ridge, s, t);
  d = vec3_sub(at_share(&p->ridge, *t), at_share(&p->edge, *s));
  return vec3_dot(d, d);
}

static Pair shifted(const Pair *p, Vec3 shift)
{
  Pair q = *p;

  q.ridge.a = vec3_add(p->ridge.a, shift);
  q.ridge.b = vec3_add(p->ridge.b, shift);
  q.shift   = vec3_add(p->shift, shift);
  return q;
}

/* The edge and the ridge of a key, the ridge in its periodic image that is nearest to the edge. */
static Pair pair_of(const SolidScene *s, const SolidKey *key)
{
  const Domain *d        = s->scene->domain;
  const Ridge  *r        = &s->of_other->ridges.list[key->place];
  const int32_t wraps[3] = {boundary_wraps(d->boundary[0]), boundary_wraps(d->boundary[1]),
                            boundary_wraps(d->boundary[2])};
  Pair          first    = {.edge  = {solid_corner(s, s->of_body->edge[key->part][0]),
                                      solid_corner(s, s->of_body->edge[key->part][1]), false},
                            .ridge = {solid_point(s, r->a), solid_point(s, r->b), r->endless}};
  Pair          best;
  double        least = INFINITY, t[2];
  Vec3          shift;

  if (!wraps[0] && !wraps[1] && !wraps[2]) return first;
  (void)nearest_image(s, vec3_scale(0.5, vec3_add(first.ridge.a, first.ridge.b)), &shift);
  first = best = shifted(&first, shift);
  for (int32_t i = -wraps[0]; i <= wraps[0]; i++)
    for (int32_t j = -wraps[1]; j <= wraps[1]; j++)
      for (int32_t k = -wraps[2]; k <= wraps[2]; k++) {
        const Pair   one = shifted(&first, vec3(i * d->length.x, j * d->length.y, k * d->length.z));
        const double square = square_of(&one, &t[0], &t[1]);

        if (square >= least) continue;
        least = square;
        best  = one;
      }
  return best;
}

static SolidPlace ridge_place(const SolidScene *s, const SolidKey *key, const Pair *p, Vec3 pa,
                              Vec3 pb)
{
  const Ridge *r     = &s->of_other->ridges.list[key->place];
  SolidPlace   place = solid_between(pa, pb, s->of_body->radius, r->radius);

  place.shift = p->shift;
  place.facet = r->facet;
  return place;
}

/* True for a line without ends, and for a point. */
static bool has_no_ends(const Line *p)
{
  return p->endless || vec3_is_zero(vec3_sub(p->b, p->a));
}

static bool place_crossing(const SolidScene *s, const SolidKey *key, SolidPlace *place)
{
  const Pair p = pair_of(s, key);
  double     a, b;

  (void)square_of(&p, &a, &b);
  *place = ridge_place(s, key, &p, at_share(&p.edge, a), at_share(&p.ridge, b));
  return a > 0 && a < 1 && (has_no_ends(&p.ridge) || (b > 0 && b < 1));
}

/* Place between an end (1, 2: of the edge; 3, 4: of the ridge) and the nearest point of the other
   line. */
static SolidPlace place_end(const SolidScene *s, const SolidKey *key, const Pair *p, int end)
{
  const Line *on = end <= 2 ? &p->ridge : &p->edge;
  const Vec3  x  = end == 1 ? p->edge.a : end == 2 ? p->edge.b : end == 3 ? p->ridge.a : p->ridge.b;
  const Vec3  y  = at_share(on, nearest_share(on, x));

  return end <= 2 ? ridge_place(s, key, p, x, y) : ridge_place(s, key, p, y, x);
}

/* The weight of a crossing: the product of 1 - (s_end / s)^2 over its ends (solids.h). */
static void weigh_crossing(const SolidScene *s, const SolidKey *key, double reach, double gap,
                           SolidWeight *w)
{
  const Pair   p       = pair_of(s, key);
  const int    n       = has_no_ends(&p.ridge) ? 2 : SOLID_ENDS;
  const double overlap = reach - gap;
  double       rest[SOLID_ENDS];

  for (int k = 0; k < n; k++) {
    const SolidPlace end  = place_end(s, key, &p, k + 1);
    const double     part = max_real(0, reach - end.gap) / overlap;

    rest[k] = max_real(0, 1 - part * part);
    w->weight *= rest[k];
    solid_weight_add(w, &end, -2 * part / overlap);
    w->end[k].touches = part > 0;
    w->end[k].mark    = s->arms ? -1 : k;
  }
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < n; j++) w->end[k].by *= j == k ? 1 : rest[j];
    w->by_gap -= w->end[k].by * max_real(0, reach - w->end[k].place.gap) / overlap;
  }
}

/* ---- points on surfaces ---- */

/* Nearest place of a feature of a surface to a point x of the lab frame. */
static void find_nearest(const SolidScene *s, const Surface *surface, const void *constants,
                         int32_t feature, Vec3 x, double limit, Nearest *t)
{
  const Vec3 y = domain_wrapped(s->scene->domain, grid_round3(s->scene->domain, x));

  nearest_one(surface, constants, feature, y, limit, t);
}

static void place_corner(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place)
{
  const Vec3   arm = solid_corner(s, key->part);
  const double r   = s->of_body->radius;
  Nearest      t;

  find_nearest(s, s->other->surface, s->other->constants, key->place, vec3_add(s->x, arm),
               r + within, &t);
  *place       = (SolidPlace){.gap = t.distance[0] - r, .n = nearest_way(&t, 0)};
  place->point = vec3_axpy(arm, r + 0.5 * place->gap, place->n);
  place->facet = t.facet[0];
  (void)nearest_image(s, vec3_sub(place->point, s->rel), &place->shift);
  place->shift = vec3_scale(-1, place->shift);
}

static void place_point(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place)
{
  const Ridge *r = &s->of_other->ridges.list[key->part];
  const Vec3   u = solid_point(s, r->a), v = nearest_image(s, u, &place->shift);
  Nearest      t;

  find_nearest(s, s->body->surface, s->inner, key->place, vec3_add(s->x, u),
               r->radius + s->round + within, &t);
  place->gap   = t.distance[0] - r->radius - s->round;
  place->n     = vec3(t.nx[0], t.ny[0], t.nz[0]);
  place->point = vec3_axpy(v, -(r->radius + 0.5 * place->gap), place->n);
  place->facet = r->facet;
}

/* ---- all kinds ---- */

void solid_weight_clear(SolidWeight *w)
{
  w->weight = 1;
  w->by_gap = 0;
  w->n      = 0;
}

void solid_weight_add(SolidWeight *w, const SolidPlace *place, double by)
{
  array_reserve(&w->end, sizeof *w->end, w->n + 1, &w->capacity);
  w->end[w->n++] = (SolidEnd){*place, by, true, -1};
}

void solid_weigh(const SolidScene *s, const SolidKey *key, double reach, double gap, SolidWeight *w)
{
  solid_weight_clear(w);
  if (key->kind == SOLID_CROSSING) weigh_crossing(s, key, reach, gap, w);
  if (key->kind > SOLID_CROSSING) solid_rim_weigh(s, key, reach, gap, w);
}

bool solid_place(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place)
{
  bool counts = true;

  if (key->kind == SOLID_CORNER) place_corner(s, key, within, place);
  else if (key->kind == SOLID_POINT) place_point(s, key, within, place);
  else if (key->kind == SOLID_CROSSING) counts = place_crossing(s, key, place);
  else counts = solid_rim_place(s, key, place);
  return counts && place->gap < within;
}

/* ---- contacts that may be near ---- */

void solid_pair_add(SolidPair *pair, SolidKind kind, int32_t part, int32_t place)
{
  array_reserve(&pair->list, sizeof *pair->list, pair->n + 1, &pair->capacity);
  pair->list[pair->n++] = (SolidKey){pair->body, pair->other, (int32_t)kind, part, place};
}

/* List the contacts of a point with the features of a surface that are near it. */
static void add_features(const SolidScene *s, const Surface *surface, const void *constants, Vec3 x,
                         double reach, SolidKind kind, int32_t part, SolidPair *pair)
{
  const Vec3 y     = domain_wrapped(s->scene->domain, grid_round3(s->scene->domain, x));
  Features   found = {0};

  surface->geometry.seek(constants, y, y, reach, &found);
  for (PetscInt k = 0; k < found.n; k++) solid_pair_add(pair, kind, part, found.list[k]);
  array_free(&found.list);
}

/* Distance of a ridge from the body's centre, in its nearest image. */
static double ridge_distance(const SolidScene *s, const Ridge *r)
{
  const Vec3 a = solid_point(s, r->a), b = solid_point(s, r->b);
  Vec3       shift, y;
  Line       line;

  (void)nearest_image(s, vec3_scale(0.5, vec3_add(a, b)), &shift);
  line = (Line){vec3_add(a, shift), vec3_add(b, shift), r->endless};
  if (ridge_is_point(r)) return vec3_norm(line.a);
  y = at_share(&line, nearest_share(&line, vec3(0, 0, 0)));
  return vec3_norm(y);
}

/* True if a ridge is so long, over the period, that another image of it than that whose middle is
   nearest may be the nearest one. */
static bool is_long(const SolidScene *s, const Ridge *r)
{
  const Domain *d     = s->scene->domain;
  double        least = INFINITY;

  for (int k = 0; k < 3; k++)
    if (boundary_wraps(d->boundary[k])) least = min_real(least, vec3_axis(d->length, k));
  return vec3_norm(vec3_sub(r->b, r->a)) + s->of_body->extent > 0.4 * least;
}

void solid_list(const SolidScene *s, double within, SolidPair *pair)
{
  const Ridges *ridges = &s->of_other->ridges;
  const double  around = s->of_body->extent + within;
  int32_t      *near;
  PetscInt      n = 0;

  pair->n = 0;
  if (s->other->carried)
    for (int k = 0; k < s->of_body->n_corners; k++)
      add_features(s, s->other->surface, s->other->constants, vec3_add(s->x, solid_corner(s, k)),
                   s->of_body->radius + within, SOLID_CORNER, k, pair);
  array_create(&near, sizeof *near, ridges->n);
  for (PetscInt k = 0; k < ridges->n; k++) {
    const Ridge *r = &ridges->list[k];

    if (r->kind != RIDGE_STRAIGHT) continue;
    if (!is_long(s, r) && ridge_distance(s, r) > around + r->radius) continue;
    if (ridge_is_point(r))
      add_features(s, s->body->surface, s->inner, vec3_add(s->x, solid_point(s, r->a)),
                   r->radius + s->round + within, SOLID_POINT, (int32_t)k, pair);
    else near[n++] = (int32_t)k;
  }
  for (int e = 0; e < s->of_body->n_edges; e++)
    for (PetscInt k = 0; k < n; k++) {
      const SolidKey key = {pair->body, pair->other, SOLID_CROSSING, e, near[k]};
      const Pair     p   = pair_of(s, &key);
      const Ridge   *r   = &s->of_other->ridges.list[near[k]];
      double         a, b, far = within + s->of_body->radius + r->radius;

      if (square_of(&p, &a, &b) < far * far) solid_pair_add(pair, SOLID_CROSSING, e, near[k]);
    }
  solid_rim_list(s, within, pair);
  array_free(&near);
}

/* ---- how long a list stays valid ---- */

/* Slack of a list over the body's extent: contacts with a gap up to the reach plus the slack are
   listed, and the list is valid until the surfaces have moved by the slack. */
static const double list_share = 0.05;

bool solid_pair_gone(const Walls *walls, const SolidPair *pair)
{
  return walls->list[pair->body].gone ||
         (walls->list[pair->other].carried && walls->list[pair->other].gone);
}

static bool is_fixed(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *w = scene->walls->list;

  return scene->clumps->blocked[w[pair->body].row] == BLOCK_ALL &&
         (!w[pair->other].carried || scene->clumps->blocked[w[pair->other].row] == BLOCK_ALL);
}

static bool is_excluded(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *w = scene->walls->list;

  return scene->exclusions && w[pair->other].carried &&
         exclusions_apart(scene->exclusions, w[pair->body].row, w[pair->other].row);
}

bool solid_pair_meets(const ContactScene *scene, const SolidPair *pair, bool fixed)
{
  return !solid_pair_gone(scene->walls, pair) && !is_excluded(scene, pair) &&
         (fixed || !is_fixed(scene, pair));
}

/* Bound of how far the points within `far` (m) of x have moved with a body, m. A change of its
   periodic image is no motion. */
static double way_between(const Domain *domain, const Displacement *then, const Displacement *now,
                          Vec3 x, double far)
{
  const Quat turn = quat_mul(now->turn, quat_conjugate(then->turn));
  Vec3       d    = vec3_sub(displaced_point(now, replaced_point(then, x)), x);

  d = domain_shifted(domain, d, domain_nearest(domain, d));
  return vec3_norm(d) + 2 * vec3_norm(vec3(turn.x, turn.y, turn.z)) * far;
}

/* True if a wall has turned about an axis other than that along which its periodic images are: the
   images have moved in different ways then, and the body may be near any of them. */
static bool images_differ(const Domain *domain, const Displacement *then, const Displacement *now)
{
  const Quat turn  = quat_mul(now->turn, quat_conjugate(then->turn));
  const Vec3 about = vec3(turn.x, turn.y, turn.z);

  for (int k = 0; k < 3; k++) {
    Vec3 across = about;

    vec3_set(&across, k, 0);
    if (boundary_wraps(domain->boundary[k]) && vec3_norm(across) > 1e-12) return true;
  }
  return false;
}

/* Bound of how far the surfaces of a pair have moved since its list was made, m. */
static double way_of(const SolidScene *s, const SolidPair *pair, const Displacement at[2],
                     double far)
{
  const Domain    *domain = s->scene->domain;
  const SolidSide *other  = s->of_other;
  const Vec3       x      = pair->at[0].shift;
  const double     way    = way_between(domain, &pair->at[0], &at[0], x, s->of_body->extent);

  if (s->other->carried)
    return way + way_between(domain, &pair->at[1], &at[1], pair->at[1].shift, other->extent);
  if (images_differ(domain, &pair->at[1], &at[1])) return INFINITY;
  return way + way_between(domain, &pair->at[1], &at[1], domain_wrapped(domain, x), far);
}

void solid_pair_renew(const SolidScene *s, double reach, SolidPair *pair)
{
  const double       extent = s->of_body->extent, slack = list_share * extent;
  const Displacement at[2] = {solid_where(s->scene, s->body), solid_where(s->scene, s->other)};

  if (pair->listed && way_of(s, pair, at, 2 * extent + slack + reach) < slack) return;
  solid_list(s, reach + slack, pair);
  memcpy(pair->at, at, sizeof at);
  pair->listed = true;
}
