/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Grid, octree and Monte Carlo against the exact union: bounds that hold, errors that shrink as they should, the same bits
   again. And the searches in sets of pebbles against all pairs. */
#include "base/random.h"
#include "matter/mass.h"
#include "matter/sphere_tree.h"
#include "test.h"

#include <time.h>

enum { N_SETS = 30, N_SAMPLING = 3 };

static Material        materials_list[] = {{"light", 1, 1, 0.2}, {"heavy", 4, 1, 0.2}, {"middle", 2.5, 1, 0.2}};
static const Materials materials        = {3, materials_list};

static const MassMethod *const sampling[N_SAMPLING] = {&mass_grid, &mass_octree, &mass_montecarlo};

static double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static MassProperties properties_of(const PebbleSet *set, const MassMethod *method, MassOptions options)
{
  MassProperties out;
  char           why[256] = "";

  if (!method->find(set, &materials, &options, &out, why)) test_fail(__FILE__, __LINE__, "%s: %s", method->name, why);
  mass_principal(&out);
  return out;
}

/* n pebbles with radii low .. 1 in a cube of edge `edge`. */
static PebbleSet random_set(int n, double edge, double low, uint64_t index)
{
  Random    random = random_stream(1, RANDOM_TEST, index);
  PebbleSet set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    set.x[i].x = edge * random_real(&random);
    set.x[i].y = edge * random_real(&random);
    set.x[i].z = edge * random_real(&random);
    set.r[i]   = low + (1 - low) * random_real(&random);
  }
  return set;
}

static PebbleSet set_of(int n, const double rows[][4])
{
  PebbleSet set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

/* Turned, so that no axis of the cells is one of the set. */
static void set_turn(PebbleSet *set, uint64_t index)
{
  Random     random = random_stream(2, RANDOM_TEST, index);
  const Quat q      = random_orientation(&random);

  for (int i = 0; i < set->n; i++) set->x[i] = quat_turn(q, set->x[i]);
}

/* Thirty sets: the first ones degenerate, then blobs from tight to loose, of one, two and three materials. */
static PebbleSet case_of(int k)
{
  static const double one[1][4] = {{0.3, 0.2, 0.1, 1}}, twins[2][4] = {{1, 2, 3, 1}, {1, 2, 3, 1}};
  static const double tangent[2][4] = {{0, 0, 0, 1}, {2, 0, 0, 1}}, inside[2][4] = {{0, 0, 0, 1}, {0.2, 0.1, 0, 0.4}};
  static const double touching[2][4] = {{0, 0, 0, 1}, {0.5, 0, 0, 0.5}}, apart[2][4] = {{0, 0, 0, 1}, {30, 0, 0, 0.5}};
  static const double square[4][4] = {{1, 1, 0, 1.5}, {1, -1, 0, 1.5}, {-1, 1, 0, 1.5}, {-1, -1, 0, 1.5}};
  static const double close[3][4]  = {{0, 0, 0, 1}, {1e-9, 0, 0, 1}, {0, 0.9, 0, 1}};
  static const double spread[3][4] = {{0, 0, 0, 1}, {1, 0, 0, 0.05}, {0, 1.02, 0, 0.1}};
  static const double far[2][4]    = {{1e6, 1e6, 0, 1}, {1e6 + 1.2, 1e6, 0, 1}};
  const double(*const rows[])[4]   = {one, twins, tangent, inside, touching, apart, square, close, spread, far};
  const int n[]                    = {1, 2, 2, 2, 2, 2, 4, 3, 3, 2};
  PebbleSet set = k < 10 ? set_of(n[k], rows[k]) : random_set(2 + 2 * (k - 10), 0.5 + 0.2 * (k - 10), 0.4, (uint64_t)k);

  if (k % 2 == 1 && k != 9) set_turn(&set, (uint64_t)k);
  for (int i = 0; i < set.n && k % 3 > 0; i++) set.material[i] = (i + k) % (k % 3 + 1);
  return set;
}

/* As an operator: the largest moment of the difference. */
static double inertia_off(Sym3 a, Sym3 b)
{
  MassProperties d = {.inertia = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz}};

  mass_principal(&d);
  return fmax(fabs(d.principal.x), fabs(d.principal.z));
}

/* Of volume, mass and inertia the worst, relative as the bound is. */
static double off_by(const MassProperties *m, const MassProperties *exact)
{
  const double volume = fabs(m->volume / exact->volume - 1), mass = fabs(m->mass / exact->mass - 1);

  return fmax(inertia_off(m->inertia, exact->inertia) / exact->principal.z, fmax(volume, mass));
}

