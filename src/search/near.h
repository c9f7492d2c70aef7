/* SPDX-License-Identifier: MIT */
/* Distance tests for four pairs of pebbles at a time, used to filter pair lists. */
#ifndef SEARCH_NEAR_H
#define SEARCH_NEAR_H

#include "base/rows.h"
#include "search/pairs.h"

/* Squared distance of the centres (m^2) and sum of the radii (m) of four pairs. The radius is the
   fourth number of a row: with the sign of one radius flipped, one subtraction of rows gives the
   centre-to-centre vector and the sum of the radii. */
ALWAYS_INLINE void near_ways(const Ball *at, const int32_t *a, const int32_t *b, Four *d2,
                             Four *radii)
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

/* yes: -1 for each pair whose surfaces are closer than skin (m), else 0. */
ALWAYS_INLINE void near_yes(const Ball *at, const int32_t *a, const int32_t *b, double skin,
                            FourInts *yes)
{
  Four d2, reach;

  near_ways(at, a, b, &d2, &reach);
  reach = reach + skin;
  *yes  = (FourInts)(d2 < reach * reach);
}

/* Distance of surfaces at which shell s of SHELLS begins, m. All shells have the same thickness. */
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
