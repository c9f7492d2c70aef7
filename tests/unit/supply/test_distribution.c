/* np: 1 3 */
/* SPDX-License-Identifier: MIT */
/* Size distributions: sizes drawn from a curve against closed forms. */
#include "supply/distribution.h"
#include "test.h"

static Distribution make(SizeSpread s)
{
  char         why[256] = "";
  bool         good;
  Distribution d;

  if (!s.dimension) s.dimension = 3;
  CALL(distribution_create(&s, &d, &good, why));
  if (!good) test_fail(__FILE__, __LINE__, "refused: %s", why);
  return d;
}

static double normal_below(double z)
{
  return 0.5 * erfc(-z / sqrt(2));
}

/* Share by mass of sizes up to size(u): sum over thin slices of equal number. */
static double mass_below(const Distribution *d, double u, int slices)
{
  double below = 0, sum = 0;

  for (int i = 0; i < slices; i++) {
    const double at = (i + 0.5) / slices, s = distribution_size(d, at),
                 mass = d->dimension == 2 ? s * s : s * s * s;

    sum += mass;
    if (at < u) below += mass;
  }
  return below / sum;
}

static void straight_curves_are_exact(void)
{
  Distribution uniform = make((SizeSpread){.kind = SIZES_UNIFORM, .lo = 2, .hi = 6});
  Distribution solid = make((SizeSpread){.kind = SIZES_UNIFORM, .lo = 2, .hi = 6, .by_mass = true});
  Distribution flat =
    make((SizeSpread){.kind = SIZES_UNIFORM, .lo = 2, .hi = 6, .by_mass = true, .dimension = 2});
  Distribution equal = make((SizeSpread){.kind = SIZES_EQUAL, .mean = 0.3, .by_mass = true});

  for (int k = 0; k <= 8; k++) {
    const double u = k / 8., s = distribution_size(&solid, u), f = distribution_size(&flat, u);

    CHECK_NEAR(distribution_size(&uniform, u), 2 + 4 * u, 1e-15);
    CHECK_NEAR((1. / 4 - 1 / (s * s)) / (1. / 4 - 1. / 36), u,
               1e-14);                                          /* integral of s^-3; rounding */
    CHECK_NEAR((1. / 2 - 1 / f) / (1. / 2 - 1. / 6), u, 1e-14); /* of s^-2 */
    CHECK_NEAR(mass_below(&solid, u, 4000), (s - 2) / 4,
               3e-4); /* a slice is up to 216 / 30 of a 4000th */
    CHECK_NEAR(mass_below(&flat, u, 4000), (f - 2) / 4, 3e-4);
    CHECK_BITS(distribution_size(&equal, u), 0.3);
  }
  CHECK_NEAR(uniform.moment, (1296. - 16) / 16, 1e-12); /* (b^4 - a^4) / 4 (b - a) */
  CHECK_NEAR(solid.moment, 1 / ((1. / 4 - 1. / 36) / 8), 1e-12);
  CHECK_NEAR(flat.moment, 1 / ((1. / 2 - 1. / 6) / 4), 1e-12);
  CHECK_NEAR(equal.moment, 0.027, 1e-17);
  distribution_free(&uniform);
  distribution_free(&solid);
  distribution_free(&flat);
  distribution_free(&equal);
  test_end("uniform and equal sizes have their closed forms, by number and by mass");
}

static void normal_curves_are_close(void)
{
  const double lo = normal_below(-3), all = normal_below(3) - lo;
  Distribution plain =
    make((SizeSpread){.kind = SIZES_NORMAL, .mean = 5, .deviation = 1, .lo = NAN, .hi = NAN});
  Distribution cut =
    make((SizeSpread){.kind = SIZES_NORMAL, .mean = 5, .deviation = 1, .lo = 6, .hi = INFINITY});
  Distribution heavy = make((SizeSpread){
    .kind = SIZES_NORMAL, .mean = 5, .deviation = 1, .lo = NAN, .hi = 9, .by_mass = true});
  double       worst = 0, mean = 0;

  for (int k = 0; k < 20000; k++) {
    const double u = (k + 0.5) / 20000, s = distribution_size(&plain, u),
                 t = distribution_size(&cut, u);

    worst = fmax(worst, fabs((normal_below(s - 5) - lo) / all - u));
    worst = fmax(worst, fabs((normal_below(t - 5) - normal_below(1)) / (1 - normal_below(1)) - u));
    mean += s / 20000;
    CHECK(s >= 2 && s <= 8 && t >= 6);
  }
  test_note("normal: off by %.1e of the whole", worst);
  CHECK(worst < 1e-6); /* bound given in distribution.h */
  CHECK_NEAR(mean, 5, 1e-6);
  CHECK_BITS(distribution_size(&cut, 0), 6);
  CHECK_BITS(distribution_size(&heavy, 1), 9);
  for (int k = 1; k < 8; k++) {
    const double u = k / 8., s = distribution_size(&heavy, u);

    /* 5e-6: a slice of 2e5 by the largest mass over the mean one, halved */
    CHECK_NEAR(mass_below(&heavy, u, 200000), (normal_below(s - 5) - lo) / (normal_below(4) - lo),
               1e-5);
  }
  distribution_free(&plain);
  distribution_free(&cut);
  distribution_free(&heavy);
  test_end("a normal curve is off by no more than 1e-6, and cut at its limits or at 3 deviations");
}

