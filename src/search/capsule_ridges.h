/* SPDX-License-Identifier: MIT */
/* Pairs of capsules and ridges of walls (wall/ridges.h) in a list of pairs of walls (search/pairs.h): the
   row of the capsule is that of its shaft. Their ends are balls, whose pairs with walls are those of
   wall_pairs.h. */
#ifndef SEARCH_CAPSULE_RIDGES_H
#define SEARCH_CAPSULE_RIDGES_H

#include "search/wall_pairs.h"
#include "wall/ridges.h"

/* Lower bound of the gap between the capsule of shaft i and a ridge, in its nearest image, m, which
   changes by no more than their points move. */
double capsule_ridge_bound(const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                           int32_t i, int32_t wall, int32_t feature);

/* Set `out` to the features of a wall that are such ridges, ascending, with a bound of up to skin (m). */
void capsule_ridges_find(const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                         int32_t i, int32_t wall, double skin, Features *out);

/* Append the pairs from .. to-1 whose bound is below near (m) to the n pairs of `out`, which has room;
   returns the new number. */
PetscInt capsule_ridges_near(const WallPairs *all, double near, PetscInt from, PetscInt to,
                             PairList *out, PetscInt n);

#endif
