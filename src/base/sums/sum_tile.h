/* SPDX-License-Identifier: MIT */
/* Many numbers for a Sum at once: the same sum as by sum_add, for a quarter of its instructions
   unless they differ by more than 2^90 in size. */
#ifndef BASE_SUMS_SUM_TILE_H
#define BASE_SUMS_SUM_TILE_H

#include "base/sums/sum.h"

enum { SUM_TILE = 32 };

/* Add finite values. */
void sum_add_tile(Sum *sum, const double value[SUM_TILE]);

#endif
