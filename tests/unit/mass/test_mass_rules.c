/* SPDX-License-Identifier: MIT */
/* Which density counts where pebbles overlap, the method that adds up pebbles, and sets that are
   refused. */
#include "unions.h"

static void the_densest_wins(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {0, 0, 0.6, 0.7}};
  PebbleSet            pair = set_of(2, rows), one = set_of(1, rows + 1);
  const MassProperties both = properties_of(&pair, &mass_exact),
                       core = properties_of(&one, &mass_exact);
  const double mass =
    both.mass + 3 * core.mass; /* light everywhere, three more in the heavy sphere */
  const double centre = (both.mass * both.centre.z + 3 * core.mass * 0.6) / mass;
  const double across = both.inertia.xx + both.mass * pow(both.centre.z - centre, 2) +
                        3 * (core.inertia.xx + core.mass * pow(0.6 - centre, 2));
  MassProperties m;

  pair.material[1] = 1;
  m                = properties_of(&pair, &mass_exact);
  CHECK_NEAR(m.volume, both.volume, 4e-15 * both.volume);                          /* rounding */
  CHECK_NEAR(m.mass, mass, 4e-15 * mass);                                          /* rounding */
  CHECK_NEAR(m.centre.z, centre, 4e-15);                                           /* rounding */
  CHECK_NEAR(m.inertia.xx, across, 1e-14 * across);                                /* rounding */
  CHECK_NEAR(m.inertia.zz, both.inertia.zz + 3 * core.inertia.zz, 1e-14 * across); /* rounding */
  pair.material[0] = 1;
  pair.material[1] = 0;
  m                = properties_of(&pair, &mass_exact);
  CHECK_NEAR(m.mass, both.mass + 4 * PETSC_PI,
             1e-14 * mass); /* now the large one is heavy: mass 3 x 4/3 pi more; rounding */
  pebble_set_free(&pair);
  pebble_set_free(&one);
  test_end("mass, exact: of overlapping densities the densest wins");
}

static void the_sum_counts_overlaps_twice(void)
{
  const double apart[3][4] = {{0, 0, 0, .5}, {0, 0, 1, .5}, {0, 1, 0, .5}},
               over[2][4]  = {{5, 0, 0, 1}, {5, 0, 0, 1}};
  PebbleSet      set = set_of(3, apart), twice = set_of(2, over);
  MassProperties m = properties_of(&set, &mass_sum), e = properties_of(&set, &mass_exact);

  CHECK_NEAR(m.mass, 1.570796326794897, 1e-15);     /* 16 digits are given */
  CHECK_NEAR(m.centre.y, 1.0 / 3, 1e-15);           /* rounding */
  CHECK_NEAR(m.centre.z, 1.0 / 3, 1e-15);           /* rounding */
  CHECK_NEAR(m.principal.z, 0.855211333477, 1e-12); /* 12 digits are given */
  CHECK_NEAR(m.principal.y, 0.680678408278, 1e-12); /* 12 digits are given */
  CHECK_NEAR(m.principal.x, 0.331612557879, 1e-12); /* 12 digits are given */
  check_same(&e, &m, 1e-14);                        /* tangent: nothing overlaps; rounding */
  m = properties_of(&twice, &mass_sum);
  CHECK_NEAR(m.mass, 8 * PETSC_PI / 3, 1e-14);                     /* rounding */
  CHECK_NEAR(m.inertia.yy, 16 * PETSC_PI / 15, 1e-14);             /* rounding */
  CHECK_NEAR(m.centre.x, 5, 1e-14);                                /* rounding */
  CHECK_NEAR(pebbles_overlap(&twice, 4 * PETSC_PI / 3), 1, 1e-15); /* rounding */
  pebble_set_free(&set);
  pebble_set_free(&twice);
  test_end("mass, sum: right where nothing overlaps, twice where two coincide");
}

static void bad_sets_are_refused(void)
{
  const double bad[][4] = {
    {0, 0, 0, 0}, {0, 0, 0, -1}, {0, NAN, 0, 1}, {0, 0, 0, INFINITY}, {0, 0, 0, NAN}};
  char           why[256] = "";
  MassProperties m;

  for (int k = 0; mass_methods[k]; k++) {
    PebbleSet set = set_of(1, (const double[][4]){{0, 0, 0, 1}});

    CHECK(mass_methods[k] == mass_method_find(mass_methods[k]->head.name));
    set.material[0] = 3;
    CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
          strstr(why, "material"));
    set.n = 0;
    CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
          strstr(why, "no pebbles"));
    pebble_set_free(&set);
    for (int b = 0; b < 5; b++) {
      set = set_of(1, bad + b);
      CHECK(!mass_methods[k]->find(&set, &materials, &mass_defaults, &m, why) &&
            strstr(why, b == 2 ? "centre" : "radius"));
      pebble_set_free(&set);
    }
  }
  CHECK(!mass_method_find("exactly"));
  test_end("mass: sets without sense are refused");
}

TESTS(.ranks = {1})
{
  the_densest_wins();
  the_sum_counts_overlaps_twice();
  bad_sets_are_refused();
}
