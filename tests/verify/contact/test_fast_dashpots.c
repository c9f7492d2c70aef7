/* SPDX-License-Identifier: MIT */
/* Dashpots given by a rate far above 1 / dt, on bodies that are hit away from their centres: they
   are no stronger than the effective mass at the contact point allows
   (docs/physics/timestep.md). */
#include "sim_test.h"

enum { STEPS = 4000 };

/* Rods of nine pebbles that fall on a floor and on each other. */
static const char rods[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, seed: 3, gravity: [0, 0, -10], overlap_limit: 9}\n"
  "domain: {lo: [-.12, -.12, -.1], hi: [.12, .12, .4], boundary: [periodic, periodic, open]}\n"
  "material: [{a: {density: 1000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1e4, damping: %s, tangential: "
  "%s}}]\n"
  "template:\n  - rod: {material: a, pebbles: [-.08,0,0,.01, -.06,0,0,.01, -.04,0,0,.01, "
  "-.02,0,0,.01, 0,0,0,.01, .02,0,0,.01, .04,0,0,.01, .06,0,0,.01, .08,0,0,.01]}\n"
  "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
  "clumps: [{heap: {template: [rod], count: 60, lo: [-.12, -.12, .1], hi: [.12, .12, .39], "
  "velocity: [0, 0, -2]}}]\n";

static double energy_now(Sim *sim)
{
  const Totals t = totals_of(sim);

  return energy_of(&t);
}

/* No energy comes from nowhere. */
static void rods_do_not_gain(const char *damping, const char *tangential)
{
  char   text[2000];
  double first, most = 0;
  Sim   *sim;

  snprintf(text, sizeof text, rods, damping, tangential);
  sim   = test_sim(PETSC_COMM_WORLD, text, "");
  first = energy_now(sim);
  for (int k = 0; k < STEPS; k += 50) {
    test_steps(sim, 50);
    most = max_real(most, energy_now(sim));
  }
  test_note("damping %s, tangential %s: energy %.4g J at first, %.4g J at most, %.4g J at last",
            damping, tangential, first, most, energy_now(sim));
  CHECK(most < first * (1 + 1e-12)); /* dashpots only take */
  CHECK(energy_now(sim) < .7 * first);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1})
{
  rods_do_not_gain("1e6", "viscous, friction: .5, tangential_damping: 1e5");
  rods_do_not_gain("1e6",
                   "hooke, tangential_stiffness: 1e5, friction: .5, tangential_damping: 1e6");
  test_end("rods with dashpots far faster than the step gain no energy");
  test_folder_remove();
}
