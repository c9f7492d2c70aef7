/* SPDX-License-Identifier: MIT */
/* Mass properties of unions that are known in closed form. */
#include "unions.h"

static MassProperties exact_of(int n, const double rows[][4])
{
  PebbleSet            set = set_of(n, rows);
  const MassProperties out = properties_of(&set, &mass_exact);

  pebble_set_free(&set);
  return out;
}

static void known_unions(void)
{
  const double pairs[4][2][4]    = {{{0, 0, 0, 1}, {0, 0, 1, 1}},
                                    {{0, 0, 0, .5}, {0, 0, .8, .5}},
                                    {{0, 0, 0, 1}, {0, 0, 2, 1}},
                                    {{0, 0, 0, 1}, {0, 0, 3, .5}}};
  const double known[4][4]       = {{7.06858347057703, 0.5, 3.00414797499524, 5.21308030955056},
                                    {1.01787601976309, 0.4, 0.103823354015835, 0.271772897276746},
                                    {8.37758040957278, 1, 3.35103216382911, 11.7286125734019},
                                    {4.71238898038469, 1.0 / 3, 1.72787595947439, 5.91666616426078}};
  const double root2             = sqrt(2);
  const double tetrahedron[4][4] = {
    {1, 1, 1, root2}, {1, -1, -1, root2}, {-1, 1, -1, root2}, {-1, -1, 1, root2}};
  const double         shrink = sqrt(0.125); /* edge 2 sqrt 2 and radius sqrt 2 to radius 1 */
  const MassProperties tetra  = exact_of(4, tetrahedron);

  for (int k = 0; k < 4; k++) {
    const MassProperties m = exact_of(2, pairs[k]);

    CHECK_NEAR(m.volume / known[k][0], 1, 5e-15);      /* 15 digits are given */
    CHECK_NEAR(m.mass / m.volume, 1, 0.0);             /* density 1 */
    CHECK_NEAR(m.centre.z / known[k][1], 1, 5e-15);    /* 15 digits are given */
    CHECK_NEAR(m.principal.x / known[k][2], 1, 5e-15); /* 15 digits are given */
    CHECK_NEAR(m.principal.y / known[k][3], 1, 5e-15); /* 15 digits are given */
    CHECK_NEAR(m.principal.z / known[k][3], 1, 5e-15); /* 15 digits are given */
    CHECK(m.error < 1e-12);
  }
  CHECK_NEAR(tetra.volume * shrink / 16.7551608191456, 1, 5e-15); /* 15 digits are given */
  CHECK_NEAR(tetra.principal.x * shrink / 2 / 23.4572251468038, 1,
             5e-15); /* 15 digits are given; r^5 = 4 sqrt 2 */
  CHECK_NEAR(tetra.principal.z * shrink / 2 / 23.4572251468038, 1, 5e-15); /* 15 digits are given */
  CHECK_NEAR(vec3_norm(tetra.centre), 0, 1e-15);                           /* symmetric; rounding */
  test_end("mass, exact: the known unions");
}

static void equal_pairs(void)
{
  for (int k = 0; k <= 40; k++) {
    const double         s          = k / 20.0;
    const double         rows[2][4] = {{0, 0, 0, 1}, {s, 0, 0, 1}};
    const MassProperties m          = exact_of(2, rows);
    const double         volume     = PETSC_PI * (4.0 / 3 + s - s * s * s / 12);
    const double         axial = PETSC_PI * (8.0 / 15 + s / 2 - s * s * s / 12 + pow(s, 5) / 160);
    const double         transverse = PETSC_PI * pow(s + 2, 3) * (s * s - 6 * s + 64) / 960;

    CHECK_NEAR(m.volume / volume, 1, 2e-15);         /* some roundings */
    CHECK_NEAR(m.centre.x, s / 2, 1e-15);            /* some roundings */
    CHECK_NEAR(m.inertia.xx / axial, 1, 4e-15);      /* some roundings */
    CHECK_NEAR(m.inertia.yy / transverse, 1, 4e-15); /* some roundings */
    CHECK_NEAR(m.inertia.zz / transverse, 1, 4e-15); /* some roundings */
  }
  test_end("mass, exact: two equal spheres at any distance");
}

static void a_hidden_pebble_adds_nothing(void)
{
  const double         all[3][4]  = {{0, 0, 0, 1}, {0.25, 0.25, 0.5, 0.25}, {0.9, 0, 0, 1}};
  const double         bare[2][4] = {{0, 0, 0, 1}, {0.9, 0, 0, 1}};
  const MassProperties a = exact_of(3, all), b = exact_of(2, bare);

  check_same(&a, &b, 1e-14); /* the same sum, except for the origin */
  test_end("mass, exact: a hidden pebble adds nothing");
}

/* Two spheres whose centres are a tiny d apart add d times the projected area of the bare part
   of one: here a disc minus a segment. */
static void all_but_coincident_pebbles_add_a_crescent(void)
{
  const double d = 1e-9, bare[2][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}},
               all[3][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, d, 0, 1}};
  const double shadow    = 0.5 * sqrt(0.75) + asin(0.5) + PETSC_PI / 2;

  CHECK_NEAR((exact_of(3, all).volume - exact_of(2, bare).volume) / d, shadow,
             2e-5); /* a few roundings of 7, each 4e-15, over d */
  test_end("mass, exact: a pebble all but on another adds a crescent");
}

TESTS(.ranks = {1})
{
  known_unions();
  equal_pairs();
  a_hidden_pebble_adds_nothing();
  all_but_coincident_pebbles_add_a_crescent();
}
