/* SPDX-License-Identifier: MIT */
/* Cells: candidates for pairs in linear time. */
#ifndef SEARCH_CELLS_H
#define SEARCH_CELLS_H

#include "matter/pebbles.h"

/* Pebble i with the n pebbles near[], of rows before i. */
typedef PetscErrorCode (*PairVisitor)(void *context, PetscInt i, PetscInt n, const int32_t *near);

/* Shows visit, once, every two pebbles that are of different clump rows and no farther apart than touching + skin, but for those
   that are both before row `from`, where a clump begins: with the later of them, rows ascending. Not collective. */
PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit, void *context);

#endif