static void lognormal_curves_have_mean_and_deviation(void)
{
  enum { N = 400000 };
  const double sigma = sqrt(log(1 + 0.25 * 0.25)), mu = log(2) - sigma * sigma / 2;
  Distribution wide =
    make((SizeSpread){.kind = SIZES_LOGNORMAL, .mean = 2, .deviation = 0.5, .lo = 1e-9, .hi = 1e9});
  Distribution cut =
    make((SizeSpread){.kind = SIZES_LOGNORMAL, .mean = 2, .deviation = 0.5, .lo = NAN, .hi = NAN});
  const double lo = normal_below(-3), all = normal_below(3) - lo;
  double       mean = 0, square = 0, worst = 0;

  for (int k = 0; k < N; k++) {
    const double u = (k + 0.5) / N, s = distribution_size(&wide, u);

    mean += s / N;
    square += s * s / N;
    worst = fmax(
      worst, fabs((normal_below((log(distribution_size(&cut, u)) - mu) / sigma) - lo) / all - u));
  }
  CHECK_NEAR(mean, 2, 2e-6); /* discretisation of the curve and of the tail */
  CHECK_NEAR(sqrt(square - mean * mean), 0.5, 2e-5); /* the same for the squares */
  CHECK_NEAR(wide.moment, exp(3 * mu + 4.5 * sigma * sigma), 1e-4);
  test_note("lognormal: off by %.1e of the whole; mean %.8f, deviation %.8f", worst, mean,
            sqrt(square - mean * mean));
  CHECK(worst < 1e-6);
  CHECK_NEAR(distribution_size(&cut, 0), exp(mu - 3 * sigma), 1e-14);
  CHECK_NEAR(distribution_size(&cut, 1), exp(mu + 3 * sigma), 1e-14);
  distribution_free(&wide);
  distribution_free(&cut);
  test_end("mean and deviation of a lognormal curve are those of the size");
}

/* A sieve curve in percent: 30 % have exactly size 4, the rest is between the points. */
static void tables_may_jump(void)
{
  const double points[] = {1, 10, 2, 40, 4, 40, 4, 70, 8, 100};
  Distribution number   = make((SizeSpread){.kind = SIZES_TABLE, .n_points = 5, .points = points});
  Distribution mass =
    make((SizeSpread){.kind = SIZES_TABLE, .n_points = 5, .points = points, .by_mass = true});
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
  bool         good     = true;
  Distribution d;

  s.dimension = 3;
  CALL(distribution_create(&s, &d, &good, why));
  CHECK(!good && d.n == 0);
  if (!strstr(why, words)) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", why, words);
}

static void nonsense_is_refused(void)
{
  const double falls[] = {1, 0, 3, 0.5, 2, 1}, back[] = {1, 0, 2, 0.5, 3, 0.4},
               none[] = {1, 0, 2, 0}, zero[] = {0, 0, 1, 1};
  const double nan[] = {1, 0, NAN, 1};

  check_refused((SizeSpread){.kind = SIZES_TABLE, .n_points = 3, .points = falls}, "point 3");
  check_refused((SizeSpread){.kind = SIZES_TABLE, .n_points = 3, .points = back}, "point 3");
  check_refused((SizeSpread){.kind = SIZES_TABLE, .n_points = 2, .points = none}, "last share");
  check_refused((SizeSpread){.kind = SIZES_TABLE, .n_points = 2, .points = zero},
                "sizes must be > 0");
  check_refused((SizeSpread){.kind = SIZES_TABLE, .n_points = 2, .points = nan}, "finite");
  check_refused((SizeSpread){.kind = SIZES_TABLE}, "no points");
  check_refused((SizeSpread){.kind = SIZES_UNIFORM, .lo = 2, .hi = 1}, "below the upper");
  check_refused((SizeSpread){.kind = SIZES_UNIFORM, .lo = 2, .hi = NAN}, "both limits");
  check_refused(
    (SizeSpread){.kind = SIZES_NORMAL, .mean = 1, .deviation = 0.4, .lo = NAN, .hi = NAN},
    "give a lower limit");
  check_refused((SizeSpread){.kind = SIZES_NORMAL, .mean = 1, .deviation = 0.1, .lo = 2, .hi = 3},
                "nothing within");
  check_refused((SizeSpread){.kind = SIZES_NORMAL, .mean = 1, .deviation = 0, .lo = NAN, .hi = NAN},
                "deviation must be > 0");
  check_refused(
    (SizeSpread){.kind = SIZES_LOGNORMAL, .mean = -1, .deviation = 1, .lo = NAN, .hi = NAN},
    "mean must be > 0");
  check_refused((SizeSpread){.kind = SIZES_UNIFORM, .lo = 1e-200, .hi = 1, .by_mass = true},
                "too far");
  test_end("spreads that make no sense are refused, each with its reason");
}

static void every_rank_draws_the_same(void)
{
  char       why[256];
  bool       good;
  Parallel   par;
  SizeSpread s = {
    .kind = SIZES_NORMAL, .mean = 1, .deviation = 0.1, .lo = NAN, .hi = NAN, .dimension = 3};
  Distribution d = {0};

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  if (par.rank == 0) CALL(distribution_create(&s, &d, &good, why));
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  straight_curves_are_exact();
  normal_curves_are_close();
  lognormal_curves_have_mean_and_deviation();
  tables_may_jump();
  nonsense_is_refused();
  every_rank_draws_the_same();
  return test_finish();
}
