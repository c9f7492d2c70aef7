/* SPDX-License-Identifier: MIT */
/* Reduction of the argument with constants in two or three parts, of which the products with small
   integers are exact, then Taylor's series. Constants and the order of operations follow those of
   fdlibm (Sun Microsystems 1993, e_exp.c, e_log.c, e_rem_pio2.c). */
#include "base/functions.h"
#include "base/numbers.h"

static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;

/* ---- exponential and logarithm ---- */

double exponential(double x)
{
  double k, high, low, r, sum = 1;

  if (!(x <= 709.782712893384)) return NAN;
  if (x < -745.2) return 0;
  k    = nearest_whole(x * 0x1.71547652b82fep0);
  high = x - k * LN2_HIGH;
  low  = k * LN2_LOW;
  r    = high - low; /* |r| < 0.347 */
  for (int i = 16; i >= 3; i--) sum = 1 + sum * r / i;
  /* e^r = 1 + (high + (r^2 / 2 sum - low)) */
  sum = 1 + (high + (0.5 * r * r * sum - low));
  return ldexp(sum, (int)k);
}

double logarithm(double x)
{
  double m, f, s, z, half, sum = 0, k;
  int    exponent;

  if (!(x > 0) || !(x < INFINITY)) return NAN;
  m = frexp(x, &exponent);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    exponent--;
  }
  k    = exponent;
  f    = m - 1;
  s    = f / (2 + f);
  z    = s * s; /* < 0.0295 */
  half = 0.5 * f * f;
  for (int i = 13; i >= 1; i--) sum = z * (2.0 / (2 * i + 1) + sum);
  /* log(1 + f) = f - (half - s (half + sum)) */
  return k * LN2_HIGH - ((half - (s * (half + sum) + k * LN2_LOW)) - f);
}

/* ---- powers ---- */

static double whole_power(double x, int64_t n)
{
  double result = 1;

  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result *= x;
    x *= x;
  }
  return result;
}

double power(double x, double y)
{
  const bool whole = fabs(y) < 0x1p51 && nearest_whole(y) == y;

  if (y == 0) return 1;
  if (x == 0) return y > 0 ? 0 : NAN;
  if (whole && fabs(y) <= 64) {
    const double p = whole_power(x, (int64_t)fabs(y)), result = y > 0 ? p : 1 / p;

    return isfinite(result) ? result : NAN;
  }
  if (x < 0 && !whole) return NAN;
  if (x < 0) return ((int64_t)fabs(y) % 2 ? -1 : 1) * exponential(y * logarithm(-x));
  return exponential(y * logarithm(x));
}

/* ---- sine and cosine ---- */

/* Sine and cosine of r + rest, |r| <= pi/4, rest below the ulp of r. */
static void series(double r, double rest, double *sine, double *cosine)
{
  const double z = r * r, half = 0.5 * z, top = 1 - half;
  double       odd = 0, even = 0;

  for (int k = 17; k >= 3; k -= 2) odd = (odd * z + 1) / -(k * (k - 1.0));
  for (int k = 18; k >= 4; k -= 2) even = (even * z + 1) / -(k * (k - 1.0));
  /* odd = -1/6 (1 - z/20 (...)), even = -1/12 (1 - z/30 (...)) */
  *sine   = r + (r * z * odd + rest * top);
  *cosine = top + (((1 - top) - half) + (-0.5 * z * z * even - r * rest));
}

void sine_cosine(double x, double *sine, double *cosine)
{
  /* pi/2: two parts of 33 bits, and the rest */
  static const double part[] = {0x1.921fb544p0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  double              q, r, w, rest, value[2];
  int                 quadrant;

  *sine = *cosine = NAN;
  if (!(fabs(x) <= 1e9)) return;
  q        = nearest_whole(x * 0x1.45f306dc9c883p-1);
  r        = x - q * part[0];
  w        = q * part[1];
  rest     = r;
  r        = rest - w;
  rest     = ((rest - r) - w) - q * part[2];
  quadrant = (int)((int64_t)q & 3);
  series(r, rest, &value[0], &value[1]);
  *sine   = value[quadrant & 1];
  *cosine = value[!(quadrant & 1)];
  if (quadrant & 2) *sine = -*sine;
  if ((quadrant + 1) & 2) *cosine = -*cosine;
}
