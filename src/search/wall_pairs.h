/* SPDX-License-Identifier: MIT */
/* Pairs of pebbles and features of walls. Distances from walls are always those of pebbles wrapped
   into the box. */
#ifndef SEARCH_WALL_PAIRS_H
#define SEARCH_WALL_PAIRS_H

#include "search/pairs.h"

/* Called with pebble i and the n features near it: wall[], feature[], ascending. */
typedef void (*WallVisitor)(void *context, PetscInt i, int n, const int32_t *wall,
                            const int32_t *feature);

/* Call visit for every pebble that has features of walls no farther from its surface than skin (m),
   rows ascending. Rows with left_out[i] != 0 are left out. Surfaces are asked for boxes of
   pebbles, large ones first: the cost grows with what is near, not with pebbles times walls. Of a capsule
   the ends are pebbles, and the shaft has features that are ridges (capsule_ridges.h). Local. */
void wall_pairs_visit(const Domain *domain, const Pebbles *pebbles, const Walls *walls, double skin,
                      const uint8_t *left_out, WallVisitor visit, void *context);

/* The pairs of a list of walls, and what their distances follow from. */
typedef struct {
  const Domain   *domain;
  const Pebbles  *pebbles;
  const Walls    *walls;
  const PairList *list;
} WallPairs;

/* The place of a pair, as in Nearest. */
typedef struct {
  double  distance, nx, ny, nz;
  int32_t facet;
} WallPlace;

/* Nearest places of n <= NEAREST_MOST pairs; at[]: their indices in the list. */
void wall_pairs_nearest(const WallPairs *all, const int32_t *at, int n, Nearest *nearest);

/* Indices of the pairs from .. to-1 whose surfaces are closer than skin (m), to hits, ascending;
   returns their number. lists: for a list to be used while they move, so by bounds of the distances
   (SurfaceGeometry.bound). hits: capacity to - from; places: of the hits, as many, or NULL. */
PetscInt wall_pairs_pick(const WallPairs *all, bool lists, double skin, PetscInt from, PetscInt to,
                         int32_t *hits, WallPlace *places);
/* True if the surfaces of one pair are closer than skin (m). */
bool wall_pairs_touch(const WallPairs *all, double skin, int32_t pair);
/* Find the same as wall_pairs_nearest, for pairs whose places were picked. */
void wall_pairs_recall(const WallPairs *all, const int32_t *at, int n, const WallPlace *places,
                       Nearest *nearest);

#endif
