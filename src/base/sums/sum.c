/* SPDX-License-Identifier: MIT */
/* Order-independent sum as a wide fixed-point number. */
#include "base/sums/sum.h"

enum { LIMB_BITS = 32, LOWEST = -1088, CARRY_EVERY = 1 << 28 };

void sum_clear(Sum *sum)
{
  memset(sum, 0, sizeof *sum);
}

/* ---- some of the limbs ---- */

void sum_limbs_carry(int64_t *limb, int n)
{
  int64_t carry = 0;

  for (int k = 0; k < n - 1; k++) {
    const int64_t v = limb[k] + carry;

    limb[k] = v & 0xffffffff;
    carry   = (v - limb[k]) / ((int64_t)1 << LIMB_BITS);
  }
  limb[n - 1] += carry;
}

int sum_limb_of(int exponent)
{
  return (exponent - LOWEST) / LIMB_BITS;
}

/* Add sign x magnitude x 2^exponent; limb[0] is the one of this exponent. */
static void add_to_limbs(int64_t *limb, uint64_t magnitude, int exponent, int64_t sign)
{
  const int      shift = (exponent - LOWEST) % LIMB_BITS;
  const uint64_t low   = (magnitude & 0xffffffff) << shift;
  const uint64_t high  = (magnitude >> 32) << shift; /* below 2^63 */

  limb[0] += sign * (int64_t)(low & 0xffffffff);
  limb[1] += sign * (int64_t)((low >> 32) + (high & 0xffffffff));
  limb[2] += sign * (int64_t)(high >> 32);
}

void sum_limbs_add(int64_t *limb, int64_t value, int exponent)
{
  const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

  if (value != 0) add_to_limbs(limb, magnitude, exponent, value < 0 ? -1 : 1);
}

double sum_limbs_value(int64_t *limb, int n, int first)
{
  double value = 0;
  bool   negative;

  sum_limbs_carry(limb, n);
  negative = limb[n - 1] < 0;
  if (negative) {
    for (int k = 0; k < n; k++) limb[k] = -limb[k];
    sum_limbs_carry(limb, n);
  }
  /* from the top: three limbs hold at least 65 significant bits; the rest is below half a unit in
     the last place */
  for (int k = n - 1, used = 0; k >= 0 && used < 3; k--) {
    if (limb[k] == 0 && used == 0) continue;
    value += ldexp((double)limb[k], LIMB_BITS * (first + k) + LOWEST);
    used++;
  }
  return negative ? -value : value;
}

/* ---- all of them ---- */

/* True if all limbs are 0, as they are in sums of what a run does not have. */
static bool is_zero(const Sum *sum)
{
  int64_t any = 0;

  for (int k = 0; k < SUM_LIMBS; k++) any |= sum->limb[k];
  return any == 0;
}

void sum_normalize(Sum *sum)
{
  if (!is_zero(sum)) sum_limbs_carry(sum->limb, SUM_LIMBS);
  sum->added = 0;
}

/* Add sign x magnitude x 2^exponent. */
static void add_magnitude(Sum *sum, uint64_t magnitude, int exponent, int64_t sign)
{
  add_to_limbs(sum->limb + sum_limb_of(exponent), magnitude, exponent, sign);
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

/* The bits of a normal number are read as they are, which takes less time than frexp. */
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

/* b in halves of 31 bits. */
void sum_add_times(Sum *sum, int64_t a, int64_t b, int exponent)
{
  const int64_t half = (int64_t)1 << 31;

  if (a == 0 || b == 0) return;
  sum_add_scaled(sum, a * (b / half), exponent + 31);
  sum_add_scaled(sum, a * (b % half), exponent);
}

void sum_add_product(Sum *to, Sum *other, int64_t factor, int exponent)
{
  Sum  n;
  bool negative;

  sum_normalize(other);
  n        = *other;
  negative = n.limb[SUM_LIMBS - 1] < 0;
  if (negative) {
    for (int k = 0; k < SUM_LIMBS; k++) n.limb[k] = -n.limb[k];
    sum_normalize(&n);
  }
  for (int k = 0; k < SUM_LIMBS && factor != 0; k++)
    sum_add_times(to, n.limb[k], negative ? -factor : factor, LIMB_BITS * k + LOWEST + exponent);
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
  Sum n;

  if (is_zero(sum)) return 0;
  n = *sum;
  return sum_limbs_value(n.limb, SUM_LIMBS, 0);
}

_Static_assert(sizeof(Sum) == (SUM_LIMBS + 1) * sizeof(int64_t), "sums are plain whole numbers");

PetscErrorCode sum_reduce(const Parallel *par, Sum *sums, int n)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) sum_normalize(&sums[i]);
  /* all in one message; with the counts of summands, which are 0 then */
  if (n == 0 || par->size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_sum_int(par, (int64_t *)sums, n * (SUM_LIMBS + 1)));
  for (int i = 0; i < n; i++) sum_normalize(&sums[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
