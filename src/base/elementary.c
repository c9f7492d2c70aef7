/* SPDX-License-Identifier: MIT */
/* The angle is reduced to |r| <= 45 degrees, then Taylor's series; the first term left out is below
   2^-63 of the sum. */
#include "base/elementary.h"
#include "base/base.h"

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
  quadrant = nearest_whole(x / 90);
  left     = x - 90 * quadrant; /* exact */
  from_quadrant(left * degree, left * degree_rest, (int)((int64_t)quadrant & 3), sine, cosine);
}

/* A first guess, off by less than .4 rad, is refined: for a point at distance 1, sin(angle - guess)
   = y cos(guess) - x sin(guess). Each round reduces the error to about its fifth power. */
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

/* Newton from the mantissa's line, then the exponent. */
double cube_root(double x)
{
  int    exponent;
  double m, y;

  if (!(x >= 0) || x > 1e308) return NAN;
  if (x == 0) return 0;
  m = frexp(x, &exponent);                        /* 1/2 .. 1 */
  for (; exponent % 3 != 0; exponent++) m *= 0.5; /* 1/8 .. 1 */
  y = 0.43 + m * (1.11 - 0.54 * m);
  for (int round = 0; round < 5; round++) y -= (y - m / (y * y)) / 3;
  return ldexp(y, exponent / 3);
}

/* log m = 2 atanh((m - 1) / (m + 1)), sqrt(1/2) <= m < sqrt(2), by its series. */
double natural_log(double x)
{
  const double ln2 = 0x1.62e42fefa38p-1, ln2_rest = 0x1.ef35793c7673p-45; /* the first ends early */
  int          exponent;
  double       m, s, z, sum = 0;

  if (!(x >= 0x1p-1022) || x > 1e308) return NAN;
  m = frexp(x, &exponent);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    exponent--;
  }
  s = (m - 1) / (m + 1);
  z = s * s;
  for (int k = 21; k >= 3; k -= 2) sum = z * (1.0 / k + sum);
  return exponent * ln2 + (2 * s + (2 * s * sum + exponent * ln2_rest));
}
