/* SPDX-License-Identifier: MIT */
/* Sums whose bits do not depend on the order of the summands or on how they are spread over ranks.

   Sum: any doubles, no bounds to know: a fixed-point number wide enough for the whole double range, kept in limbs of
   32 bits with 31 bits of headroom each (Neal 2015, arXiv:1505.05571, "small superaccumulator"). For energies and other
   totals, some nanoseconds a number. The hot loop uses plain int64 quanta instead (matter/loads.h). */
#ifndef BASE_SUM_H
#define BASE_SUM_H

#include "base/parallel.h"

enum { SUM_LIMBS = 68 };

typedef struct {
  int64_t limb[SUM_LIMBS]; /* limb k counts units of 2^(32 k - 1088) */
  int64_t added;           /* since the last carry */
} Sum;

void sum_clear(Sum *sum);
void sum_add(Sum *sum, double value); /* finite */
/* value x 2^exponent with a 64-bit value, -1000 <= exponent <= 900 */
void sum_add_scaled(Sum *sum, int64_t value, int exponent);
void sum_merge(Sum *into, const Sum *other);
/* Limbs in canonical form: the same number has the same limbs. */
void   sum_normalize(Sum *sum);
double sum_value(const Sum *sum); /* rounded once (to within one unit in the last place) */
/* n sums over all ranks, normalized; every rank gets them. Collective. */
PetscErrorCode sum_reduce(const Parallel *par, Sum *sums, int n);

#endif
