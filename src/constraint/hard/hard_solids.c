/* SPDX-License-Identifier: MIT */
/* Hard contacts of free meshes with walls and with each other, beyond those of their corners with
   walls, which are pairs of the lists of pebbles. Places are those of forces
   (contact/solid/solids.h), without weights: of a place that two contacts share, as a crossing at a
   corner, both keep the bodies apart, and neither pushes more for it. All ranks hold the poses; the
   rank that owns the body has the contact. */
#include "constraint/hard/hard.h"
#include "contact/solid/solid_rims.h"

static ContactScene scene_of(const ConstraintScene *s)
{
  return (ContactScene){
    .domain = s->domain, .clumps = s->clumps, .walls = s->walls, .exclusions = s->exclusions};
}

/* ---- contacts of a step ---- */

static void add(Hard *h, const HardContact *found, const SolidKey *key)
{
  const PetscInt n = hard_listed(h);

  array_reserve(&h->list, sizeof *h->list, n + 1, &h->capacity);
  array_reserve(&h->key, sizeof *h->key, h->n_solids + 1, &h->key_capacity);
  h->list[n]            = *found;
  h->list[n].j          = (int32_t)h->n_solids;
  h->key[h->n_solids++] = *key;
}

static void find_pair(Hard *h, const ConstraintScene *s, SolidPair *pair)
{
  const ContactScene scene  = scene_of(s);
  const SolidScene   at     = solid_scene(&scene, h->solids, pair->body, pair->other);
  const HardContact  found  = {.kind = HARD_SOLID,
                               .a    = at.body->row,
                               .b    = at.other->carried ? at.other->row : -1,
                               .i    = -1,
                               .law = h->of[at.body->material * h->n_materials + at.other->material]};
  const double       margin = hard_margin(h, s, found.a, found.b);

  solid_pair_renew(&at, h->reach[0], pair);
  for (PetscInt k = 0; k < pair->n; k++) {
    SolidPlace place;

    if (solid_place(&at, &pair->list[k], margin, &place) && solid_rim_bears(&at, &pair->list[k]))
      add(h, &found, &pair->list[k]);
  }
}

void hard_find_solids(Hard *h, const ConstraintScene *s)
{
  const ContactScene scene = scene_of(s);

  for (int k = 0; h->solids && k < h->solids->n_pairs; k++) {
    SolidPair *pair = &h->solids->pair[k];

    if (solid_pair_meets(&scene, pair, false) &&
        s->walls->list[pair->body].row < s->clumps->n_owned)
      find_pair(h, s, pair);
  }
}

/* ---- places ---- */

static void place_one(const ConstraintScene *s, const SolidScene *at, const SolidKey *key,
                      const HardContact *k, HardPlace *to)
{
  SolidPlace place = {.gap = NAN};

  (void)solid_place(at, key, INFINITY, &place); /* an end of a crossing is a place, too */
  if (isnan(place.gap)) {
    to->gap = 0;
    to->v   = hard_velocity(s, k, to);
    return;
  }
  *to = (HardPlace){.n = place.n, .gap = place.gap, .arm_a = place.point, .facet = place.facet};
  if (k->b < 0) {
    to->x      = vec3_add(at->x, vec3_sub(place.point, place.shift));
    to->wall_v = hard_wall_velocity(at->other, to->x, to->n);
  } else to->arm_b = vec3_sub(vec3_sub(place.point, place.shift), at->rel);
  to->v = hard_velocity(s, k, to);
}

void hard_place_solids(const ConstraintScene *s, const Hard *h, PetscInt from, int n,
                       HardPlace *places)
{
  const ContactScene scene = scene_of(s);
  const SolidKey    *last  = NULL;
  SolidScene         at;

  for (int m = 0; m < n; m++) {
    const HardContact *k   = &h->list[from + m];
    const SolidKey    *key = &h->key[k->j];

    if (!last || key->body != last->body || key->other != last->other)
      at = solid_scene(&scene, h->solids, key->body, key->other);
    last = key;
    place_one(s, &at, key, k, &places[m]);
  }
}
