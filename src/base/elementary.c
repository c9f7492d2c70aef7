/* SPDX-License-Identifier: MIT */
/* The angle is reduced to |r| <= 45 degrees, then Taylor's series; the first term left out is below
   2^-63 of the sum. */
#include "base/elementary.h"

#include <math.h>

#include "base/base.h"

/* Nearest integer, ties to even, |x| < 2^51. */
static double nearest(double x)
{
  const double magic = 0x1.8p52;

  return (x + magic) - magic;
}

/* Sine and cosine of the angle r + rest + quadrant pi/2, |r| <= pi/4, rest below the ulp of r. */
static void from_quadrant(double r, double rest, int quadrant, double *sine, double *cosine)
{
  static const double s[] = {
    -1. / 6,          1. / 120,          -1. / 5040,          1. / 362880,
    -1. / 39916800.0, 1. / 6227020800.0, -1. / 1307674368000, 1. / 355687428096000};
  static const double c[] = {
    1. / 24,          -1. / 720,           1. / 40320,          -1. / 3628800,
    1. / 479001600.0, -1. / 87178291200.0, 1. / 20922789888000, -1. / 6402373705728000};
  const double z = r * r, half = 0.5 * z, top = 1 - half;
  double       odd = s[7], even = c[7];
  double       value[2];

  for (int k = 6; k >= 0; k--) {
    odd  = s[k] + z * odd;
    even = c[k] + z * even;
  }
  value[0] = r + (r * z * odd + rest * top);
  value[1] = top + (((1 - top) - half) +
                    (z * z * even - r * rest)); /* adds back the rounding error of 1 - half */
  *sine    = value[quadrant & 1];
  *cosine  = value[!(quadrant & 1)];
  if (quadrant & 2) *sine = -*sine;
  if ((quadrant + 1) & 2) *cosine = -*cosine;
}

void sine_cosine_degrees(double x, double *sine, double *cosine)
{
  const double degree      = PETSC_PI / 180,
               degree_rest = 0x1.5c1d8becdd291p-62; /* pi/180 = degree + degree_rest */
  double quadrant, left;

  *sine = *cosine = NAN;
  if (!(fabs(x) <= 1e9)) return;
  quadrant = nearest(x / 90);
  left     = x - 90 * quadrant; /* exact */
  from_quadrant(left * degree, left * degree_rest, (int)((int64_t)quadrant & 3), sine, cosine);
}

/* By refinement of a first guess: sin(angle - guess) of the point at distance 1 is y cos(guess) -
   x sin(guess). Each round takes the error to about its fifth power, and the guess is off by less
   than .4. */
double arc_degrees(double y, double x)
{
  const double most = y > fabs(x) ? y : fabs(x);
  double       sine, cosine, angle, r;

  if (!(most > 0)) return 0;
  x /= most;
  y /= most;
  r = sqrt(x * x + y * y);
  x /= r;
  y /= r;
  angle = 90 * (1 - x);
  for (int round = 0; round < 4; round++) {
    double off;

    sine_cosine_degrees(angle, &sine, &cosine);
    off = y * cosine - x * sine;
    angle += 180 / PETSC_PI * (off * (1 + off * off / 6));
  }
  return angle < 0 ? 0 : angle > 180 ? 180 : angle;
}
