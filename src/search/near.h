/* SPDX-License-Identifier: MIT */
/* How far apart two pebbles are, for four pairs at a time: what lists are filtered by. */
#ifndef SEARCH_NEAR_H
#define SEARCH_NEAR_H

#include "base/rows.h"
#include "matter/pebbles.h"

/* Are pairs 0 .. 3 closer than touching + skin (m)? -1 or 0 each. The radii are the fourth of each row: with one of them
   negated, one subtraction of rows gives the vector between the centres and the sum of the radii. */
ALWAYS_INLINE void near_four(const Ball *at, const int32_t *a, const int32_t *b, double skin, int64_t near[4])
{
  const FourInts sign = {0, 0, 0, INT64_MIN};
  FourInts       yes;
  Four           d[4];

  for (int m = 0; m < 4; m++) {
    Four x, y;

    four_get(&x, &at[a[m]].x);
    four_get(&y, &at[b[m]].x);
    d[m] = y - (Four)((FourInts)x ^ sign);
  }
  four_turn(d);
  d[3] = d[3] + skin;
  yes  = (FourInts)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < d[3] * d[3]);
  memcpy(near, &yes, sizeof yes);
}

static inline bool near_one(Ball x, Ball y, double skin)
{
  const double dx = y.x - x.x, dy = y.y - x.y, dz = y.z - x.z, reach = (x.r + y.r) + skin;

  return dx * dx + dy * dy + dz * dz < reach * reach;
}

#endif
