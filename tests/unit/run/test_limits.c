/* SPDX-License-Identifier: MIT */
/* The interval of checkpoints that loses least time, and the first one by wall time. */
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

/* Request of a run whose last checkpoint, or start, was so many seconds ago. */
static Ask ask_after(Limits *limits, double seconds)
{
  limits->saved = wall_seconds() - seconds;
  return limits_ask(limits);
}

/* every: save_every; next: the interval from the second one on, s. */
static void first_comes_soon(double every, double first, double next)
{
  Limits limits = {.job_end = INFINITY, .save_every = every};

  limits_saved(&limits, wall_seconds(), true); /* that of the start does not count */
  CHECK_INT(ask_after(&limits, first - 1), ASK_NOTHING);
  CHECK_INT(ask_after(&limits, first + 1), ASK_SAVE);
  limits_saved(&limits, wall_seconds(), false);
  CHECK_INT(ask_after(&limits, next - 1), ASK_NOTHING);
  CHECK_INT(ask_after(&limits, next + 1), ASK_SAVE);
}

static void first_checkpoint(void)
{
  Limits none = {.job_end = INFINITY}, automatic = {.job_end = INFINITY, .save_every = INFINITY};

  first_comes_soon(1800, 120, 1800);
  first_comes_soon(60, 60, 60);
  CHECK_INT(ask_after(&automatic, 119), ASK_NOTHING);
  CHECK_INT(ask_after(&automatic, 121), ASK_SAVE);
  automatic.mtbf = 86400;
  limits_saved(&automatic, wall_seconds() - 10, true);
  CHECK_INT(ask_after(&automatic, 121), ASK_SAVE); /* sqrt(2 c M) is 1300 s */
  limits_saved(&automatic, wall_seconds() - 10, false);
  CHECK_INT(ask_after(&automatic, 1000), ASK_NOTHING);
  CHECK_INT(ask_after(&none, 1e6), ASK_NOTHING);
  test_end("the first checkpoint by wall time comes after two minutes at most");
}

TESTS(.ranks = {1})
{
  interval_is_the_best();
  costly_checkpoints();
  first_checkpoint();
}
