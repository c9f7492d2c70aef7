/* SPDX-License-Identifier: MIT */
/* Vectors between the centres of four pairs of pebbles. */
#ifndef INTERACTION_PAIRS_WAYS_H
#define INTERACTION_PAIRS_WAYS_H

#include "base/rows.h"
#include "matter/pebbles.h"

/* Vectors from pebbles i to pebbles j, m, as columns d[0 .. 2], and their squares, m^2. Centres of
   clumps that have left are NaN: such a pair gets an infinite distance and a vector of 0. */
ALWAYS_INLINE void four_ways(const Ball *at, const int32_t *i, const int32_t *j, Four d[4],
                             Four *d2)
{
  const Four far = {INFINITY, INFINITY, INFINITY, INFINITY};
  FourInts   known;

  for (int m = 0; m < 4; m++) {
    Four x, y;

    four_get(&x, &at[i[m]].x);
    four_get(&y, &at[j[m]].x);
    d[m] = y - x;
  }
  four_turn(d);
  *d2   = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  known = (FourInts)(*d2 == *d2);
  for (int m = 0; m < 3; m++) d[m] = (Four)((FourInts)d[m] & known);
  *d2 = (Four)(((FourInts)*d2 & known) | ((FourInts)far & ~known));
}

#endif
