/* SPDX-License-Identifier: MIT */
/* Functions of elementary.h against the C library in long double. */
#include "base/elementary.h"
#include "base/random.h"
#include "test.h"

enum { MANY = 200000 };

/* |value - exact| in ulps of the exact value as a double. */
static double ulps(double value, long double exact)
{
  int e;

  frexp((double)exact, &e);
  return (double)(fabsl((long double)value - exact) / ldexpl(1, (e > -1021 ? e : -1021) - 53));
}

static void degrees_are_exact_where_they_can_be(void)
{
  const double at[][3] = {{0, 0, 1},    {90, 1, 0},  {180, 0, -1},     {-90, -1, 0},
                          {270, -1, 0}, {360, 0, 1}, {-99999990, 1, 0}};
  double       s, c, worst = 0;

  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    sine_cosine_degrees(at[k][0], &s, &c);
    CHECK(s == at[k][1] && c == at[k][2]); /* zero may have either sign */
  }
  for (uint64_t k = 0; k < MANY; k++) {
    Random       random = random_stream(2, RANDOM_TEST, k);
    const double x      = 720 * (2 * random_real(&random) - 1);
    /* reduced without error, so that long double is not at its end near multiples of 90 */
    const int         quadrant = (int)lround(x / 90);
    const long double r        = (x - 90.0 * quadrant) * (3.14159265358979323846264338L / 180);
    const long double turn[4]  = {sinl(r), cosl(r), -sinl(r), -cosl(r)};

    sine_cosine_degrees(x, &s, &c);
    worst = fmax(worst, fmax(ulps(s, turn[quadrant & 3]), ulps(c, turn[(quadrant + 1) & 3])));
  }
  test_note("worst: %.3f ulp in degrees", worst);
  CHECK(worst < 1.8); /* half an ulp of the angle in rad, which the sine passes on, may be a whole
                         one of the sine's */
  test_end("multiples of 90 degrees are exact, the rest is off by less than 2 ulp");
}

static void arcs_are_those_of_points(void)
{
  double worst = 0;

  CHECK(arc_degrees(0, 2) == 0 && arc_degrees(3, 0) == 90 && arc_degrees(0, -1e200) == 180);
  CHECK(arc_degrees(0, 0) == 0);
  for (uint64_t k = 0; k < MANY / 10; k++) {
    Random       random = random_stream(3, RANDOM_TEST, k);
    const double y = random_real(&random), x = 2 * random_real(&random) - 1;
    const double small = k & 1 ? 1 : 1e-9;

    worst =
      fmax(worst, fabs((double)((long double)arc_degrees(small * y, x) -
                                atan2l(small * y, x) * (180 / 3.14159265358979323846264338L))));
  }
  test_note("worst: %.3g degrees", worst);
  CHECK(worst < 180 * 0x1p-51);
  test_end("angles of points are right within 4 ulp of 180 degrees");
}

static void what_is_no_angle_is_told(void)
{
  const double none[] = {1.1e9, -INFINITY, NAN};
  double       s, c;

  for (int k = 0; k < 3; k++) {
    sine_cosine_degrees(none[k], &s, &c);
    CHECK(isnan(s) && isnan(c));
  }
  test_end("what is no angle gives no number");
}

static void roots_and_logarithms(void)
{
  double root = 0, log_ = 0;

  CHECK(cube_root(0) == 0 && cube_root(27) == 3 && cube_root(1e-30) == 1e-10 &&
        cube_root(0x1p-1074) == 0x1p-358);
  CHECK(isnan(cube_root(-1)) && isnan(natural_log(0)) && isnan(natural_log(NAN)));
  CHECK(natural_log(1) == 0);
  for (uint64_t k = 0; k < MANY; k++) {
    Random       random = random_stream(4, RANDOM_TEST, k);
    const double wide = 120 * (2 * random_real(&random) - 1), x = pow(10, k & 1 ? wide : wide / 60);
    const long double l = logl(x);

    root = fmax(root, ulps(cube_root(x), cbrtl(x)));
    log_ = fmax(log_, fabsl(l) < 1 ? (double)fabsl(natural_log(x) - l) * 0x1p52
                                   : ulps(natural_log(x), l));
  }
  test_note("worst: %.3f ulp of cube roots, %.3f of logarithms", root, log_);
  CHECK(root < 1); /* the last round of Newton rounds a few times at a third of the value */
  CHECK(log_ < 2);
  test_end("cube roots and logarithms are off by less than 1 and 2 ulp");
}

static void powers_of_many_are_those_of_each(void)
{
  enum { N = 67 };
  const double by[] = {0, 1, 2, 6, 7, 63, 64, 65, -1, -6, 0.4, 4.3, 1e300};
  double       x[N] = {0, -0.0, 1, INFINITY, -INFINITY, NAN, 1e200, -1e200, -2, 1e-200}, result[N];

  for (int k = 10; k < N; k++) x[k] = 0.03 * k;
  for (size_t m = 0; m < sizeof by / sizeof *by; m++)
    for (int n = 0; n <= N; n += 1 + 5 * (n > 3)) {
      powers(n, x, by[m], result);
      for (int k = 0; k < n; k++)
        if (isnan(power(x[k], by[m]))) CHECK(isnan(result[k]));
        else CHECK_BITS(result[k], power(x[k], by[m]));
    }
  test_end("powers of many numbers have the bits of that of each");
}

TESTS(.ranks = {1})
{
  degrees_are_exact_where_they_can_be();
  arcs_are_those_of_points();
  what_is_no_angle_is_told();
  roots_and_logarithms();
  powers_of_many_are_those_of_each();
}
