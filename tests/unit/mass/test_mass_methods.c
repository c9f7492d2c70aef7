/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Grid, octree and Monte Carlo against the exact method: errors decrease at the expected rate,
   results are reproducible to the bit. Searches in sets of pebbles against loops over all pairs. */
#include "geometry/sphere_tree.h"
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
      options.seed = (uint64_t)(100 * level + c);
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

/* ---- searches ---- */

/* Gap from Prim's minimum spanning tree over all pairs. */
static double gap_slow(const PebbleSet *set)
{
  double  longest = 0, smallest = HUGE_VAL;
  double *reach = malloc((size_t)set->n * sizeof *reach);
  int     at    = 0;

  for (int i = 0; i < set->n; i++) {
    reach[i] = HUGE_VAL;
    smallest = fmin(smallest, set->r[i]);
  }
  for (int k = 1; k < set->n; k++) {
    int next = -1;

    reach[at] = -1; /* connected */
    for (int i = 0; i < set->n; i++) {
      if (reach[i] < 0) continue;
      reach[i] = fmin(
        reach[i], fmax(0, vec3_norm(vec3_sub(set->x[i], set->x[at])) - (set->r[i] + set->r[at])));
      if (next < 0 || reach[i] < reach[next]) next = i;
    }
    longest = fmax(longest, reach[next]);
    at      = next;
  }
  free(reach);
  return longest <= PEBBLES_TOUCH * smallest ? 0 : longest;
}

static int merge_slow(PebbleSet *set)
{
  const int before = set->n;

  set->n = 0;
  for (int i = 0; i < before; i++) {
    const double tiny = 1e-12 * set->r[i];
    bool         seen = false;

    for (int j = 0; j < set->n && !seen; j++)
      seen =
        fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny;
    if (seen) continue;
    set->x[set->n]          = set->x[i];
    set->r[set->n]          = set->r[i];
    set->material[set->n++] = set->material[i];
  }
  return before - set->n;
}

static void gap_and_merge_agree(void)
{
  int gaps = 0, merged = 0;

  for (int k = 0; k < 200; k++) {
    const int n   = 1 + k % 60;
    PebbleSet set = random_set(3, n, 0.3 * (1 + k % 17) * cbrt(n), k % 3 == 0 ? 0.01 : 0.9,
                               1000 + (uint64_t)k),
              copy;
    double gap;

    for (int i = 0; i < n;
         i += 1 + k % 4) { /* some on others, exactly or nearly; k % 5 == 0: all in a plane */
      const int j = (7 * i + k) % n;

      set.x[i] = set.x[j];
      set.r[i] = set.r[j] * (k % 2 ? 1 : 1 + 1e-13);
      if (k % 7 == 0) set.x[i].x += 1e-10;
    }
    for (int i = 0; i < n && k % 5 == 0; i++) set.x[i].z = 1;
    CALL(pebble_set_create(n, &copy));
    memcpy(copy.x, set.x, (size_t)n * sizeof *set.x);
    memcpy(copy.r, set.r, (size_t)n * sizeof *set.r);
    gap = pebbles_gap(&set);
    CHECK_BITS(gap, gap_slow(&set));
    gaps += gap > 0;
    merged += merge_slow(&copy);
    CHECK_INT(n - pebbles_merge(&set, &materials), copy.n);
    CHECK_INT(set.n, copy.n);
    CHECK(memcmp(set.x, copy.x, (size_t)copy.n * sizeof *set.x) == 0);
    CHECK(memcmp(set.r, copy.r, (size_t)copy.n * sizeof *set.r) == 0);
    pebble_set_free(&set);
    pebble_set_free(&copy);
  }
  test_note("200 sets: %d with a gap, %d pebbles merged", gaps, merged);
  CHECK(gaps > 50 && gaps < 190 && merged > 100); /* all branches are executed */
  test_end("gap and merge: as found by all pairs");
}

static void hundred_thousand_pebbles(void)
{
  static const double edge[] = {20, 90, 400};
  static const char  *what[] = {"a blob", "many parts", "all apart"};

  for (int k = 0; k < 3; k++) {
    PebbleSet set = random_set(3, 100000, edge[k], 0.5, 5000 + (uint64_t)k);
    double    start, gap, merge;
    int       went;

    for (int i = 1; i < set.n; i += 10) {
      set.x[i] = set.x[i - 1];
      set.r[i] = set.r[i - 1];
    }
    start = seconds();
    went  = pebbles_merge(&set, &materials);
    merge = seconds() - start;
    start = seconds();
    gap   = pebbles_gap(&set);
    test_note("100000 pebbles, %s: merge %.2f s, gap %.3g m in %.2f s", what[k], merge, gap,
              seconds() - start);
    CHECK_INT(went, 10000);
    CHECK(merge + seconds() - start <
          30); /* generous, for sanitizers and busy machines; loops over all pairs take minutes */
    CHECK((gap > 0) == (k > 0));
    pebble_set_free(&set);
  }
  test_end("gap and merge: a hundred thousand pebbles in about a second");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  errors_shrink_for_spheres();
  errors_shrink_for_discs();
  draws_repeat();
  cells_too_many_are_refused();
  gap_and_merge_agree();
  hundred_thousand_pebbles();
  return test_finish();
}
