/* SPDX-License-Identifier: MIT */
/* Capsules on ridges of walls (shafts.h). */
#include "contact/solid/shafts.h"
#include "search/capsule_pairs.h"
#include "search/capsule_ridges.h"

/* A pair of a capsule and a ridge. It must not be copied or moved: `scene` has pointers to its own
   members. */
typedef struct {
  SolidScene scene;
  SolidSide  capsule, wall;
  Vec3       arm[2];  /* of the ends from the centre of the body, m */
  int32_t    edge[2]; /* 0 and 1 */
  SolidKey   key;
} Shaft;

/* The key of a ridge, whose feature is given; edge 0 of the capsule. */
static SolidKey key_of(const Ridge *r, int32_t feature)
{
  const int ridge = ridge_of_feature(feature);

  return (SolidKey){.kind = r->kind == RIDGE_STRAIGHT ? SOLID_CROSSING
                            : r->kind == RIDGE_RIM    ? SOLID_RIM
                                                      : SOLID_SIDE,
                    .place =
                      r->kind == RIDGE_RIM ? 2 * ridge + ridge_place_of_feature(feature) : ridge};
}

static void shaft_begin(const ContactScene *s, const PairList *list, int32_t pair, Shaft *h)
{
  const Pebbles *p = s->pebbles;
  const int32_t  i = list->a[pair], w = list->b[pair], row = p->clump[i];
  const Wall    *of   = &s->walls->list[w];
  const Ridges  *all  = &s->walls->ridges[w].all;
  const Pose    *pose = &s->clumps->pose[row];

  for (int k = 0; k < 2; k++) {
    h->arm[k]  = vec3_sub(pebble_centre(p, i + 1 + k), pose->x);
    h->edge[k] = k;
  }
  h->capsule = (SolidSide){.n_corners = 2,
                           .n_edges   = 1,
                           .edge      = &h->edge,
                           .radius    = p->at[i + 1].r,
                           .extent    = max_real(vec3_norm(h->arm[0]), vec3_norm(h->arm[1]))};
  h->wall    = (SolidSide){.ridges = *all};
  h->scene   = (SolidScene){.scene    = s,
                            .other    = of,
                            .of_body  = &h->capsule,
                            .of_other = &h->wall,
                            .row      = row,
                            .pose     = pose,
                            .arms     = h->arm,
                            .x        = domain_wrapped(s->domain, pose->x),
                            .at       = solid_where(s, of)};
  h->key     = key_of(&all->list[ridge_of_feature(list->feature[pair])], list->feature[pair]);
}

bool shaft_place(const ContactScene *s, const PairList *list, int32_t pair, double within,
                 SolidPlace *place)
{
  Shaft h;

  shaft_begin(s, list, pair, &h);
  return solid_place(&h.scene, &h.key, within, place);
}

/* ---- evaluation ---- */

/* The curve of the wall along which a place slides: straight along `way`, m, or 0; it is `round` (m)
   behind the surface. */
static void find_curve(const Shaft *h, const SolidPlace *place, Vec3 *way, double *round)
{
  const bool   rim  = h->key.kind == SOLID_RIM;
  const Ridge *r    = &h->wall.ridges.list[rim ? h->key.place / 2 : h->key.place];
  const Vec3   axis = displaced_vector(&h->scene.at, r->axis);

  *round = r->kind == RIDGE_STRAIGHT ? r->radius : 0;
  *way   = vec3(0, 0, 0);
  if (r->kind == RIDGE_STRAIGHT && !ridge_is_point(r))
    *way = displaced_vector(&h->scene.at, vec3_sub(r->b, r->a));
  if (rim) { /* along the circle */
    const Vec3 from = vec3_sub(vec3_sub(place->point, place->shift), solid_point(&h->scene, r->a));

    *way = vec3_cross(axis, from);
  }
  if (r->kind == RIDGE_SIDE) { /* along the generator, with the axis behind it */
    const double along = vec3_dot(place->n, axis), across = sqrt(1 - min_real(1, along * along));
    const Vec3 from  = vec3_sub(vec3_sub(place->point, place->shift), solid_point(&h->scene, r->a));
    const double out = vec3_norm(vec3_axpy(from, -vec3_dot(from, axis), axis));

    *way   = vec3_axpy(axis, -along, place->n);
    *round = across > 1e-6 ? out / across : 0;
  }
}

