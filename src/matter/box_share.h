/* SPDX-License-Identifier: MIT */
/* How much of a cube, or of a square in the plane, lies below planes that bound a surface. */
#ifndef MATTER_BOX_SHARE_H
#define MATTER_BOX_SHARE_H

#include "base/vec.h"

/* Bounds, each in [0, 1]. */
typedef struct {
  double least, most;
} BoxShare;

/* Of the unit cube around 0, or the unit square if the dimension is 2: what has normal . u < inner, and normal . u < outer, for a
   unit normal and inner <= outer; inner may be -HUGE_VAL. Rounding is within the bounds. */
BoxShare box_share(int dimension, Vec3 normal, double inner, double outer);

#endif
