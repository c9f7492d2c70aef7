/* SPDX-License-Identifier: MIT */
/* The interval of checkpoints that loses least time. */
#include "output/console/limits.h"
#include "test.h"

/* Wall time for a second of work, s: intervals of work tau and a checkpoint each, begun again after
   a failure (Daly 2006, eq. 13, without the time of the restart, which does not change the place of
   the minimum). */
static double wall_time(double tau, double cost, double mtbf)
{
  return mtbf * expm1((tau + cost) / mtbf) / tau;
}

/* Place of its minimum, by golden sections. */
static double best(double cost, double mtbf)
{
  const double part = (sqrt(5) - 1) / 2;
  double       lo = 1e-3 * mtbf * 1e-3, hi = 10 * mtbf;

  for (int k = 0; k < 200; k++) {
    const double a = hi - part * (hi - lo), b = lo + part * (hi - lo);

    if (wall_time(a, cost, mtbf) < wall_time(b, cost, mtbf)) hi = b;
    else lo = a;
  }
  return (lo + hi) / 2;
}

static void interval_is_the_best(void)
{
  static const double costs[] = {0.01, 1, 30, 600};

  for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
    const double mtbf = 86400, tau = limits_interval(costs[k], mtbf);

    /* the series leaves out terms of order (c / 2M)^2 of sqrt(2 c M): below 1e-5 here; the minimum
       itself is found to the root of the rounding of wall_time, 1e-6 or so, and worse where it is
       flat */
    CHECK_NEAR(tau / best(costs[k], mtbf), 1, 2e-3);
  }
  test_end("the interval is that of the least wall time");
}

static void costly_checkpoints(void)
{
  CHECK_NEAR(limits_interval(200, 100), 100, 0);
  CHECK_NEAR(limits_interval(1e9, 100), 100, 0);
  /* c = M/2: sqrt(c M 2) (1 + sqrt(1/4) / 3 + 1/36) - c with 2cM = M^2 */
  CHECK_NEAR(limits_interval(50, 100), 100 * (1 + 0.5 / 3 + 0.25 / 9) - 50, 1e-12); /* rounding */
  test_end("a checkpoint that takes twice the time between failures or more: that time");
}

TESTS(.ranks = {1})
{
  interval_is_the_best();
  costly_checkpoints();
}
