/* SPDX-License-Identifier: MIT */
/* Share of a ball, in two dimensions of a disc, that lies in slabs, boxes and cylinders: 0 to 1;
   share of a cube below planes. A ball of radius 0 is a point, and counts as inside at a lower
   bound, but not at an upper one. Local. */
#ifndef GEOMETRY_SHARE_H
#define GEOMETRY_SHARE_H

#include "base/vec.h"

/* Share of a ball around 0 whose coordinate is below x. Closed form. */
double ball_below(int dimension, double r, double x);

/* ball_below in three dimensions. */
static inline double ball_below_3d(double r, double x)
{
  if (!(x > -r)) return 0;
  if (x >= r) return 1;
  return 0.25 * (1 + x / r) * (1 + x / r) * (2 - x / r);
}

/* Share in the box lo .. hi, along the axes with cut[k]: it has no faces along others. Closed form
   where faces of one axis meet the ball; else the area of a disc in a rectangle, in closed form, is
   integrated by Gauss' rule between its kinks: to 1e-8. */
double ball_in_box(int dimension, Vec3 centre, double r, Vec3 lo, Vec3 hi, const bool cut[3]);
/* Share within the distance `wide` of an axis whose distance from the centre is d; in two
   dimensions the axis is perpendicular to the plane. By Gauss' rule: to 1e-7. */
double ball_in_cylinder(int dimension, double r, double d, double wide);
/* Share of a ball of r > 0 within that distance, and between two heights along the axis from its
   centre. By Gauss' rule: to 1e-7. */
double ball_in_pipe(double r, double d, double wide, double from, double to);

/* ---- cubes ---- */

/* Bounds, each in [0, 1]. */
typedef struct {
  double least, most;
} BoxShare;

/* Bounds on the share of the unit cube around 0 (dimension 2: unit square) below a surface: at
   least the part with normal . u < inner, at most that with normal . u < outer. normal: unit; inner
   <= outer; inner may be -HUGE_VAL. Includes rounding. */
BoxShare box_share(int dimension, Vec3 normal, double inner, double outer);

#endif
