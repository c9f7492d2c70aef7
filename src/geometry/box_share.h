/* SPDX-License-Identifier: MIT */
/* Share of a cube, or of a square in 2D, below planes that bound a surface. */
#ifndef GEOMETRY_BOX_SHARE_H
#define GEOMETRY_BOX_SHARE_H

#include "base/vec.h"

/* Bounds, each in [0, 1]. */
typedef struct {
  double least, most;
} BoxShare;

/* Bounds on the share of the unit cube around 0 (dimension 2: unit square) below a surface: at
   least the part with normal . u < inner, at most that with normal . u < outer. normal: unit; inner
   <= outer; inner may be -HUGE_VAL. Includes rounding. */
BoxShare box_share(int dimension, Vec3 normal, double inner, double outer);

#endif
