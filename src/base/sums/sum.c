/* SPDX-License-Identifier: MIT */
/* Order-independent sum as a wide fixed-point number. */
#include "base/sums/sum.h"
#include "base/bounds.h"
#include "base/kernel.h"

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

void sum_take_off(Sum *from, const Sum *other)
{
  for (int k = 0; k < SUM_LIMBS; k++) from->limb[k] -= other->limb[k];
  from->added += other->added + 1;
  if (from->added >= CARRY_EVERY) sum_normalize(from);
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

void sum_state_get(const void *owner, void *numbers)
{
  memcpy(numbers, ((const Sum *)owner)->limb, sizeof((const Sum *)owner)->limb);
}

bool sum_state_put(void *owner, const void *numbers)
{
  Sum sum = {.added = 0};

  memcpy(sum.limb, numbers, sizeof sum.limb);
  if (!sum_is_sound(&sum, WORK_MOST)) return false;
  *(Sum *)owner = sum;
  return true;
}

/* ---- tiles ---- */

enum { TILE_LANES = 8, TILE_LEVELS = 3, TILE_BITS = 5, FIRST = 300, LAST = 2000 };

KERNEL static double largest_of(const double *value)
{
  double most[TILE_LANES] = {0};

  for (int k = 0; k < SUM_TILE; k += TILE_LANES) {
#pragma omp simd
    for (int l = 0; l < TILE_LANES; l++) most[l] = max_real(fabs(value[k + l]), most[l]);
  }
  for (int l = 1; l < TILE_LANES; l++) most[0] = max_real(most[l], most[0]);
  return most[0];
}

/* Take from all values their multiples of about 2^-53 of `above`, a power of two that is 2^5 times
   as large as any value, and sum these: no operation rounds (Rump, Ogita & Oishi 2008, SIAM J. Sci.
   Comput. 31, 189). The remainders are no larger than 2^-53 of `above`, so the next level has 2^-48
   of it. True if no remainder is left in the end. */
KERNEL static bool split(const double *value, double above, double level[TILE_LEVELS])
{
  const double step   = 1.0 / ((int64_t)1 << (53 - TILE_BITS));
  const double second = above * step, third = second * step;
  double       sum[TILE_LEVELS][TILE_LANES] = {{0}};
  double       left[TILE_LANES]             = {0};

  for (int k = 0; k < SUM_TILE; k += TILE_LANES) {
#pragma omp simd
    for (int l = 0; l < TILE_LANES; l++) {
      const double x = value[k + l], a = (x + above) - above, y = x - a, b = (y + second) - second,
                   z = y - b, c = (z + third) - third;

      sum[0][l] += a;
      sum[1][l] += b;
      sum[2][l] += c;
      left[l] += fabs(z - c);
    }
  }
  for (int l = 1; l < TILE_LANES; l++) {
    for (int i = 0; i < TILE_LEVELS; i++) sum[i][0] += sum[i][l];
    left[0] += left[l];
  }
  for (int i = 0; i < TILE_LEVELS; i++) level[i] = sum[i][0];
  return left[0] == 0;
}

void sum_add_tile(Sum *sum, const double value[SUM_TILE])
{
  const double most = largest_of(value);
  double       above, level[TILE_LEVELS];
  uint64_t     bits;

  if (most == 0) return;
  memcpy(&bits, &most, sizeof bits);
  bits = ((bits >> 52) + 1 + TILE_BITS) << 52;
  memcpy(&above, &bits, sizeof above);
  if (bits >> 52 >= FIRST && bits >> 52 <= LAST && split(value, above, level)) {
    for (int i = 0; i < TILE_LEVELS; i++) sum_add(sum, level[i]);
    return;
  }
  for (int k = 0; k < SUM_TILE; k++) sum_add(sum, value[k]);
}
