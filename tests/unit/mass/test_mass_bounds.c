/* SPDX-License-Identifier: MIT */
/* Error bounds of all methods, for spheres and for discs, on sixty sets each: against the exact
   method, whose own bound is checked first. */
#include "geometry/lens.h"
#include "sets.h"

enum { N_METHODS = 4, N_LEVELS = 3 };

static const MassMethod *const methods[N_METHODS] = {&mass_grid, &mass_octree, &mass_montecarlo,
                                                     &mass_sum};

/* Largest ratio of error to bound of a method, and its largest bound. */
typedef struct {
  double share, centre_share, error, used;
  int    n;
} Use;

static void check_bounds(int k, const MassMethod *method, int level, const MassProperties *got,
                         const MassProperties *exact, Use *use)
{
  const double off = off_by(got, exact), shift = centre_off(got, exact);

  /* the compared values are rounded and have the error of the exact method */
  if (!(off <= got->error + exact->error + 4e-15))
    test_fail(__FILE__, __LINE__, "set %d, %s, level %d: off by %.3g, bound %.3g", k,
              method->head.name, level, off, got->error);
  if (!(shift <= got->centre_error + exact->centre_error))
    test_fail(__FILE__, __LINE__, "set %d, %s, level %d: centre off by %.3g, bound %.3g", k,
              method->head.name, level, shift, got->centre_error);
  CHECK(isfinite(got->error) && isfinite(got->centre_error));
  use->error        = fmax(use->error, got->error);
  use->share        = fmax(use->share, off / got->error);
  use->centre_share = fmax(use->centre_share, shift / got->centre_error);
  use->used += off;
  use->n++;
}

static void bounds_hold(int dimension)
{
  static const int    div[]                    = {1, 3, 10};
  static const double tolerance[]              = {0.2, 0.05, 0.01};
  static const double samples[]                = {100, 3000, 30000};
  Use                 use[N_METHODS][N_LEVELS] = {{{0}}};
  double              largest                  = 0;

  for (int k = 0; k < N_CASES; k++) {
    /* the finest is most of the work: all degenerate sets and a twelfth of the others have it */
    const int            levels = k < N_DEGENERATE || k % 12 == 0 ? N_LEVELS : N_LEVELS - 1;
    PebbleSet            set    = case_of(dimension, k);
    const MassProperties exact  = exact_of(&set);

    largest = fmax(largest, exact.error);
    for (int m = 0; m < N_METHODS; m++) {
      for (int level = 0; level < (methods[m] == &mass_sum ? 1 : levels); level++) {
        const MassOptions    how = {div[level], tolerance[level], (int64_t)samples[level],
                                    (uint64_t)k};
        const MassProperties got = properties_of(&set, methods[m], how);

        check_bounds(k, methods[m], level, &got, &exact, &use[m][level]);
      }
    }
    pebble_set_free(&set);
  }
  CHECK(largest < 1e-9); /* bound promised for the exact method */
  for (int m = 0; m < N_METHODS; m++) {
    for (int level = 0; level < (methods[m] == &mass_sum ? 1 : N_LEVELS); level++) {
      const Use *u = &use[m][level];

      test_note("%-10s level %d: mean error %.1e, largest bound %.1e, most used %.2f, of the bound "
                "on the centre %.2f",
                methods[m]->head.name, level, u->used / u->n, u->error, u->share, u->centre_share);
      /* a bound never reached to 1e-3 would be useless */
      CHECK(u->share > 1e-3 && u->centre_share > 1e-3);
    }
  }
}

static void bounds_hold_for_spheres(void)
{
  bounds_hold(3);
  test_end("grid, octree, montecarlo and sum: bounds on all and on the centre hold on sixty sets "
           "of spheres");
}

static void bounds_hold_for_discs(void)
{
  bounds_hold(2);
  test_end("grid, octree, montecarlo and sum: bounds on all and on the centre hold on sixty sets "
           "of discs");
}

