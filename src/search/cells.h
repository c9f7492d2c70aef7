/* SPDX-License-Identifier: MIT */
/* Cell grids: candidate pairs of pebbles in linear time. */
#ifndef SEARCH_CELLS_H
#define SEARCH_CELLS_H

#include "matter/pebbles.h"

/* Called with pebble i and the n pebbles near[] within reach of it, all in rows before i. */
typedef PetscErrorCode (*PairVisitor)(void *context, PetscInt i, PetscInt n, const int32_t *near);

/* Call visit for every pair of pebbles of different clump rows whose surfaces are no farther apart
   than skin (m). Each pair is visited once, at its later row, rows ascending; pairs with both rows
   before `from` (the first row of a clump) are left out. Local. */
PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit,
                           void *context);

#endif
