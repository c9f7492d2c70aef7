/* SPDX-License-Identifier: MIT */
/* Pairs of pebbles of which one is a capsule, or both are, in a list of pairs (search/pairs.h). Two
   capsules whose axes may line up are three pairs, one for each place at which they may touch
   (geometry/capsule.h): the row of a is that of its shaft at the nearest points, and that of its first
   and second end at the lower and upper end of the stretch. So the pairs have different keys, as ends meet
   no pebbles. Axes that cross are one pair, as long as the list is valid. */
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

/* Radius of the pebble of a row, m. */
static inline double pebble_radius(const Pebbles *p, int32_t i)
{
  return p->at[pebble_role(p, i) == PEBBLE_SHAFT ? i + 1 : i].r;
}

/* The place of the pair of rows a and b. */
static inline int capsule_place(const Pebbles *p, int32_t a)
{
  return a - pebble_whole(p, a);
}

/* Set near[] of some pairs, with room for a multiple of four of them, to 0 where they are no closer than
   `within` (m); else to 1, or to 2 where they may touch at several places before a point has moved by
   slack / 2 (m). */
void capsule_axes_near(const Ball *at, CapsuleAxes *axes, double within, double slack,
                       uint8_t *near);
/* True if the pebbles of rows a and b, whose axes may be nearest anywhere, are closer than skin (m). */
bool capsule_pair_is_near(const Pebbles *pebbles, int32_t a, int32_t b, double skin);
/* The contact of these rows. */
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
