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

/* Angular velocity of the normal at a place (contact/capsules.c): the place slides along the axis, and
   along a straight ridge. */
static Vec3 normal_turns(const Shaft *h, const SolidPlace *place)
{
  const Wall  *wall = h->scene.other;
  const Ridge *r = &h->wall.ridges.list[h->key.kind == SOLID_RIM ? h->key.place / 2 : h->key.place];
  const bool   line  = r->kind == RIDGE_STRAIGHT && !ridge_is_point(r);
  const double round = r->kind == RIDGE_STRAIGHT ? r->radius : 0, radius = h->capsule.radius,
               d     = radius + round + place->gap;
  const Vec3 on_a    = vec3_axpy(place->point, -(radius + 0.5 * place->gap), place->n),
             on_b    = vec3_axpy(place->point, round + 0.5 * place->gap, place->n),
             from    = vec3_sub(vec3_add(h->scene.x, vec3_sub(on_b, place->shift)), wall->pivot),
             v_a     = vec3_add(h->scene.pose->v, vec3_cross(h->scene.pose->w, on_a)),
             v_b     = vec3_add(wall->velocity, vec3_cross(wall->spin, from)),
             half[2] = {vec3_scale(0.5, vec3_sub(h->arm[1], h->arm[0])),
                        line ? displaced_vector(&h->scene.at, vec3_sub(r->b, r->a))
                             : vec3(0, 0, 0)},
             w[2]    = {h->scene.pose->w, wall->spin};

  return d > 0 ? capsule_normal_spin(place->n, d, vec3_sub(v_b, v_a), half, w) : vec3(0, 0, 0);
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
  m.turn = normal_turns(&h, &place);
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
