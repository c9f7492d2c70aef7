/* SPDX-License-Identifier: MIT */
/* Sets of pebbles that do not connect, or coincide. */
#include "template_sets.h"

static void check_gap(int n, const double rows[][4], double expected)
{
  PebbleSet set = set_of(n, rows);

  if (expected == HUGE_VAL) CHECK(pebbles_gap(&set) == HUGE_VAL);
  else CHECK_NEAR(pebbles_gap(&set), expected, 1e-15); /* rounding of distances near 1 */
  pebble_set_free(&set);
}

static void gaps_are_found(void)
{
  check_gap(1, (const double[][4]){{0, 0, 0, 1}}, 0);
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {1.5, 0, 0, 1}}, 0);
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {0, 2 + 5e-10, 0, 1}},
            0); /* touch, with coordinates rounded as in a file */
  check_gap(2, (const double[][4]){{0, 0, 0, .7}, {.80829038, .80829038, .80829039, .7}},
            0); /* to 8 digits 8e-9 m apart */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {1.0009765625, 0, 0, .5}},
            0x1p-10); /* a gap of 2e-3 of the radius */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {1 + 0x1p-18, 0, 0, .5}},
            0x1p-18);                                                   /* and of 8e-6 */
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {0.1, 0, 0, 0.2}}, 0); /* contained */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {0, 1.25, 0, .5}}, 0.25);
  check_gap(4, (const double[][4]){{0, 0, 0, .5}, {1, 0, 0, .5}, {2, 0, 0, .5}, {0, 1, 0, .5}},
            0); /* connected through others */
  check_gap(4,
            (const double[][4]){{0, 0, 0, .5}, {3, 0, 0, .5}, {1.125, 0, 0, .5}, {2.5, 0, 0, .5}},
            0.375); /* gaps .125 and .375 */
  check_gap(3, (const double[][4]){{0, 0, 0, .5}, {1.25, 0, 0, .5}, {0, 1.5, 0, .5}},
            0.5); /* the longer of two */
  check_gap(2, (const double[][4]){{0, 0, 0, .1}, {1e300, 0, 0, .1}},
            HUGE_VAL); /* overflow of the distance */
  test_end("gap: zero when pebbles connect, else the longest bridge needed");
}

static void coincident_pebbles_merge(void)
{
  const double rows[7][4] = {{0, 0, 0, 1},         {1, 0, 0, 1},  {0, 0, 0, 1},       {0, 0, 0, .5},
                             {1, 0, 0, 1 + 1e-14}, {0, 0, 0, .5}, {1 + 1e-9, 0, 0, 1}};
  PebbleSet    set        = set_of(7, rows);

  for (int i = 0; i < 7; i++) set.material[i] = i % 2;
  CHECK_INT(pebbles_merge(&set, &materials), 3);
  CHECK_INT(set.n, 4);
  CHECK(set.x[0].x == 0 && set.r[0] == 1 && set.material[0] == 0);
  CHECK(set.merged); /* one differed slightly */
  CHECK(set.x[1].x == 1 && set.r[1] == 1 && set.material[1] == 1);
  CHECK(set.x[2].x == 0 && set.r[2] == .5 && set.material[2] == 1);
  CHECK(set.x[3].x == 1 + 1e-9 && set.material[3] == 0);
  CHECK_INT(pebbles_merge(&set, &materials), 0);
  pebble_set_free(&set);
  CHECK(set.n == 0 && !set.x && !set.r && !set.material);
  for (int order = 0; order < 2; order++) { /* the densest wins in any order of the rows */
    MassProperties mass;
    char           why[256];

    set             = set_of(3, (const double[3][4]){{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, .5}});
    set.material[0] = order;
    set.material[1] = !order;
    CHECK_INT(pebbles_merge(&set, &materials), 1);
    CHECK_INT(set.material[0], 1); /* steel */
    CHECK(!set.merged);
    CHECK(mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
    CHECK_NEAR(mass.mass / (7200 * 4.0 / 3 * PETSC_PI + 2500 * (mass.volume - 4.0 / 3 * PETSC_PI)),
               1, 1e-14); /* rounding */
    pebble_set_free(&set);
  }
  {
    const double apart = 9.9e-13, volume = 4.0 / 3 * PETSC_PI *
                                           (1 + 0.75 * apart); /* of two spheres this far apart */
    MassProperties mass;
    char           why[256];

    set = set_of(2, (const double[2][4]){{0, 0, 0, 1}, {apart, 0, 0, 1}});
    CHECK_INT(pebbles_merge(&set, &materials), 1);
    CHECK(set.merged && mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
    CHECK(fabs(mass.volume / volume - 1) < mass.error && mass.error < 1e-10);
    CHECK(0.5 * apart < mass.centre_error);
    pebble_set_free(&set);
  }
  test_end("merge: coincident pebbles go, the first stays and is of the densest material, order is "
           "kept, and the bounds know");
}

TESTS(.ranks = {1})
{
  gaps_are_found();
  coincident_pebbles_merge();
}
