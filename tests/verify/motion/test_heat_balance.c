/* SPDX-License-Identifier: MIT */
/* Heat of many clumps is conserved. */
#include "heat.h"

enum { GAS = 60 };

static void add_gas(Draft *t)
{
  Random r = random_stream(3, RANDOM_TEST, 0);

  for (int k = 0; k < GAS; k++)
    add(t,
        "  - g%d: {template: ball, position: [%.17g, %.17g, %.17g], velocity: [%g, %g, %g], id: "
        "%d, temperature: %g}\n",
        k, 0.097 * (k % 4) + 0.002 * random_real(&r), 0.097 * (k / 4 % 4), 0.097 * (k / 16),
        0.2 * random_real(&r) - 0.1, 0.2 * random_real(&r) - 0.1, 0.2 * random_real(&r) - 0.1, k,
        300 + 100 * random_real(&r));
}

static double thermal(Sim *sim)
{
  return totals_of(sim).thermal;
}

static void heat_is_conserved(void)
{
  Draft   t;
  Sim    *sim;
  double  before;
  int64_t met = 0;

  begin_text(&t, 1e-5, "radius");
  add_gas(&t);
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  before = thermal(sim);
  CHECK_NEAR(before, GAS * 350 * capacity(), GAS * 20 * capacity()); /* 100 K, at random */
  for (int n = 0; n < 50; n++) {
    const Accumulator *heat;
    int64_t            sums[2] = {0, 0}; /* of the quanta, and of their sizes */

    test_steps(sim, 4);
    heat = loads_find(sim->loads, "heat");
    for (PetscInt a = 0; heat && a < sim->matter.clumps->n_owned; a++) {
      sums[0] += heat->sum[a];
      sums[1] += llabs(heat->sum[a]) >> 10; /* no overflow */
    }
    CALL(parallel_sum_int(&sim->par, sums, 2));
    CHECK_INT(sums[0], 0);
    met += sums[1] > 0;
  }
  CHECK(met > 40);
  CHECK_NEAR(thermal(sim), before, 1e-13 * before); /* 200 roundings of each temperature */
  CALL(sim_destroy(&sim));
  test_end("in a gas of spheres the flows sum up to zero, to the quantum");
}

TESTS(.ranks = {1, 2, 3})
{
  heat_is_conserved();
  test_folder_remove();
}
