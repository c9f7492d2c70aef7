/* SPDX-License-Identifier: MIT */
/* The account of energies goes on through restarts: what is dissipated, and what moving walls put
   in, with the work of the half step to come. */
#include "sim_test.h"

enum { STEPS = 400, MORE = 150 };

/* Balls that slide and bounce on a shaking belt. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [0, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -1], hi: [3, 2, 6], boundary: [periodic, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "motion:\n  - belt: {walls: [floor], type: surface, velocity: [2, 0, 0]}\n" \
  "  - shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: .03, frequency: " \
  "5}\n" \
  "clumps:\n  - bed: {template: [ball], count: 60, lo: [-3, -2, .2], hi: [3, 2, 2], velocity: " \
  "[0, 0, -3]}\n"

/* Dissipated energy less that of tangential springs. Their energy is found with predicted
   velocities in a step, but with known ones at a restart, and the difference changes the
   dissipated energy. */
static double without_springs(const Totals *t)
{
  return t->dissipated + t->potential;
}

static void energies_go_on(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, SCENE, ""), *next;
  Totals before, after;

  test_steps(sim, STEPS);
  next   = test_continued(sim, PETSC_COMM_WORLD, "");
  before = totals_of(sim);
  after  = totals_of(next);
  CHECK(before.dissipated > 1 && before.supplied > 1);
  CHECK_NEAR(without_springs(&after), without_springs(&before), 1e-13 * before.dissipated);
  CHECK_BITS(after.supplied, before.supplied);
  test_steps(sim, MORE);
  test_steps(next, MORE);
  before = totals_of(sim);
  after  = totals_of(next);
  CHECK_BITS(after.dissipated, before.dissipated);
  CHECK_BITS(after.supplied, before.supplied);
  CHECK_BITS(after.potential, before.potential);
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&next));
  test_end("dissipated and supplied energies go on at a restart, and are the same to the bit");
}

/* Energy that the ledger has booked in advance, for the half step to come, J. */
static double pending_of(const Sim *sim, const LedgerEntry *entry)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  Ledger            *copy;
  double             value;

  array_create(&copy, sizeof *copy, 1);
  *copy = sim->energy.ledger;
  CALL(ledger_gather(copy, &measured));
  value = sum_value(&ledger_saved(copy, entry)->half);
  array_free(&copy);
  return value;
}

/* A restart with another step: the work booked in advance with the old step would be
   wrong by half. */
static void a_new_step_changes_nothing(void)
{
  Sim         *sim = test_sim(PETSC_COMM_WORLD, SCENE, "");
  double       taken, supplied, drift;
  Totals       before, after;
  const double share = 0.05; /* what one step of the integration may leave open */

  test_steps(sim, STEPS);
  before   = totals_of(sim);
  taken    = pending_of(sim, &ledger_contacts);
  supplied = pending_of(sim, &ledger_walls);
  sim      = test_restarted(sim, "-run_dt 2.5e-4");
  after    = totals_of(sim);
  CHECK_NEAR(without_springs(&after), without_springs(&before), 1e-12 * before.dissipated);
  CHECK_NEAR(after.supplied, before.supplied, 1e-12 * before.supplied);
  CHECK_NEAR(pending_of(sim, &ledger_contacts), 0.5 * taken, 1e-12 * fabs(taken));
  test_steps(sim, 1);
  after = totals_of(sim);
  drift = ledger_of(&after) - after.supplied - ledger_of(&before) + before.supplied;
  test_note("pending %.3g J taken, %.3g J supplied; open by %.2g J after a step", taken, supplied,
            drift);
  CHECK(fabs(taken) > 1e-4);
  CHECK(fabs(drift) < share * fabs(taken));
  CALL(sim_destroy(&sim));
  test_end("the account stays closed when the step is halved at a restart");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  energies_go_on();
  a_new_step_changes_nothing();
  test_folder_remove();
}
