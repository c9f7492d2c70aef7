/* SPDX-License-Identifier: MIT */
/* Order-independent sum as a wide fixed-point number. */
#include "base/sum.h"
#include <math.h>

enum { LIMB_BITS = 32, LOWEST = -1088, CARRY_EVERY = 1 << 28 };

void sum_clear(Sum *sum)
{
  memset(sum, 0, sizeof *sum);
}

/* Carry upwards until every limb but the top is in [0, 2^32); the top limb has the sign. */
void sum_normalize(Sum *sum)
{
  int64_t carry = 0;

  for (int k = 0; k < SUM_LIMBS - 1; k++) {
    const int64_t v = sum->limb[k] + carry;

    sum->limb[k] = v & 0xffffffff;
    carry        = (v - sum->limb[k]) / ((int64_t)1 << LIMB_BITS);
  }
  sum->limb[SUM_LIMBS - 1] += carry;
  sum->added = 0;
}

/* Add sign x magnitude x 2^exponent. */
static void add_magnitude(Sum *sum, uint64_t magnitude, int exponent, int64_t sign)
{
  const int      bit = exponent - LOWEST, k = bit / LIMB_BITS, shift = bit % LIMB_BITS;
  const uint64_t low  = (magnitude & 0xffffffff) << shift;
  const uint64_t high = (magnitude >> 32) << shift; /* below 2^63 */

  sum->limb[k] += sign * (int64_t)(low & 0xffffffff);
  sum->limb[k + 1] += sign * (int64_t)((low >> 32) + (high & 0xffffffff));
  sum->limb[k + 2] += sign * (int64_t)(high >> 32);
  if (++sum->added >= CARRY_EVERY) sum_normalize(sum);
}

/* The smallest numbers, 0 and subnormal ones. */
static void add_small(Sum *sum, double value)
{
  int    exponent, below;
  double fraction;

  if (value == 0) return;
  fraction = frexp(fabs(value), &exponent);
  below    = (int)max_int(LOWEST - (exponent - 53), 0); /* low bits that are 0 */
  add_magnitude(sum, (uint64_t)(fraction * 0x1p53) >> below, exponent - 53 + below,
                value < 0 ? -1 : 1);
}

/* Of a normal number the bits are read as they are, which takes less time than frexp. */
void sum_add(Sum *sum, double value)
{
  const uint64_t one = (uint64_t)1 << 52;
  uint64_t       bits;
  int            biased;

  memcpy(&bits, &value, sizeof bits);
  biased = (int)(bits >> 52 & 0x7ff);
  if (biased == 0) add_small(sum, value);
  else add_magnitude(sum, (bits & (one - 1)) | one, biased - 1075, bits >> 63 ? -1 : 1);
}

void sum_add_scaled(Sum *sum, int64_t value, int exponent)
{
  const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

  if (value != 0) add_magnitude(sum, magnitude, exponent, value < 0 ? -1 : 1);
}

void sum_merge(Sum *into, const Sum *other)
{
  for (int k = 0; k < SUM_LIMBS; k++) into->limb[k] += other->limb[k];
  into->added += other->added + 1;
  if (into->added >= CARRY_EVERY) sum_normalize(into);
}

bool sum_is_sound(const Sum *sum, double most)
{
  const int64_t top = sum->limb[SUM_LIMBS - 1];

  for (int k = 0; k < SUM_LIMBS - 1; k++)
    if (sum->limb[k] < 0 || sum->limb[k] > 0xffffffff) return false;
  return (top == 0 || top == -1) && fabs(sum_value(sum)) <= most;
}

double sum_value(const Sum *sum)
{
  Sum    n     = *sum;
  double value = 0;
  bool   negative;

  sum_normalize(&n);
  negative = n.limb[SUM_LIMBS - 1] < 0;
  if (negative) {
    for (int k = 0; k < SUM_LIMBS; k++) n.limb[k] = -n.limb[k];
    sum_normalize(&n);
  }
  /* from the top: three limbs hold at least 65 significant bits; the rest is below half a unit in
     the last place */
  for (int k = SUM_LIMBS - 1, used = 0; k >= 0 && used < 3; k--) {
    if (n.limb[k] == 0 && used == 0) continue;
    value += ldexp((double)n.limb[k], LIMB_BITS * k + LOWEST);
    used++;
  }
  return negative ? -value : value;
}

_Static_assert(sizeof(Sum) == (SUM_LIMBS + 1) * sizeof(int64_t), "sums are plain whole numbers");

PetscErrorCode sum_reduce(const Parallel *par, Sum *sums, int n)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) sum_normalize(&sums[i]);
  /* all in one message; with the counts of summands, which are 0 then */
  if (n > 0) PetscCall(parallel_sum_int(par, (int64_t *)sums, n * (SUM_LIMBS + 1)));
  for (int i = 0; i < n; i++) sum_normalize(&sums[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
