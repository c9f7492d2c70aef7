/* SPDX-License-Identifier: MIT */
/* Mass properties of spheres on a line against the closed form. */
#include "axial.h"

static void unequal_pairs(void)
{
  const double distances[] = {0,          1e-12, 1e-9, 1e-4, 0.3,        0.5, 0.5 + 1e-15,
                              0.5 + 1e-9, 0.7,   1,    1.2,  1.5 - 1e-9, 1.5, 2.1};

  for (int k = 0; k < 14; k++) {
    check_axial(2, (double[]){-0.2, distances[k] - 0.2}, (double[]){1, 0.5}, 1e-13); /* rounding */
    check_axial(2, (double[]){0.1, distances[k] + 0.1}, (double[]){0.75 - 1e-10, 0.75},
                1e-13); /* rounding */
  }
  check_axial(2, (double[]){0, 999.5}, (double[]){1000, 1}, 1e-13); /* rounding */
  test_end("mass, exact: two unequal spheres, from contained to apart");
}

static void axial_sets(void)
{
  uint64_t state = 7;

  for (int k = 0; k < 40; k++) {
    const int n = 3 + k % 4;
    double    z[6], r[6];

    for (int i = 0; i < n; i++) {
      z[i] = 2 * random_unit(&state);
      r[i] = 0.3 + random_unit(&state);
    }
    check_axial(n, z, r, 1e-12); /* ten times the error asked of a panel over 4 pi */
  }
  check_axial(3, (double[]){0, 1, 2}, (double[]){sqrt(2), 1, sqrt(2)},
              1e-13); /* one circle, three spheres */
  check_axial(3, (double[]){-0.5, 0, 0.25}, (double[]){sqrt(1.25), 1, sqrt(1.0625)},
              1e-13); /* one circle, on one side */
  check_axial(3, (double[]){-0.5, 0, 0.5}, (double[]){1.118033988749895, 1, 1.118033988749895},
              1e-13); /* middle sphere just hidden */
  check_axial(4, (double[]){0, 0, 0, 0}, (double[]){1, 0.5, 1, 1},
              1e-13); /* coincident and contained */
  check_axial(3, (double[]){0, 1e-9, -1e-9}, (double[]){1, 1, 1}, 1e-12); /* nearly coincident */
  check_axial(3, (double[]){0, 0.5, -0.5}, (double[]){1, 0.5, 0.5},
              1e-13); /* tangent from within */
  check_axial(3, (double[]){0, 0.5, 1}, (double[]){1, 1, 1},
              1e-12); /* the middle sphere shows as a band */
  test_end("mass, exact: spheres on one axis are bodies of revolution");
}

TESTS(.ranks = {1})
{
  unequal_pairs();
  axial_sets();
}
