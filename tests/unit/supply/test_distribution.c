/* SPDX-License-Identifier: MIT */
/* Curves of distributions: quantiles and means against closed forms. */
#include "curves.h"

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
  Distribution uniform =
    make((SizeSpread){.kind = &sizes_uniform, .sizes = &(Sizes){.lo = 2, .hi = 6}});
  Distribution solid = make(
    (SizeSpread){.kind = &sizes_uniform, .sizes = &(Sizes){.lo = 2, .hi = 6}, .by_mass = true});
  Distribution flat = make((SizeSpread){
    .kind = &sizes_uniform, .sizes = &(Sizes){.lo = 2, .hi = 6}, .by_mass = true, .dimension = 2});
  Distribution equal =
    make((SizeSpread){.kind = &sizes_equal, .sizes = &(Sizes){.mean = 0.3}, .by_mass = true});

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
  Distribution plain = make((SizeSpread){
    .kind = &sizes_normal, .sizes = &(Sizes){.mean = 5, .deviation = 1, .lo = NAN, .hi = NAN}});
  Distribution cut   = make((SizeSpread){
      .kind = &sizes_normal, .sizes = &(Sizes){.mean = 5, .deviation = 1, .lo = 6, .hi = INFINITY}});
  Distribution heavy =
    make((SizeSpread){.kind    = &sizes_normal,
                      .sizes   = &(Sizes){.mean = 5, .deviation = 1, .lo = NAN, .hi = 9},
                      .by_mass = true});
  double worst = 0, mean = 0;

  for (int k = 0; k < 20000; k++) {
    const double u = (k + 0.5) / 20000, s = distribution_size(&plain, u),
                 t = distribution_size(&cut, u);

    worst = fmax(worst, fabs((normal_below(s - 5) - lo) / all - u));
    worst = fmax(worst, fabs((normal_below(t - 5) - normal_below(1)) / (1 - normal_below(1)) - u));
    mean += s / 20000;
    CHECK(s >= 2 && s <= 8 && t >= 6);
  }
  test_note("normal: off by %.1e of the whole", worst);
  CHECK(worst < 1e-6); /* bound given in fill_spec.h */
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
  Distribution wide = make((SizeSpread){
    .kind  = &sizes_lognormal,
    .sizes = &(Sizes){.mean = 2, .deviation = 0.5, .lo = 1e-9, .hi = 1e9, .is_log = true}});
  Distribution cut  = make((SizeSpread){
     .kind  = &sizes_lognormal,
     .sizes = &(Sizes){.mean = 2, .deviation = 0.5, .lo = NAN, .hi = NAN, .is_log = true}});
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

TESTS(.ranks = {1})
{
  straight_curves_are_exact();
  normal_curves_are_close();
  lognormal_curves_have_mean_and_deviation();
}
