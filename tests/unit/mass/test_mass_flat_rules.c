/* SPDX-License-Identifier: MIT */
/* Discs: moved copies, overlaps of materials, all methods, what is refused. */
#include "discs.h"

static void moved_copies(void)
{
  for (int k = 0; k < 20; k++) {
    PebbleSet      set   = random_set(2, 3 + 2 * k, 1 + 0.2 * k, 0.3, (uint64_t)k), copy, mixed;
    const Quat     q     = random_turn(2, (uint64_t)k);
    const Vec3     shift = {3, -5, 0};
    MassProperties m, turned, shuffled;

    for (int i = 0; i < set.n; i++) set.material[i] = i % (1 + k % 3);
    copy  = set_copy(&set);
    mixed = set_copy(&set);
    for (int i = 0; i < set.n; i++) copy.x[i] = vec3_add(shift, quat_turn(q, set.x[i]));
    for (int i = 0; i < set.n; i++) {
      const int j = set.n - 1 - i;

      mixed.x[i]        = set.x[j];
      mixed.r[i]        = set.r[j];
      mixed.material[i] = set.material[j];
    }
    m        = exact_of(&set);
    turned   = exact_of(&copy);
    shuffled = exact_of(&mixed);
    check_same(&shuffled, &m, 1e-14); /* the origin of the sums has other roundings */
    m.inertia    = sym3_turned(m.inertia, q);
    m.inertia.zz = m.inertia.xx + m.inertia.yy;
    m.centre     = vec3_add(shift, quat_turn(q, m.centre));
    check_same(&turned, &m, 1e-13); /* rounding of the turned centres */
    check_flat(&turned);
    pebble_set_free(&set);
    pebble_set_free(&copy);
    pebble_set_free(&mixed);
  }
  test_end("discs, exact: turned copies have turned tensors, the order does not matter");
}

static void the_densest_wins(void)
{
  const double         rows[2][4] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.7}};
  PebbleSet            pair = set_of(2, 2, rows), one = set_of(2, 1, rows + 1);
  const MassProperties both = exact_of(&pair), core = exact_of(&one);
  MassProperties       m;

  pair.material[1] = 1;
  m                = exact_of(&pair);
  CHECK_NEAR(m.volume / both.volume, 1, 2e-15); /* rounding */
  CHECK_NEAR(m.mass / (both.mass + 3 * core.mass), 1,
             2e-15); /* three more in the heavy disc; rounding */
  pebble_set_free(&pair);
  pebble_set_free(&one);
  test_end("discs, exact: of overlapping densities the densest wins");
}

static void all_methods_stay_flat(void)
{
  for (int k = 0; k < N_CASES; k++) {
    PebbleSet set = case_of(2, k);

    for (int m = 0; mass_methods[m]; m++) {
      const MassProperties p =
        properties_of(&set, mass_methods[m], (MassOptions){5, 0.05, 1000, 1});

      check_flat(&p);
    }
    pebble_set_free(&set);
  }
  test_end("discs: results of all methods stay in the plane, to the bit");
}

static void out_of_the_plane_is_refused(void)
{
  PebbleSet      set = set_of(2, 2, (const double[][4]){{0, 0, 0, 1}, {1, 0, 0, 1}});
  MassProperties p;
  char           why[256] = "";

  set.x[1].z = 1e-300;
  for (int m = 0; mass_methods[m]; m++) {
    why[0] = 0;
    CHECK(!mass_methods[m]->find(&set, &materials, &mass_defaults, &p, why));
    CHECK(strstr(why, "pebble 1") && strstr(why, "z = 0"));
  }
  pebble_set_free(&set);
  test_end("discs: a centre out of the plane is refused, with its number");
}

TESTS(.ranks = {1})
{
  moved_copies();
  the_densest_wins();
  all_methods_stay_flat();
  out_of_the_plane_is_refused();
}