/* The lens of two pebbles is the difference between their sum and their union. */
static void lenses(void)
{
  for (int k = 0; k < 400; k++) {
    const int            dimension = 2 + k % 2;
    PebbleSet            set       = random_set(dimension, 2, 1.2, 0.2, (uint64_t)k);
    const MassProperties m         = exact_of(&set);
    const Vec3           c         = m.centre;
    const Lens           lens      = lens_find(dimension, set.x[0], set.r[0], set.x[1], set.r[1]);
    Lens                 all       = lens_whole(dimension, set.x[0], set.r[0]),
         other                     = lens_whole(dimension, set.x[1], set.r[1]);
    Sym3 seconds_of;

    lens_axpy(&all, 1, &other);
    lens_axpy(&all, -1, &lens);
    seconds_of = (Sym3){all.second.xx - m.mass * c.x * c.x, all.second.yy - m.mass * c.y * c.y,
                        all.second.zz - m.mass * c.z * c.z, all.second.xy - m.mass * c.x * c.y,
                        all.second.xz - m.mass * c.x * c.z, all.second.yz - m.mass * c.y * c.z};
    CHECK_NEAR(all.volume, m.volume, 1e-13); /* rounding of volumes up to 8 */
    CHECK_NEAR(vec3_norm(vec3_axpy(all.first, -m.mass, c)), 0, 1e-13); /* as above */
    CHECK_NEAR(inertia_off(inertia_of_seconds(seconds_of), m.inertia), 0,
               1e-12); /* as above, and of shifts */
    pebble_set_free(&set);
  }
  test_end("lenses: the intersection of two pebbles is their sum minus their union");
}

/* If no point is in three pebbles, the bound of the sum is its excess. */
static void the_sum_knows_pairs_and_chains(void)
{
  static const double pair[2][4]   = {{0, 0, 0, 1}, {1, 0, 0, 1}},
                      uneven[2][4] = {{0, 0, 0, 1}, {0, 0.9, 0, 0.5}};
  static const double chain[5][4]  = {
     {0, 0, 0, 1}, {6, 0, 0, 1}, {1.5, 0, 0, 1}, {4.5, 0, 0, 1}, {3, 0, 0, 1}};
  static const double(*const rows[])[4] = {pair, uneven, chain};
  const int n[]                         = {2, 2, 5};

  for (int dimension = 2; dimension <= 3; dimension++) {
    for (int k = 0; k < 3; k++) {
      PebbleSet            set   = set_of(dimension, n[k], rows[k]);
      const MassProperties exact = exact_of(&set),
                           sum   = properties_of(&set, &mass_sum, mass_defaults);
      const double volume        = sum.volume / exact.volume - 1;

      test_note("%dD, set %d: off by %.3g (volume %.3g), bound %.3g; centre by %.3g, bound %.3g",
                dimension, k, off_by(&sum, &exact), volume, sum.error, centre_off(&sum, &exact),
                sum.centre_error);
      CHECK(sum.error <
            1.2 *
              off_by(&sum,
                     &exact)); /* the shift of the centre adds, and the largest moment bounds all */
      CHECK(sum.centre_error <
            centre_off(&sum, &exact) * 1.001 + 1e-12); /* first moments of the lenses; rounding */
      pebble_set_free(&set);
    }
  }
  test_end("sum: its bounds are nearly the errors for pairs and chains");
}

/* n nearly coincident pebbles: their lenses add up to n (n - 1) / 2 volumes, but the excess is n
   - 1 volumes. */
static void the_sum_knows_heaps(void)
{
  for (int dimension = 2; dimension <= 3; dimension++) {
    PebbleSet      set = random_set(dimension, 40, 0.01, 1, 3);
    MassProperties exact, sum;

    exact = exact_of(&set);
    sum   = properties_of(&set, &mass_sum, mass_defaults);
    test_note("%dD: forty on a heap are off by %.3g, bound %.3g", dimension, off_by(&sum, &exact),
              sum.error);
    CHECK(sum.error >= off_by(&sum, &exact) &&
          sum.error <
            1.2 * off_by(&sum, &exact)); /* n - 1 volumes, over a union known to some per cent */
    pebble_set_free(&set);
  }
  test_end("sum: for coincident pebbles the bound is all but one of them");
}

TESTS(.ranks = {1})
{
  bounds_hold_for_spheres();
  bounds_hold_for_discs();
  lenses();
  the_sum_knows_pairs_and_chains();
  the_sum_knows_heaps();
}
