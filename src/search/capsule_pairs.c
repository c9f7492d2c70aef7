/* SPDX-License-Identifier: MIT */
/* Pairs with capsules (capsule_pairs.h). */
#include "search/capsule_pairs.h"

bool capsule_pair_is_near(const Pebbles *p, int32_t a, int32_t b, double skin)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);
  /* the gap of the contact may be less than that of the nearest points, by half of its h */
  const double blend = 0.5 * CAPSULE_BLEND * vec3_norm(vec3_sub(one.ends[1], one.ends[0])),
               reach = (one.r + other.r) + (skin + blend);

  return capsules_distance2(&one, &other) < reach * reach;
}

void capsule_pair_find(const Pebbles *p, int32_t a, int32_t b, CapsuleContact *out)
{
  const Capsule one = capsule_of_row(p, pebble_whole(p, a)), other = capsule_of_row(p, b);

  capsules_find(&one, &other, out);
}

PetscInt capsule_pairs_pick(const Pebbles *p, const PairList *list, double within, PetscInt from,
                            PetscInt to, int32_t *hits)
{
  PetscInt       n     = 0;
  int32_t        whole = -1, other = -1; /* rows of `found` */
  CapsuleContact found;

  for (PetscInt k = from; k < to; k++) {
    const int32_t a = pebble_whole(p, list->a[k]), b = list->b[k];

    if (a != whole || b != other) capsule_pair_find(p, a, b, &found);
    whole   = a;
    other   = b;
    hits[n] = (int32_t)k;
    n += found.gap < within && found.place[list->a[k] - a].weight > 0;
  }
  return n;
}
