/* SPDX-License-Identifier: MIT */
/* dt: fixed, limited by heat: the temperature of a sphere at the reference overlap with twelve equal
   neighbours approaches theirs at the rate 12 h (1/c + 1/c) at most, with conductance h = 2 k a,
   radius of the circle a^2 = 2 R* overlap, and heat capacities c. Where contacts are soft and
   capacities small, this decides the step. */
#include "heat.h"

/* The automatic step of two balls with springs of this stiffness, N/m. */
static double step_of(const char *stiffness, double *rate)
{
  Draft  t;
  Sim   *sim;
  double dt;

  t.n = 0;
  add(&t, "schema: 1\nrun: {end_time: 1, dt: fixed}\n");
  add(&t, "domain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\nmaterial:\n");
  add(&t,
      "  - metal: {density: 1000, specific_heat: %.17g, conductivity: %.17g, temperature: 300}\n",
      SPECIFIC, CONDUCTIVITY);
  add(&t,
      "contact:\n  - mm: {between: [metal, metal], normal: hooke, stiffness: %s, restitution: 1, "
      "heat: radius}\n",
      stiffness);
  add(&t, "template:\n  - ball: {material: metal, pebbles: [0, 0, 0, %.17g]}\n", RADIUS);
  add(&t, "clumps:\n  - one: {template: ball, position: [0, 0, 0]}\n");
  sim   = sim_of(&t, NULL);
  dt    = sim->clock.dt;
  *rate = sim->timestep.limits.flow_rate;
  CALL(sim_destroy(&sim));
  return dt;
}

static void heat_limits_the_automatic_step(void)
{
  const double radius = 0.5 * RADIUS, circle = radius * sqrt(2 * REFERENCE_OVERLAP);
  const double expected = 12 * 2 * CONDUCTIVITY * circle * 2 / capacity();
  double       soft, stiff, rate;

  soft = step_of("1e-4", &rate);
  test_note("heat evens out at %.6g /s, expected %.6g: dt %.6g s", rate, expected, soft);
  CHECK_NEAR(rate, expected, 1e-12 * expected);   /* rounding */
  CHECK_NEAR(soft, 0.2 / expected, 1e-12 * soft); /* a fifth, as for dashpots */
  stiff = step_of("1e7", &rate);
  CHECK_NEAR(rate, expected, 1e-12 * expected);
  CHECK(stiff < 0.1 * soft); /* now the contact decides */
  test_end("where heat evens out faster than contacts last, a fifth of its time is the step");
}

TESTS(.ranks = {1, 3})
{
  heat_limits_the_automatic_step();
  test_folder_remove();
}
