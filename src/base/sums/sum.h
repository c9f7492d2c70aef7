/* SPDX-License-Identifier: MIT */
/* Sums whose bits do not depend on the order of the summands or on how they are spread over ranks.

   Sum: a fixed-point number wide enough for the whole double range, so that summands need no known
   bounds; limbs of 32 bits with 31 bits of headroom each (Neal 2015, arXiv:1505.05571, "small
   superaccumulator"). For energies and other totals, some nanoseconds a number. The forces use
   int64 quanta instead (matter/loads.h). */
#ifndef BASE_SUMS_SUM_H
#define BASE_SUMS_SUM_H

#include "base/parallel.h"
#include "base/vec.h"

enum { SUM_LIMBS = 68 };

typedef struct {
  int64_t limb[SUM_LIMBS]; /* limb k counts units of 2^(32 k - 1088) */
  int64_t added;           /* summands since the last carry */
} Sum;

void sum_clear(Sum *sum);
void sum_add(Sum *sum, double value); /* finite */
/* Add a value if it is finite; add_vec3: the components of a vector to three sums. */
static inline void sum_add_finite(Sum *sum, double value)
{
  if (isfinite(value)) sum_add(sum, value);
}

static inline void sum_add_vec3(Sum sums[3], Vec3 v)
{
  sum_add_finite(&sums[0], v.x);
  sum_add_finite(&sums[1], v.y);
  sum_add_finite(&sums[2], v.z);
}

/* Add value x 2^exponent, -1000 <= exponent <= 900. */
void sum_add_scaled(Sum *sum, int64_t value, int exponent);
/* Add a x b x 2^exponent, |a| <= 2^32, exactly. The range is that of sum_add_scaled for exponent
   and exponent + 31. */
void sum_add_times(Sum *sum, int64_t a, int64_t b, int exponent);
void sum_merge(Sum *into, const Sum *other);
/* Subtract other, exactly. */
void sum_take_off(Sum *from, const Sum *other);
/* Add factor x 2^exponent x other, exactly; other is put in canonical form. What limbs of other
   are not 0 must be within the range of sum_add_scaled with this exponent. */
void sum_add_product(Sum *to, Sum *other, int64_t factor, int exponent);
/* Put the limbs in canonical form: equal numbers have equal limbs. */
void sum_normalize(Sum *sum);
/* True if the limbs are in canonical form and |value| <= most (< 1e300). For limbs read from a
   file. */
bool   sum_is_sound(const Sum *sum, double most);
double sum_value(const Sum *sum); /* rounded once (to within one unit in the last place) */
/* Reduce n sums over all ranks, in canonical form, to every rank. Collective. */
PetscErrorCode sum_reduce(const Parallel *par, Sum *sums, int n);

enum { SUM_TILE = 32 };

/* Add finite values: the same sum as by sum_add, for a quarter of its instructions unless they differ
   by more than 2^90 in size. */
void sum_add_tile(Sum *sum, const double value[SUM_TILE]);

/* A Sum as state in checkpoints: its limbs, for a StateItem of type STATE_INT64 with count SUM_LIMBS.
   sum_state_put: false, and *sum stays, if the limbs are not in canonical form or the sum is beyond
   WORK_MOST (base/bounds.h). */
void sum_state_get(const void *sum, void *numbers);
bool sum_state_put(void *sum, const void *numbers);

/* ---- for sums that keep some of the limbs alone (base/sums/sum_bank.h) ---- */

/* The lowest of the three limbs that an integer in units of 2^exponent is added to. */
int sum_limb_of(int exponent);
/* Add value x 2^exponent, of which limb[0] is this lowest one. */
void sum_limbs_add(int64_t *limb, int64_t value, int exponent);
/* Carry upwards until all of n limbs but the top one are in [0, 2^32); the top one has the sign. */
void sum_limbs_carry(int64_t *limb, int n);
/* Value of limbs first .. first + n - 1, which are changed; the top one has room for all. */
double sum_limbs_value(int64_t *limb, int n, int first);

/* Values of three sums, as a vector. */
static inline Vec3 sum_vec3(const Sum sums[3])
{
  return (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
}

#endif
