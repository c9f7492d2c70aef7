/* SPDX-License-Identifier: MIT */
/* Boxes along the axes, whose ends may be infinite. */
#ifndef BASE_BOX_H
#define BASE_BOX_H

#include "base/vec.h"

/* Range of n . x over the box lo..hi. */
static inline void box_range(Vec3 n, Vec3 lo, Vec3 hi, double *least, double *most)
{
  *least = *most = 0;
  for (int k = 0; k < 3; k++) {
    const double along = vec3_axis(n, k), a = along * vec3_axis(lo, k),
                 b = along * vec3_axis(hi, k);

    if (along == 0) continue; /* 0 x INFINITY */
    *least += along > 0 ? a : b;
    *most += along > 0 ? b : a;
  }
}

/* Corner k of 8. */
static inline Vec3 box_corner(Vec3 lo, Vec3 hi, int k)
{
  return vec3(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
}

/* True if two boxes share more than their faces; a flat one meets another if it lies
   between its faces. */
static inline bool box_meets(Vec3 lo, Vec3 hi, Vec3 from, Vec3 to)
{
  return lo.x < to.x && hi.x > from.x && lo.y < to.y && hi.y > from.y && lo.z < to.z &&
         hi.z > from.z;
}

#endif
