/* SPDX-License-Identifier: MIT */
#include "base/sums/sum_tile.h"
#include "base/kernel.h"

enum { TILE_LANES = 8, TILE_LEVELS = 3, TILE_BITS = 5, FIRST = 300, LAST = 2000 };

ALWAYS_INLINE double larger(double a, double b)
{
  return a > b ? a : b;
}

KERNEL static double largest_of(const double *value)
{
  double most[TILE_LANES] = {0};

  for (int k = 0; k < SUM_TILE; k += TILE_LANES) {
#pragma omp simd
    for (int l = 0; l < TILE_LANES; l++) most[l] = larger(fabs(value[k + l]), most[l]);
  }
  for (int l = 1; l < TILE_LANES; l++) most[0] = larger(most[l], most[0]);
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
