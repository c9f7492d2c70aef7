/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"

/* A dumbbell of specific heat 2 J/(kg K) that moves in a fluid of 300 K; temperature after n
   steps. */
static double run(double dt, int n)
{
  Draft    t;
  Sim     *sim;
  PetscInt a;
  double   temperature;

  add_head(&t, dt, (Vec3){0, 0, 0}, 100);
  add(&t, "material:\n  - a: {density: 1, specific_heat: 2, temperature: 500}\n"
          "interaction:\n  - air: {type: convection, transfer: .5, fluid_temperature: 300}\n"
          "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
          "template:\n  - two: {material: a, pebbles: [-.5, 0, 0, .5, .5, 0, 0, .5]}\n"
          "clumps:\n  - one: {template: two, position: [0, 0, 0], velocity: [1, 0, 0]}\n");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  test_steps(sim, n);
  a = test_row(sim, 0);
  temperature =
    a >= 0 ? sim->matter.clumps->quantity[quantity_index(&quantity_temperature)].value[a] : 0;
  CALL(parallel_max(&sim->par, &temperature, 1));
  CALL(sim_destroy(&sim));
  return temperature;
}

static void bodies_cool_exponentially(void)
{
  const double mass = pi / 3, r = 0.5 * cbrt(2), rate = 0.5 * 4 * pi * r * r / (2 * mass);
  const double expected = 300 + 200 * exp(-rate);
  double       off[2];

  for (int k = 0; k < 2; k++) off[k] = run(0.02 / (1 << k), 50 << k) - expected;
  test_note("%.9g K, off by %.2e and %.2e", expected, off[0], off[1]);
  CHECK_NEAR(off[1], 0, 5e-3); /* 200 K x (dt rate)^2 / 6 = 2e-3 */
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.1);
  test_end("a body cools as T_f + (T_0 - T_f) exp(-h A t / m c), to second order");
}

/* The rate is transfer x 4 pi R^2 over m c = 1500 / s: dt is a fifth of its inverse. */
static void heat_limits_the_step(void)
{
  Draft t;
  Sim  *sim;

  add_head(&t, 1, (Vec3){0, 0, 0}, 100);
  add(&t, "material:\n  - a: {density: 1, specific_heat: 2, temperature: 500}\n"
          "interaction:\n  - air: {type: convection, transfer: 500, fluid_temperature: 300}\n"
          "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
          "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
          "clumps:\n  - one: {template: ball, position: [0, 0, 0]}\n");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "-run_dt auto");
  CHECK_NEAR(sim->clock.dt, 0.2 / (500 * pi / (pi / 6 * 2)), 1e-12);
  CALL(sim_destroy(&sim));
  test_end("dt: auto knows the rate at which bodies cool");
}

TESTS(.ranks = {1, 2})
{
  bodies_cool_exponentially();
  heat_limits_the_step();
  test_folder_remove();
}
