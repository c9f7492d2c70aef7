/* SPDX-License-Identifier: MIT */
/* Reduction of the argument with constants in two or three parts, of which the products with small
   integers are exact, then Taylor's series; of angles to |r| <= 45 degrees, the first term left out
   is below 2^-63 of the sum. Constants and the order of operations of functions of radians,
   exponentials and logarithms follow those of fdlibm (Sun Microsystems 1993, e_exp.c, e_log.c,
   e_rem_pio2.c). */
#include "base/elementary.h"
#include "base/base.h"
#include "base/kernel.h"

/* Sine and cosine of an angle, given those (value) of the rest beyond quadrant pi/2. */
static void turn_to(int quadrant, const double value[2], double *sine, double *cosine)
{
  *sine   = value[quadrant & 1];
  *cosine = value[!(quadrant & 1)];
  if (quadrant & 2) *sine = -*sine;
  if ((quadrant + 1) & 2) *cosine = -*cosine;
}

/* ---- degrees, roots, a logarithm ---- */

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
  turn_to(quadrant, value, sine, cosine);
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

/* Angle of (x, y), 0 <= y <= x: less one of 0, atan(1/2), atan(1), whose nearest makes the
   tangent of the rest at most 7/16; its polynomial is that of fdlibm's atan. */
static double low_angle(double y, double x)
{
  static const double part[] = {
    3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
    -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
    6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
    -3.65315727442169155270e-02, 1.62858201153657823623e-02};
  double base = 0, rest = 0, t, z, sum = 0;

  if (y < 0.4375 * x) t = y / x;
  else if (y < 0.6875 * x) {
    t    = (2 * y - x) / (2 * x + y);
    base = 4.63647609000806093515e-01;
    rest = 2.26987774529616870924e-17;
  } else {
    t    = (y - x) / (y + x);
    base = 7.85398163397448278999e-01;
    rest = 3.06161699786838301793e-17;
  }
  z = t * t;
  for (int k = 10; k >= 0; k--) sum = z * (part[k] + sum);
  return base + (rest + (t - t * sum));
}

double arc_angle(double y, double x)
{
  const double up = fabs(y), along = fabs(x), most = max_real(up, along);
  double       angle;

  if (!(most > 0)) return 0;
  angle = up > along ? PETSC_PI / 2 - (low_angle(along, up) - 0x1.1a62633145c07p-54)
                     : low_angle(up, along);
  if (x < 0) angle = PETSC_PI - (angle - 0x1.1a62633145c07p-53);
  return y < 0 ? -angle : angle;
}

double cube_root(double x)
{
  if (!(x >= 0) || x > 1e308) return NAN;
  if (x == 0) return 0;
  return x < 0x1p-1022 ? 0x1p-18 * cube_root_normal(0x1p54 * x) : cube_root_normal(x);
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

/* ---- exponential and logarithm ---- */

static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;

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

static bool is_whole(double y)
{
  return fabs(y) < 0x1p51 && nearest_whole(y) == y;
}

double power(double x, double y)
{
  const bool whole = is_whole(y);

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

/* x^m of up to POWERS numbers, m from 1 to 64: as whole_power. */
enum { POWERS = 64 };

KERNEL static void whole_powers(int n, const double *x, int m, double *result)
{
  double by[POWERS];

#pragma omp simd
  for (int k = 0; k < n; k++) {
    by[k]     = x[k] * x[k];
    result[k] = m % 2 == 1 ? x[k] : 1;
  }
  for (m /= 2; m > 0; m /= 2) {
    if (m % 2 == 1)
#pragma omp simd
      for (int k = 0; k < n; k++) result[k] *= by[k];
#pragma omp simd
    for (int k = 0; k < n; k++) by[k] *= by[k];
  }
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double p = x[k] == 0 ? 0 : result[k];

    result[k] = fabs(p) < INFINITY ? p : NAN;
  }
}

void powers(int n, const double *x, double y, double *result)
{
  if (is_whole(y) && y > 0 && y <= 64)
    for (int k = 0; k < n; k += POWERS)
      whole_powers(n - k < POWERS ? n - k : POWERS, x + k, (int)y, result + k);
  else
    for (int k = 0; k < n; k++) result[k] = power(x[k], y);
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
  turn_to(quadrant, value, sine, cosine);
}
