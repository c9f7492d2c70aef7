/* SPDX-License-Identifier: MIT */
/* The energy that a set of joints adds in a step is limited. */
#include "random_joints.h"

/* These sets would gain up to 1e9 times their energy without the limits (more sets:
   tests/long/test_constraint_energy.c). */
static void sets_that_turn_fast_gain_no_energy(void)
{
  const uint64_t one[] = {3, 41, 45, 49}, many[] = {9, 16, 35, 54};

  for (int k = 0; k < 4; k++) {
    CHECK(joints_gain(one[k], 2e-2, 1, .9) <= 0);
    CHECK(joints_gain(many[k], 2e-2, 16, .5) <= 0);
  }
  test_end("sets of joints that turn fast gain no energy, with few sweeps and with many");
}

static Vec3 momentum(const Sim *sim)
{
  const Clumps *c   = sim->matter.clumps;
  Vec3          sum = {0, 0, 0};

  for (PetscInt a = 0; a < c->n_owned; a++) sum = vec3_axpy(sum, c->mass[a], c->motion[a].v);
  return sum;
}

/* Momentum is kept in set 10, which has no fixed clump. */
static void momentum_stays(void)
{
  Sim       *sim    = joints_sim(10, 2e-2, 16, true);
  const Vec3 before = momentum(sim);

  test_steps(sim, 40);
  CHECK(vec3_norm(vec3_sub(momentum(sim), before)) < 1e-10 * vec3_norm(before)); /* roundings */
  CALL(sim_destroy(&sim));
  test_end("what is taken leaves the momentum");
}

TESTS(.ranks = {1})
{
  sets_that_turn_fast_gain_no_energy();
  momentum_stays();
  test_folder_remove();
}
