/* SPDX-License-Identifier: MIT */
/* Cell grids: candidate pairs of pebbles in linear time. */
#ifndef SEARCH_CELLS_H
#define SEARCH_CELLS_H

#include "search/method.h"

/* As SearchMethod.visit. */
PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit,
                           void *context);

#endif
