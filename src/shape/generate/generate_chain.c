/* SPDX-License-Identifier: MIT */
/* Errors of a chain of spheres as a model of a capsule: a ring is missing in each gap between
   neighbours. At axial distance x from the nearest centre, x up to half the spacing h, the section
   of the capsule has radius r, that of the sphere sqrt(r^2 - x^2). */
#include "shape/generate/generate_chain.h"

enum { RADIUS, SHAFT };

/* Half the spacing of n spheres, m. */
static double half_gap(const Shape *s, int n)
{
  return s->size[SHAFT] / (2 * (n - 1));
}

/* Each half gap lacks the integral of pi x^2 dx, pi h^3 / 3. */
static double volume_error(const Shape *s, int n)
{
  const double h = half_gap(s, n);

  return 2 * (n - 1) * PETSC_PI * h * h * h / 3 / s->moments.volume;
}

/* Missing inertia. About the axis a section lacks pi (r^4 - (r^2 - x^2)^2) / 2 dx; about a
   transverse line through the capsule's centre half of that, and pi x^2 X^2 dx with X its axial
   position. The last term, over the gap between centres at a and b = a + 2 h, is pi ((a^2 + b^2)
   h^3 / 3 - 3 h^5 / 5); the sum of the squares of the centres, inner ones twice and the two ends
   once, is h^2 2 (n - 1) (n^2 - 2 n + 3) / 3. */
static double inertia_error(const Shape *s, int n)
{
  const double r = s->size[RADIUS], h = half_gap(s, n), gaps = n - 1;
  const double along   = gaps * PETSC_PI * (2 * r * r * h * h * h / 3 - h * h * h * h * h / 5);
  const double squares = h * h * 2 * gaps * (gaps * gaps + 2) / 3;
  const double cross =
    along / 2 + PETSC_PI * (squares * h * h * h / 3 - gaps * 3 * h * h * h * h * h / 5);
  const Sym3 whole = s->moments.inertia;

  return max_real(along, cross) / max_real(whole.xx, max_real(whole.yy, whole.zz));
}

/* Mean over the capsule's surface: distance from (x, r) to the sphere, sqrt(r^2 + x^2) - r,
   averaged over x in 0 .. h, times the share of the shaft in the area. */
static double mean_distance(const Shape *s, int n)
{
  const double r = s->size[RADIUS], l = s->size[SHAFT], h = half_gap(s, n), e = h / r;
  const double mean = r * ((sqrt(1 + e * e) + asinh(e) / e) / 2 - 1);

  return mean * l / (l + 2 * r);
}

void chain_errors(const Shape *s, int n, double error[CLUMP_N_ERRORS])
{
  const double d = cbrt(6 * s->moments.volume / PETSC_PI), r = s->size[RADIUS];

  error[CLUMP_VOLUME]   = volume_error(s, n);
  error[CLUMP_INERTIA]  = inertia_error(s, n);
  error[CLUMP_DISTANCE] = (hypot(r, half_gap(s, n)) - r) / d;
  error[CLUMP_MEAN]     = mean_distance(s, n) / d;
}

static bool is_enough(const Shape *s, int n, const double asked[CLUMP_N_ERRORS])
{
  double found[CLUMP_N_ERRORS];

  chain_errors(s, n, found);
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (asked[e] > 0 && found[e] > asked[e]) return false;
  }
  return true;
}

static bool asks_nothing(const double asked[CLUMP_N_ERRORS])
{
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (asked[e] > 0) return false;
  }
  return true;
}

int chain_length(const Shape *s, const double error[CLUMP_N_ERRORS], int most)
{
  const double touching = ceil(s->size[SHAFT] / (2 * s->size[RADIUS])) + 1;
  int          low, high;

  if (asks_nothing(error) || touching >= most) return most;
  low = high = (int)touching;
  if (is_enough(s, low, error)) return low;
  while (high < most && !is_enough(s, high, error)) {
    low  = high;
    high = (int)min_int(2 * high, most);
  }
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;

    if (is_enough(s, middle, error)) high = middle;
    else low = middle;
  }
  return high;
}

Vec3 chain_centre(const Shape *s, int n, int k)
{
  const double share = n > 1 ? (double)(2 * k - (n - 1)) / (n - 1) : 0;

  return shape_outward(s, vec3(share * s->size[SHAFT] / 2, 0, 0));
}
