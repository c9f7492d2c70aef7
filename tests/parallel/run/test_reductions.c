/* SPDX-License-Identifier: MIT */
/* Reductions over all ranks in a step: one finds whether lists were sufficient, and one more has all
 * that modules decide by, such as servos, stress control, crush and events, of which each needs sums
 * of its own. */
#include "sim_test.h"

#define BALLS(box) \
  "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .1]}\n" \
  "clumps:\n  - all: {template: [ball], count: 100, lo: [0, 0, .1], " box "}\n"

static const char walls[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, seed: 2, overlap_limit: 1}\n"
  "domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, free]}\n"
  "wall:\n"
  "  - floor: {shape: plane, point: [0, 0, 0], normal: [0, 0, 1], material: a}\n"
  "  - lid: {shape: plane, point: [0, 0, 2], normal: [0, 0, -1], material: a}\n"
  "motion:\n"
  "  - press: {walls: [lid], type: servo, direction: [0, 0, -1], force: 1, speed_limit: .01}\n" //
  BALLS(
    "hi: [2, 2, 1.9]") "event:\n"
                       "  - full: {when: number, above: 1000, every: 1e-4, do: [end]}\n"
                       "  - heavy: {when: mass, above: 1e6, every: 1e-4, do: [end]}\n"
                       "  - struck: {when: force, of: floor, above: 1e9, every: 1e-4, do: [end]}\n"
                       "  - fast: {when: energy, above: 1e9, every: 1e-4, do: [end]}\n"
                       "  - late: {when: energy, of: dissipated, above: 1e9, every: 1e-4, do: "
                       "[end]}\n";

static const char cell[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, seed: 2, overlap_limit: 1, gravity: [0, 0, 0]}\n"
  "domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, periodic], "
  "deformation: {type: stress, stresses: [isotropic], target: [-60], gain: .05, damping: 400, "
  "rate_limit: 1}}\n" //
  BALLS("hi: [2, 2, 2]") "event:\n"
                         "  - full: {when: number, above: 1000, every: 1e-4, do: [end]}\n"
                         "  - tight: {when: pressure, above: 1e9, every: 1e-4, do: [end]}\n"
                         "  - dense: {when: solid_fraction, above: .9, every: 1e-4, do: [end]}\n";

/* One step, without new lists, takes two reductions. */
static void step_has_two(const char *scenario, const char *fact)
{
  enum { STEPS = 40 };
  Sim *sim  = test_sim(PETSC_COMM_WORLD, scenario, "");
  int  seen = 0;

  test_steps(sim, 2); /* walls are divided, and events are warned of, before these */
  for (int k = 0; k < STEPS; k++) {
    const Counters before     = sim->stages.counters;
    const double   reductions = petsc_allreduce_ct;

    test_steps(sim, 1);
    if (sim->stages.counters.rebuilds > before.rebuilds ||
        sim->stages.counters.narrowings > before.narrowings ||
        sim->stages.counters.repeats > before.repeats)
      continue;
    CHECK_INT((int)(petsc_allreduce_ct - reductions), 2);
    seen++;
  }
  CHECK(seen > STEPS / 2);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

TESTS(.ranks = {2, 3}, .limit = 60)
{
  step_has_two(walls,
               "a servo and five events that need sums take one reduction beside that of lists");
  step_has_two(cell, "so do stress control and events that need the stress");
  test_folder_remove();
}
