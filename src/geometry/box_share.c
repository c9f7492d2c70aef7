/* SPDX-License-Identifier: MIT */
/* Volume of a cube below a plane, in closed form (Scardovelli & Zaleski 2000, J. Comput. Phys. 164,
   228). */
#include "geometry/box_share.h"

#include "base/base.h"

/* Smallest component of a normal, as the closed form divides by them; the planes are moved apart by
   as much to keep the bounds valid. */
static const double least_component = 1e-4;

/* Rounding error of the share below a plane: 2^-53 over 6 least_component^2. */
static const double share_rounding = 1e-8;

static double cube_of(double a)
{
  return a > 0 ? a * a * a : 0;
}

static double square_of(double a)
{
  return a > 0 ? a * a : 0;
}

/* Share of the unit square around 0 with n . u < t, for |n| = 1. */
static double square_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component);
  const double s = min_real(t, -t) + (a + b) / 2; /* as in cube_below */
  const double below =
    s <= 0 ? 0 : (square_of(s) - square_of(s - a) - square_of(s - b)) / (2 * a * b);

  return t <= 0 ? below : 1 - below;
}

/* Share of the unit cube around 0 with n . u < t. */
static double cube_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component),
               c = max_real(fabs(n.z), least_component), all = a + b + c;
  /* distance from a corner, the nearer of the two, for less cancellation */
  const double s     = min_real(t, -t) + all / 2;
  const double below = s <= 0 ? 0
                              : (cube_of(s) - cube_of(s - a) - cube_of(s - b) - cube_of(s - c) +
                                 cube_of(s - a - b) + cube_of(s - a - c) + cube_of(s - b - c)) /
                                  (6 * a * b * c);

  return t <= 0 ? below : 1 - below;
}

BoxShare box_share(int dimension, Vec3 normal, double inner, double outer)
{
  double (*const below)(Vec3, double) = dimension == 2 ? square_below : cube_below;

  return (BoxShare){max_real(0, below(normal, inner - least_component) - share_rounding),
                    min_real(1, below(normal, outer + least_component) + share_rounding)};
}
