/* SPDX-License-Identifier: MIT */
/* How far apart two pebbles are, for four pairs at a time: what lists are filtered by. */
#ifndef SEARCH_NEAR_H
#define SEARCH_NEAR_H

#include "base/rows.h"
#include "search/pairs.h"

/* Of pairs 0 .. 3 the squared distance of the centres (m^2) and the sum of the radii (m). The radii are the fourth of each row:
   with one of them negated, one subtraction of rows gives the vector between the centres and the sum of the radii. */
ALWAYS_INLINE void near_ways(const Ball *at, const int32_t *a, const int32_t *b, Four *d2, Four *radii)
{
  const FourInts sign = {0, 0, 0, INT64_MIN};
  Four           d[4];

  for (int m = 0; m < 4; m++) {
    Four x, y;

    four_get(&x, &at[a[m]].x);
    four_get(&y, &at[b[m]].x);
    d[m] = y - (Four)((FourInts)x ^ sign);
  }
  four_turn(d);
  *d2    = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  *radii = d[3];
}

/* -1 or 0 each: are they closer than touching + skin (m)? */
ALWAYS_INLINE void near_yes(const Ball *at, const int32_t *a, const int32_t *b, double skin, FourInts *yes)
{
  Four d2, reach;

  near_ways(at, a, b, &d2, &reach);
  reach = reach + skin;
  *yes  = (FourInts)(d2 < reach * reach);
}

/* Shells are as thick each: where the s-th of SHELLS begins, m beyond touching. */
static inline double shell_bound(double skin, int s)
{
  return skin * s / SHELLS;
}

static inline bool near_one(Ball x, Ball y, double skin)
{
  const double dx = y.x - x.x, dy = y.y - x.y, dz = y.z - x.z, reach = (x.r + y.r) + skin;

  return dx * dx + dy * dy + dz * dz < reach * reach;
}

#endif
