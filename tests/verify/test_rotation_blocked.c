/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* A body with three different moments, whose rotation about a lab axis is blocked. */
#include "sim_test.h"

#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 1e9, dt: %g, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: 1}\n" \
  "template:\n  - s: {material: a, pebbles: [0, 0, 0, 1], mass: 1, mass_properties: given,\n" \
  "         position: [0, 0, 0], inertia: [1, 2, 3, 0, 0, 0]}\n" \
  "clumps:\n  - c: {template: s, position: [0, 0, 0], spin: [1, .7, 0], blocked: Z,\n" \
  "         attitude: [.8, .3, .4, .2]}\n"

static Sim *body_of(double dt)
{
  char text[2000];

  snprintf(text, sizeof text, SCENE, dt);
  return test_sim(PETSC_COMM_SELF, text, "");
}

/* Largest change of the energy in five parts of the time. */
static double drift_of(double dt, int n)
{
  Sim         *sim  = body_of(dt);
  const double from = totals_of(sim).rotational;
  double       most = 0;

  for (int k = 0; k < 5; k++) {
    test_steps(sim, n / 5);
    most = max_real(most, fabs(totals_of(sim).rotational / from - 1));
  }
  CHECK(sim->clumps->w[0].z == 0);
  CALL(sim_destroy(&sim));
  return most;
}

/* No torque does work. |w| dt is .05 and .025; 40 000 steps are 300 turns. */
static void energy_does_not_drift(void)
{
  const double coarse = drift_of(0.04, 40000), fine = drift_of(0.02, 80000);

  test_note("energy off by %.2e, with half the step %.2e", coarse, fine);
  CHECK(coarse < 1e-4); /* (|w| dt)^2 / 24, of what turns with the attitude */
  CHECK(fine < coarse / 2.5);
  test_end("with one rotation blocked the energy of a body of three moments does not drift");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  energy_does_not_drift();
  test_folder_remove();
  return test_finish();
}
