/* SPDX-License-Identifier: MIT */
/* Kernels of SPH: normalisation, slope, and end. */
#include "interaction/sph/smoothing.h"
#include "test.h"

static double w_at(const Smoothing *s, double q)
{
  double w, slope;

  s->evaluate(1, &q, &w, &slope);
  return w;
}

static double slope_at(const Smoothing *s, double q)
{
  double w, slope;

  s->evaluate(1, &q, &w, &slope);
  return slope * q;
}

/* Integral of w over space, by the midpoint rule. */
static double integral(const Smoothing *s, int dimension)
{
  enum { N = 20000 };
  const double dq  = s->support / N;
  double       sum = 0;

  for (int k = 0; k < N; k++) {
    const double q = (k + 0.5) * dq;

    sum += w_at(s, q) * (dimension == 2 ? 2 * PETSC_PI * q : 4 * PETSC_PI * q * q) * dq;
  }
  return sum;
}

static void kernels_are_normalised(void)
{
  for (int k = 0; smoothing_table[k]; k++) {
    const Smoothing *s = (const Smoothing *)smoothing_table[k];

    for (int d = 2; d <= 3; d++)
      CHECK_NEAR(s->sigma[d] * integral(s, d), 1, 1e-8); /* midpoint rule: (dq)^2 w'' / 24 */
  }
  test_end("the integral of every kernel over space is 1");
}

static void slopes_are_derivatives(void)
{
  const double step = 1e-5;

  for (int k = 0; smoothing_table[k]; k++) {
    const Smoothing *s = (const Smoothing *)smoothing_table[k];

    for (double q = 0.0131; q < s->support - step; q += 0.0137) {
      const double slope = (w_at(s, q + step) - w_at(s, q - step)) / (2 * step);

      CHECK_NEAR(slope_at(s, q), slope, 1e-8); /* step^2 w''' / 6, w''' < 100; rounding / step */
    }
  }
  test_end("slopes are the derivatives of the kernels");
}

static void kernels_end(void)
{
  for (int k = 0; smoothing_table[k]; k++) {
    const Smoothing *s = (const Smoothing *)smoothing_table[k];

    CHECK_NEAR(w_at(s, s->support * (1 - 1e-9)), 0, 1e-9); /* continuous: 1e-9 x w' */
    CHECK(w_at(s, s->support) == 0 && w_at(s, INFINITY) == 0);
    CHECK(fabs(slope_at(s, s->support)) == 0);
    CHECK(w_at(s, 0) > 0 && isfinite(slope_at(s, 0)));
  }
  test_end("they fall to 0 at the end of their support, and pairs beyond give no number but 0");
}

TESTS(.ranks = {1})
{
  kernels_are_normalised();
  slopes_are_derivatives();
  kernels_end();
}
