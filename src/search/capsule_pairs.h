/* SPDX-License-Identifier: MIT */
/* Pairs of pebbles of which one is a capsule, or both are, in a list of pairs (search/pairs.h).

   A capsule is three rows of pebbles: its shaft, and a ball at each end (matter/template.h). Other pebbles
   meet its shaft alone. Two capsules touch at up to three places (geometry/capsule.h): a pair whose axes
   may line up is listed three times, with the row of the shaft of a for the nearest points, and with the
   rows of its ends, which no other pair has, for the lower and upper end of the stretch. Axes that cross
   are listed once, as long as the list is valid. */
#ifndef SEARCH_CAPSULE_PAIRS_H
#define SEARCH_CAPSULE_PAIRS_H

#include "search/capsule_four.h"
#include "search/pairs.h"

/* Row of the pebble that row i is a part of: of an end, that of its shaft. */
static inline int32_t pebble_whole(const Pebbles *p, int32_t i)
{
  if (pebble_role(p, i) != PEBBLE_END) return i;
  return p->role[i - 1] == PEBBLE_SHAFT ? i - 1 : i - 2;
}

/* The capsule or ball of a row, which is no end. */
static inline Capsule capsule_of_row(const Pebbles *p, int32_t i)
{
  const int32_t ends = pebble_role(p, i) == PEBBLE_SHAFT ? i + 1 : i;

  return (Capsule){{pebble_centre(p, ends), pebble_centre(p, ends == i ? i : i + 2)},
                   p->at[ends].r};
}

/* True if one of the rows of a pair is, or is a part of, a capsule. */
static inline bool capsule_pair_is(const Pebbles *p, int32_t a, int32_t b)
{
  return pebble_role(p, a) != PEBBLE_BALL || pebble_role(p, b) != PEBBLE_BALL;
}

/* True if pairs k and m of a list are places of the same two pebbles. They are at most CAPSULE_PLACES - 1
   apart. */
static inline bool capsule_pairs_alike(const Pebbles *p, const PairList *list, int32_t k, int32_t m)
{
  return list->b[k] == list->b[m] && pebble_whole(p, list->a[k]) == pebble_whole(p, list->a[m]);
}

/* Radius of the pebble of a row, m. */
static inline double pebble_radius(const Pebbles *p, int32_t i)
{
  return p->at[pebble_role(p, i) == PEBBLE_SHAFT ? i + 1 : i].r;
}

/* Set near[] of some pairs, with room for a multiple of four of them, to 0 where they are no closer than
   `within` (m); else to 1, or to 2 where they may touch at several places before a point has moved by
   slack / 2 (m). */
void capsule_axes_near(const Ball *at, CapsuleAxes *axes, double within, double slack,
                       uint8_t *near);
/* The contact of rows a and b. */
void capsule_pair_find(const Pebbles *pebbles, int32_t a, int32_t b, CapsuleContact *out);

/* Indices of the pairs from .. to-1 of a near list that touch, or are closer than `within` (m), at their
   places; returns their number. hits: capacity to - from. */
PetscInt capsule_pairs_pick(const Pebbles *pebbles, const PairList *list, double within,
                            PetscInt from, PetscInt to, int32_t *hits);

/* Append to the n pairs of `out`, which has room, those from .. to-1 of a list that are closer than `within`
   (m), at least, with the places at which they may touch before a point has moved by slack / 2 (m);
   returns the new number. */
PetscInt capsule_pairs_near(const Pebbles *pebbles, const PairList *list, double within,
                            double slack, PetscInt from, PetscInt to, PairList *out, PetscInt n);

#endif