/* Angular velocity of the normal at a place relative to the wall (capsule_normal_spin): the place slides
   along the axis of the capsule, and along the wall. */
static Vec3 normal_turns(const Shaft *h, const SolidPlace *place)
{
  const Wall  *wall   = h->scene.other;
  const double radius = h->capsule.radius;
  double       round, d;
  Vec3         half[2], on_a, on_b, from, v_a, v_b, turn;

  find_curve(h, place, &half[1], &round);
  half[0] = vec3_scale(0.5, vec3_sub(h->arm[1], h->arm[0]));
  d       = radius + round + place->gap;
  if (!(d > 0)) return vec3(0, 0, 0);
  on_a = vec3_axpy(place->point, -(radius + 0.5 * place->gap), place->n);
  on_b = vec3_axpy(place->point, round + 0.5 * place->gap, place->n);
  from = vec3_sub(vec3_add(h->scene.x, vec3_sub(on_b, place->shift)), wall->pivot);
  v_a  = vec3_add(h->scene.pose->v, vec3_cross(h->scene.pose->w, on_a));
  v_b  = vec3_add(wall->velocity, vec3_cross(wall->spin, from));
  turn = capsule_normal_spin(place->n, d, vec3_sub(v_b, v_a), half,
                             (Vec3[2]){h->scene.pose->w, wall->spin});
  return vec3_sub(turn, wall->spin);
}

/* Evaluate one pair. before: memory of its committed contact, NULL: it is new. */
static void evaluate_pair(Contacts *c, const ContactScene *s, const Side *side, const Law *law,
                          int32_t pair, const double *before, const ContactSink *to)
{
  const bool loads  = to->kind == SINK_LOADS;
  double     within = before ? law->keeps : law->reach, energy;
  SolidPlace place;
  Shaft      h;
  Meeting    m;

  shaft_begin(s, side->list, pair, &h);
  if (to->kind == SINK_ENERGY) {
    within = INFINITY;
    if (!contact_counts(s, h.scene.row, -1)) return;
  }
  if (!solid_place(&h.scene, &h.key, within, &place) || !isfinite(place.gap)) return;
  meeting_of_capsule(c, s, &h.scene, law, side->list, pair, &m);
  if (law->needs & NEEDS_FRAME) m.turn = normal_turns(&h, &place);
  if (to->kind == SINK_ENERGY) {
    solid_energy(&m, &h.key, &place, to->slots, before, &energy);
    sum_add(to->energy, energy);
    return;
  }
  if (loads) touching_reserve(side->fresh, 1, law->memory);
  solid_apply(&m, &h.key, &place, before,
              loads ? touching_add(side->fresh, pair, law->memory) : NULL, to);
}

void shafts_evaluate(Contacts *c, const ContactScene *s, const Side *side, int cell, const Law *law,
                     const ContactSink *to)
{
  const Touching *old = side->old, *of = to->kind == SINK_ENERGY ? old : side->fresh;
  const Run      *known = old->run + cell;
  const bool      loads = to->kind == SINK_LOADS;
  PetscInt        from, end, at = known[0].first;

  if (loads) touching_run(side->fresh, cell);
  from = loads ? side->list->start[cell] : of->run[cell].first;
  end  = loads ? side->list->start[cell + 1] : of->run[cell + 1].first;
  for (PetscInt k = from; k < end; k++) {
    const int32_t pair = loads ? (int32_t)k : of->pair[k];

    while (at < known[1].first && old->pair[at] < pair) at++;
    evaluate_pair(c, s, side, law, pair,
                  at < known[1].first && old->pair[at] == pair
                    ? old->memory + known->real + (size_t)(at - known->first) * (size_t)law->memory
                    : NULL,
                  to);
  }
}
