/* SPDX-License-Identifier: MIT */
/* No more random sets of joints, converged and not, gain energy than docs/physics/constraints.md
   states. */
#include "random_joints.h"

enum { CASES = 500 };

/* sets: those that gain energy, at most; bound: of the most that one gains, over that at the
   start. */
static void energy_does_not_grow(double dt, int sweeps, int sets, double bound)
{
  double most  = -INFINITY;
  int    grown = 0;
  char   fact[200];

  for (uint64_t seed = 0; seed < CASES; seed++) {
    const double more = joints_gain(seed, dt, sweeps, 1);

    grown += more > 0;
    most = max_real(most, more);
  }
  test_note("dt %g, %d sweeps: %d of %d sets gain energy, %.3g of that at the start", dt, sweeps,
            grown, CASES, most);
  CHECK(grown <= sets);
  CHECK(most <= bound);
  snprintf(fact, sizeof fact, "joints at dt %g with %d sweeps", dt, sweeps);
  test_end(fact);
}

TESTS(.ranks = {1}, .limit = 900)
{
  const double steps[]     = {2e-2, 1e-2, 5e-3, 2.5e-3, 1e-3};
  const int    sets[][3]   = {{37, 7, 0}, {13, 1, 2}, {2, 1, 0}, {2, 0, 0}, {0, 0, 0}};
  const double bounds[][3] = {{1e6, 1e6, 0}, {1e6, .2, .2}, {1, .2, 0}, {.4, 0, 0}, {0, 0, 0}};

  for (int k = 0; k < 5; k++)
    for (int i = 0, sweeps = 1; i < 3; i++, sweeps *= 4)
      energy_does_not_grow(steps[k], sweeps, sets[k][i], bounds[k][i]);
  test_folder_remove();
}