static void bounds_hold(void)
{
  static const int    div[]                    = {1, 3, 10};
  static const double tolerance[]              = {0.2, 0.05, 0.01};
  static const double samples[]                = {100, 3000, 100000};
  double              worst[N_SAMPLING + 1][3] = {{0}}, least[N_SAMPLING + 1][3], typical[N_SAMPLING][3] = {{0}};

  for (int k = 0; k < N_SETS; k++) {
    PebbleSet            set   = case_of(k);
    const MassProperties exact = properties_of(&set, &mass_exact, mass_defaults),
                         sum   = properties_of(&set, &mass_sum, mass_defaults);

    if (!(off_by(&sum, &exact) <= sum.error + exact.error + 4e-15)) /* rounding of what is compared */
      test_fail(__FILE__, __LINE__, "set %d, sum: off by %.3g, bound %.3g", k, off_by(&sum, &exact), sum.error);
    for (int m = 0; m < N_SAMPLING; m++) {
      for (int level = 0; level < 3; level++) {
        const MassOptions    how = {div[level], tolerance[level], (int64_t)samples[level], (uint64_t)k};
        const MassProperties got = properties_of(&set, sampling[m], how);
        const double         off = off_by(&got, &exact), share = off / got.error;

        if (!(share <= 1))
          test_fail(__FILE__, __LINE__, "set %d, %s, level %d: off by %.3g, bound %.3g", k, sampling[m]->name, level, off,
                    got.error);
        CHECK(isfinite(got.error));
        worst[m][level] = fmax(worst[m][level], share);
        least[m][level] = k == 0 ? got.error : fmax(least[m][level], got.error);
        typical[m][level] += off / N_SETS;
      }
    }
    pebble_set_free(&set);
  }
  for (int m = 0; m < N_SAMPLING; m++) {
    for (int level = 0; level < 3; level++) {
      test_note("%-10s level %d: mean error %.1e, largest bound %.1e, most used of a bound %.2f", sampling[m]->name, level,
                typical[m][level], least[m][level], worst[m][level]);
      CHECK(worst[m][level] > 1e-3); /* a bound that is never used by a thousandth says nothing */
    }
  }
  test_end("grid, octree, montecarlo and sum: their bounds hold on thirty sets");
}

/* Slope of log error over log work by least squares; errors are root mean squares over turned sets, with a seed each. */
static double slope_of(const MassMethod *method, int n, const MassOptions how[], const double size[])
{
  enum { COPIES = 12 };
  double sx = 0, sy = 0, sxx = 0, sxy = 0;

  for (int level = 0; level < n; level++) {
    double square = 0, bound = 0, took;

    took = seconds();
    for (int c = 0; c < COPIES; c++) {
      PebbleSet   set     = random_set(5, 1.5, 0.5, 77);
      MassOptions options = how[level];

      set_turn(&set, (uint64_t)c);
      options.seed = (uint64_t)(100 * level + c);
      {
        const MassProperties exact = properties_of(&set, &mass_exact, options), got = properties_of(&set, method, options);

        square += off_by(&got, &exact) * off_by(&got, &exact) / COPIES;
        bound = fmax(bound, got.error);
      }
      pebble_set_free(&set);
    }
    took = (seconds() - took) / COPIES;
    test_note("%-10s size %9g: error %.2e (rms), bound %.2e, %.4f s", method->name, size[level], sqrt(square), bound, took);
    sx += log(size[level]) / n;
    sy += log(square) / 2 / n;
    sxx += log(size[level]) * log(size[level]) / n;
    sxy += log(size[level]) * log(square) / 2 / n;
  }
  return (sxy - sx * sy) / (sxx - sx * sx);
}

static void errors_shrink(void)
{
  static const MassOptions grid[]   = {{4, 0, 0, 0}, {8, 0, 0, 0}, {16, 0, 0, 0}, {32, 0, 0, 0}};
  static const double      cells[]  = {4, 8, 16, 32};
  static const MassOptions tree[]   = {{0, 0.4, 0, 0}, {0, 0.2, 0, 0}, {0, 0.1, 0, 0}, {0, 0.05, 0, 0}, {0, 0.025, 0, 0}};
  static const double      open[]   = {2.5, 5, 10, 20, 40};
  static const MassOptions random[] = {{0, 0, 1000, 0}, {0, 0, 8000, 0}, {0, 0, 64000, 0}, {0, 0, 512000, 0}};
  static const double      points[] = {1000, 8000, 64000, 512000};
  const double             g = slope_of(&mass_grid, 4, grid, cells), t = slope_of(&mass_octree, 5, tree, open),
               r = slope_of(&mass_montecarlo, 4, random, points);

  test_note("slopes: grid %.2f over div, octree %.2f over 1 / tolerance, montecarlo %.2f over samples", g, t, r);
  CHECK(g < -1.3 && g > -2.7); /* sampling of a smooth surface: between 3/2 (independent cells) and 2, and noise */
  CHECK(t < -1.2 && t > -3);   /* extrapolation takes the first order away */
  CHECK_NEAR(r, -0.5, 0.12);   /* law of large numbers; noise of twelve copies */
  test_end("grid, octree and montecarlo: errors shrink as they should");
}

