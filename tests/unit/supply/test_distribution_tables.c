/* SPDX-License-Identifier: MIT */
/* Distributions of a table, refusals, and equal draws on every rank. */
#include "curves.h"

/* A sieve curve in percent: 30 % have exactly size 4, the rest is between the points. */
static void tables_may_jump(void)
{
  const double points[] = {1, 10, 2, 40, 4, 40, 4, 70, 8, 100};
  Distribution number =
    make((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 5, .points = points}});
  Distribution mass = make((SizeSpread){
    .kind = &sizes_table, .sizes = &(Sizes){.n = 5, .points = points}, .by_mass = true});
  /* number weights of the shares by mass: .1 of size 1, .3 between 1 and 2, none up to 4, .3 of 4,
     .3 between 4 and 8 */
  const double w[4] = {0.1, 0.3 * (1 - 1. / 4) / 2, 0.3 / 64, 0.3 * (1. / 16 - 1. / 64) / 8};
  const double sum  = w[0] + w[1] + w[2] + w[3];

  CHECK_BITS(distribution_size(&number, 0.09), 1);
  CHECK_NEAR(distribution_size(&number, 0.25), 1.5, 1e-14);
  CHECK_BITS(distribution_size(&number, 0.41), 4);
  CHECK_BITS(distribution_size(&number, 0.69), 4);
  CHECK_NEAR(distribution_size(&number, 0.85), 6, 1e-14);
  CHECK_BITS(distribution_size(&number, 1), 8);
  CHECK_BITS(distribution_size(&mass, 0.999 * w[0] / sum), 1);
  CHECK(distribution_size(&mass, 1.001 * w[0] / sum) > 1);
  CHECK(distribution_size(&mass, 0.999 * (w[0] + w[1]) / sum) < 2);
  CHECK_BITS(distribution_size(&mass, 1.00001 * (w[0] + w[1]) / sum), 4);
  CHECK_BITS(distribution_size(&mass, 0.99999 * (w[0] + w[1] + w[2]) / sum), 4);
  CHECK(distribution_size(&mass, 1.00001 * (w[0] + w[1] + w[2]) / sum) > 4);
  CHECK_NEAR(mass.moment, 1 / sum, 1e-14);
  distribution_free(&number);
  distribution_free(&mass);
  test_end("a table may have shares of single sizes, in any unit of the whole");
}

static void check_refused(SizeSpread s, const char *words)
{
  char         why[256] = "";
  Distribution d;

  s.dimension = 3;
  CHECK(!distribution_create(&s, &d, why) && d.n == 0);
  if (!strstr(why, words)) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", why, words);
}

static void nonsense_is_refused(void)
{
  const double falls[] = {1, 0, 3, 0.5, 2, 1}, back[] = {1, 0, 2, 0.5, 3, 0.4},
               none[] = {1, 0, 2, 0}, zero[] = {0, 0, 1, 1};
  const double nan[] = {1, 0, NAN, 1};

  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 3, .points = falls}},
                "point 3");
  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 3, .points = back}},
                "point 3");
  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 2, .points = none}},
                "last share");
  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 2, .points = zero}},
                "sizes must be > 0");
  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){.n = 2, .points = nan}},
                "finite");
  check_refused((SizeSpread){.kind = &sizes_table, .sizes = &(Sizes){0}}, "no points");
  check_refused((SizeSpread){.kind = &sizes_uniform, .sizes = &(Sizes){.lo = 2, .hi = 1}},
                "below the upper");
  check_refused((SizeSpread){.kind = &sizes_uniform, .sizes = &(Sizes){.lo = 2, .hi = NAN}},
                "both limits");
  check_refused((SizeSpread){.kind  = &sizes_normal,
                             .sizes = &(Sizes){.mean = 1, .deviation = 0.4, .lo = NAN, .hi = NAN}},
                "give a lower limit");
  check_refused((SizeSpread){.kind  = &sizes_normal,
                             .sizes = &(Sizes){.mean = 1, .deviation = 0.1, .lo = 2, .hi = 3}},
                "nothing within");
  check_refused((SizeSpread){.kind  = &sizes_normal,
                             .sizes = &(Sizes){.mean = 1, .deviation = 0, .lo = NAN, .hi = NAN}},
                "deviation must be > 0");
  check_refused(
    (SizeSpread){.kind = &sizes_lognormal,
                 .sizes =
                   &(Sizes){.mean = -1, .deviation = 1, .lo = NAN, .hi = NAN, .is_log = true}},
    "mean must be > 0");
  check_refused(
    (SizeSpread){.kind = &sizes_uniform, .sizes = &(Sizes){.lo = 1e-200, .hi = 1}, .by_mass = true},
    "too far");
  test_end("spreads that make no sense are refused, each with its reason");
}

static void every_rank_draws_the_same(void)
{
  char why[256];

  Parallel     par;
  SizeSpread   s = {.kind      = &sizes_normal,
                    .sizes     = &(Sizes){.mean = 1, .deviation = 0.1, .lo = NAN, .hi = NAN},
                    .dimension = 3};
  Distribution d = {0};

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  if (par.rank == 0) CHECK(distribution_create(&s, &d, why));
  CALL(distribution_share(&par, &d));
  for (int k = 0; k < 100; k++) {
    const double mine  = distribution_size(&d, k / 100.);
    double       first = mine;

    CALL(parallel_bcast(&par, &first, sizeof first, 0));
    CHECK_BITS(mine, first);
  }
  CHECK(d.n == 16385 && d.moment > 1);
  distribution_free(&d);
  CALL(parallel_destroy(&par));
  test_end("every rank draws from the same curve");
}

TESTS(.ranks = {1, 3})
{
  tables_may_jump();
  nonsense_is_refused();
  every_rank_draws_the_same();
}
