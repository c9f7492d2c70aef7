/* SPDX-License-Identifier: MIT */
/* Methods for mass properties by cells and by draws: errors, equal results, refusals. */
#include "sets.h"

enum { N_SAMPLING = 3 };

static const MassMethod *const sampling[N_SAMPLING] = {&mass_grid, &mass_octree, &mass_montecarlo};

/* Slope of log error over log work by least squares; errors are root mean squares over rotated
   sets, each with its own seed. */
static double slope_of(int dimension, const MassMethod *method, int n, const MassOptions how[],
                       const double size[])
{
  enum { COPIES = 12 };
  double sx = 0, sy = 0, sxx = 0, sxy = 0;

  for (int level = 0; level < n; level++) {
    double square = 0, bound = 0, took;

    took = seconds();
    for (int c = 0; c < COPIES; c++) {
      PebbleSet   set     = random_set(dimension, 5, 1.5, 0.5, 77);
      MassOptions options = how[level];

      set_turn(&set, (uint64_t)c);
      options.seed = 100 * level + c;
      {
        const MassProperties exact = properties_of(&set, &mass_exact, options),
                             got   = properties_of(&set, method, options);

        square += off_by(&got, &exact) * off_by(&got, &exact) / COPIES;
        bound = fmax(bound, got.error);
      }
      pebble_set_free(&set);
    }
    took = (seconds() - took) / COPIES;
    test_note("%dD %-10s size %9g: error %.2e (rms), bound %.2e, %.4f s", dimension,
              method->head.name, size[level], sqrt(square), bound, took);
    sx += log(size[level]) / n;
    sy += log(square) / 2 / n;
    sxx += log(size[level]) * log(size[level]) / n;
    sxy += log(size[level]) * log(square) / 2 / n;
  }
  return (sxy - sx * sy) / (sxx - sx * sx);
}

static void errors_shrink(int dimension)
{
  static const MassOptions grid[]  = {{4, 0, 0, 0}, {8, 0, 0, 0}, {16, 0, 0, 0}, {32, 0, 0, 0}};
  static const double      cells[] = {4, 8, 16, 32};
  static const MassOptions tree[]  = {
     {0, 0.4, 0, 0}, {0, 0.2, 0, 0}, {0, 0.1, 0, 0}, {0, 0.05, 0, 0}, {0, 0.025, 0, 0}};
  static const double      open[]   = {2.5, 5, 10, 20, 40};
  static const MassOptions random[] = {
    {0, 0, 1000, 0}, {0, 0, 8000, 0}, {0, 0, 64000, 0}, {0, 0, 512000, 0}};
  static const double points[] = {1000, 8000, 64000, 512000};
  const double        g        = slope_of(dimension, &mass_grid, 4, grid, cells),
               t               = slope_of(dimension, &mass_octree, 5, tree, open),
               r               = slope_of(dimension, &mass_montecarlo, 4, random, points);

  test_note(
    "%dD slopes: grid %.2f over div, octree %.2f over 1 / tolerance, montecarlo %.2f over samples",
    dimension, g, t, r);
  CHECK(
    g < -1.3 &&
    g > -2.7); /* sampling of a smooth surface: between 3/2 (independent cells) and 2, plus noise */
  CHECK(t < -1.2 && t > -3); /* extrapolation removes the first-order error */
  CHECK_NEAR(r, -0.5, 0.12); /* law of large numbers; noise of twelve copies */
}

static void errors_shrink_for_spheres(void)
{
  errors_shrink(3);
  test_end("grid, octree and montecarlo: errors shrink as they should, for spheres");
}

static void errors_shrink_for_discs(void)
{
  errors_shrink(2);
  test_end("grid, quadtree and montecarlo: errors shrink as they should, for discs");
}

static bool same_bits(const MassProperties *a, const MassProperties *b)
{
  return memcmp(a, b, sizeof *a) == 0;
}

static void the_same_bits_again(int dimension)
{
  PebbleSet set = random_set(dimension, 20, 2, 0.5, 5);

  for (int m = 0; m < N_SAMPLING; m++) {
    MassOptions          how = {5, 0.05, 20000, 9};
    const MassProperties a   = properties_of(&set, sampling[m], how),
                         b   = properties_of(&set, sampling[m], how);
    MassProperties c;

    how.seed = 10;
    c        = properties_of(&set, sampling[m], how);
    CHECK(same_bits(&a, &b));
    CHECK(same_bits(&a, &c) == (sampling[m] != &mass_montecarlo));
  }
  pebble_set_free(&set);
}

static void draws_repeat(void)
{
  the_same_bits_again(3);
  the_same_bits_again(2);
  test_end("grid, octree and montecarlo: the same bits again, other points with another seed");
}

static void cells_too_many_are_refused(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {1, 0, 0, 1e-4}};
  PebbleSet            set        = set_of(3, 2, rows);
  MassOptions          how        = mass_defaults;
  MassProperties       m;
  char                 why[256] = "";
  const MassProperties o        = properties_of(&set, &mass_octree, mass_defaults),
                       e        = properties_of(&set, &mass_exact, mass_defaults);

  how.div = 1000;
  CHECK(!mass_grid.find(&set, &materials, &how, &m, why));
  CHECK(strstr(why, "div 1000") != NULL);
  CHECK(off_by(&o, &e) <= o.error &&
        o.error < 0.01); /* boxes are refined where needed; the tolerance */
  pebble_set_free(&set);
  test_end("grid: too many cells are refused with the number; the octree copes");
}

TESTS(.ranks = {1})
{
  errors_shrink_for_spheres();
  errors_shrink_for_discs();
  draws_repeat();
  cells_too_many_are_refused();
}
