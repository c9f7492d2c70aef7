/* SPDX-License-Identifier: MIT */
/* A gas of rods without friction: energy goes from flight to rotation until each degree of freedom has the
   same, 3 of flight and 2 of rotation, as nothing turns a smooth rod about its axis. */
#include "verify/verify.h"

/* Kinetic energies of flight and of rotation, and elastic energy, J. */
static void energies(Sim *sim, double *flight, double *rotation, double *elastic)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  *flight   = totals_value(&t, "kinetic_translational");
  *rotation = totals_value(&t, "kinetic_rotational");
  *elastic  = totals_value(&t, "potential");
}

TESTS(.ranks = {1})
{
  enum { RODS = 147, MEETING = 60000, STEPS = 400000, EVERY = 200 };
  const double dt     = 1e-3;
  Random       random = random_stream(48, RANDOM_TEST, 9);
  static Draft scenario, bodies;
  double       flight = 0, rotation = 0, worst = 0, first = 0;
  Sim         *sim;

  scenario.n = 0;
  add(
    &scenario,
    "schema: 1\nrun: {end_time: 1e6, dt: %g}\ndomain: {lo: [0, 0, 0], hi: [11, 11, 11], boundary: "
    "[periodic, periodic, periodic]}\nmaterial:\n",
    dt);
  add_material(&scenario, "stone", 1, 0, 1);
  add(&scenario,
      "contact:\n  - all: {between: [stone, stone], normal: hooke, stiffness: 2e4, restitution: "
      "1}\ntemplate:\n  - rod: {material: stone, capsules: [-1, 0, 0, 1, 0, 0, 0.5]}\n"
      "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < RODS; k++) { /* a lattice of rods along x, which fly */
    Start at = {.x = {11. / 3 * (k % 3), 11. / 7 * (k / 3 % 7), 11. / 7 * (k / 21)}};

    at.v = vec3(random_real(&random) - 0.5, random_real(&random) - 0.5, random_real(&random) - 0.5);
    add_body(&bodies, k, "rod", &at);
  }
  sim = sim_of(&scenario, &bodies);
  for (int i = 0; i < MEETING + STEPS; i += EVERY) {
    double e[3];

    test_steps(sim, EVERY);
    energies(sim, &e[0], &e[1], &e[2]);
    if (i == 0) first = e[0] + e[1] + e[2];
    worst = fmax(worst, fabs((e[0] + e[1] + e[2]) / first - 1));
    if (i < MEETING) continue;
    flight += e[0];
    rotation += e[1];
  }
  test_note("rotation over flight %.4f of 2/3, off by %.2f %%; energy off by %.1e",
            rotation / flight, 100 * (1.5 * rotation / flight - 1), worst);
  CHECK_NEAR(1.5 * rotation / flight, 1, 0.02); /* promised */
  CHECK_NEAR(worst, 0, 0.03); /* by the step: impacts take 23 of them, and there are 10^5 */
  CALL(sim_destroy(&sim));
  test_end("a gas of smooth rods has two thirds of the energy of flight in rotation");
  test_folder_remove();
}