static bool same_bits(const MassProperties *a, const MassProperties *b)
{
  return memcmp(a, b, sizeof *a) == 0;
}

static void the_same_bits_again(void)
{
  PebbleSet set = random_set(20, 2, 0.5, 5);

  for (int m = 0; m < N_SAMPLING; m++) {
    MassOptions          how = {5, 0.05, 20000, 9};
    const MassProperties a = properties_of(&set, sampling[m], how), b = properties_of(&set, sampling[m], how);
    MassProperties       c;

    how.seed = 10;
    c        = properties_of(&set, sampling[m], how);
    CHECK(same_bits(&a, &b));
    CHECK(same_bits(&a, &c) == (sampling[m] != &mass_montecarlo));
  }
  pebble_set_free(&set);
  test_end("grid, octree and montecarlo: the same bits again, other points with another seed");
}

static void cells_too_many_are_refused(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {1, 0, 0, 1e-4}};
  PebbleSet            set        = set_of(2, rows);
  MassOptions          how        = mass_defaults;
  MassProperties       m;
  char                 why[256] = "";
  const MassProperties o = properties_of(&set, &mass_octree, mass_defaults), e = properties_of(&set, &mass_exact, mass_defaults);

  how.div = 1000;
  CHECK(!mass_grid.find(&set, &materials, &how, &m, why));
  CHECK(strstr(why, "div 1000") != NULL);
  CHECK(off_by(&o, &e) <= o.error && o.error < 0.01); /* boxes go where they are needed; the tolerance */
  pebble_set_free(&set);
  test_end("grid: too many cells are refused with the number; the octree copes");
}

/* ---- searches ---- */

/* Prim's tree over all pairs. */
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
      reach[i] = fmin(reach[i], fmax(0, vec3_norm(vec3_sub(set->x[i], set->x[at])) - (set->r[i] + set->r[at])));
      if (next < 0 || reach[i] < reach[next]) next = i;
    }
    longest = fmax(longest, reach[next]);
    at      = next;
  }
  free(reach);
  return longest <= 1e-9 * smallest ? 0 : longest;
}

static int merge_slow(PebbleSet *set)
{
  const int before = set->n;

  set->n = 0;
  for (int i = 0; i < before; i++) {
    const double tiny = 1e-12 * set->r[i];
    bool         seen = false;

    for (int j = 0; j < set->n && !seen; j++)
      seen = fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny;
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
    PebbleSet set = random_set(n, 0.3 * (1 + k % 17) * cbrt(n), k % 3 == 0 ? 0.01 : 0.9, 1000 + (uint64_t)k), copy;
    double    gap;

    for (int i = 0; i < n; i += 1 + k % 4) { /* some on others, to rounding or all but; k % 5 == 0: all in a plane */
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
    CHECK_INT(n - pebbles_merge(&set), copy.n);
    CHECK_INT(set.n, copy.n);
    CHECK(memcmp(set.x, copy.x, (size_t)copy.n * sizeof *set.x) == 0);
    CHECK(memcmp(set.r, copy.r, (size_t)copy.n * sizeof *set.r) == 0);
    pebble_set_free(&set);
    pebble_set_free(&copy);
  }
  test_note("200 sets: %d with a gap, %d pebbles merged", gaps, merged);
  CHECK(gaps > 50 && gaps < 190 && merged > 100); /* all branches are walked */
  test_end("gap and merge: as found by all pairs");
}

static void hundred_thousand_pebbles(void)
{
  static const double edge[] = {20, 90, 400};
  static const char  *what[] = {"a blob", "many parts", "all apart"};

  for (int k = 0; k < 3; k++) {
    PebbleSet set = random_set(100000, edge[k], 0.5, 5000 + (uint64_t)k);
    double    start, gap, merge;
    int       went;

    for (int i = 1; i < set.n; i += 10) {
      set.x[i] = set.x[i - 1];
      set.r[i] = set.r[i - 1];
    }
    start = seconds();
    went  = pebbles_merge(&set);
    merge = seconds() - start;
    start = seconds();
    gap   = pebbles_gap(&set);
    test_note("100000 pebbles, %s: merge %.2f s, gap %.3g m in %.2f s", what[k], merge, gap, seconds() - start);
    CHECK_INT(went, 10000);
    CHECK(merge + seconds() - start < 30); /* generous: sanitizers, busy machines; all pairs take minutes */
    CHECK((gap > 0) == (k > 0));
    pebble_set_free(&set);
  }
  test_end("gap and merge: a hundred thousand pebbles in about a second");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  bounds_hold();
  errors_shrink();
  the_same_bits_again();
  cells_too_many_are_refused();
  gap_and_merge_agree();
  hundred_thousand_pebbles();
  return test_finish();
}
