/* SPDX-License-Identifier: MIT */
/* A simulation made from a checkpoint has every number of the one that wrote it. */
#include "sim_test.h"

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 1e-4}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, open, free]}\n"
  "material:\n"
  "  - a: {density: 1000, young: 1e6, poisson: 0.3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hertz, restitution: 0.5, tangential: mindlin, friction: "
  "0.5}\n"
  "template:\n"
  "  - ball: {material: a, pebbles: [0, 0, 0, 0.3]}\n"
  "clumps:\n"
  "  - one: {template: [ball], position: [0.1, 1, 1], velocity: [-0.3, 0, 0]}\n"
  "  - two: {template: [ball], position: [3.55, 1.1, 1], velocity: [0.2, 0, 0], spin: [0, 0, 3]}\n"
  "  - three: {template: [ball], position: [0.2, 3.9, 1], velocity: [0, 5, 0]}\n";

enum { STEPS = 300 }; /* the third leaves */

/* Bodies that have left needed so many bits. */
static void set_spare(Sim *sim, int spare)
{
  sim->loads->spare = spare;
  loads_set_force(sim->loads, quantum_of(sim->loads->force.exponent, spare),
                  sim->loads->force.exponent + 5); /* as if couples had raised that of torques */
  sim->loads->work = quantum_of(sim->loads->work.exponent, spare);
}

static void check_quantum(const Quantum *now, const Quantum *then, int more)
{
  CHECK_INT(now->exponent, then->exponent + more);
  CHECK_BITS(now->quantum, ldexp(then->quantum, more));
  CHECK_BITS(now->inverse, ldexp(then->inverse, -more));
}

/* `spare` bits in the checkpoint, `expected` after the restart with option `more`: these bodies
   need 13. */
static void restored(int spare, int expected, const char *more)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD, scenario, ""), *other;
  char     options[400];
  Sum      taken[2];
  bool     written;
  uint64_t before, after;

  test_steps(sim, STEPS);
  set_spare(sim, spare);
  before = test_digest(sim);
  CHECK_INT(sim->energy.account.removed, 1);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5 %s", test_folder(), STEPS,
           more);
  other = test_sim(PETSC_COMM_WORLD, NULL, options);
  after = test_digest(other);
  CHECK_INT(other->loads->spare, expected);
  check_quantum(&other->loads->force, &sim->loads->force, expected - spare);
  check_quantum(&other->loads->torque, &sim->loads->torque, expected - spare);
  check_quantum(&other->loads->work, &sim->loads->work, expected - spare);
  CHECK_INT(other->clock.step, sim->clock.step);
  CHECK_INT(other->clock.first, sim->clock.first);
  CHECK_BITS(other->clock.t0, sim->clock.t0);
  CHECK_BITS(other->clock.dt, sim->clock.dt);
  CHECK_INT(other->energy.account.next_id, sim->energy.account.next_id);
  CHECK_INT(other->energy.account.removed, 1);
  CHECK_BITS(other->space.domain.quantum, sim->space.domain.quantum);
  for (int k = 0; k < 2; k++) {
    taken[k] = *ledger_sum(k ? &other->energy.ledger : &sim->energy.ledger, &ledger_contacts);
    CALL(sum_reduce(&sim->par, &taken[k], 1));
  }
  CHECK(memcmp(taken[0].limb, taken[1].limb, sizeof taken[0].limb) == 0);
  CHECK(sum_value(&taken[0]) > 0);                 /* the first two have met */
  CHECK((before == after) == (spare == expected)); /* quanta are state */
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&other));
}

TESTS(.ranks = {1, 2})
{
  restored(13, 13, "");
  test_end("a restart has the step, time, counters and energy of the run that wrote the "
           "checkpoint, and its digest");
  restored(20, 20, "");
  test_end("sums keep the room of bodies that have left since");
  restored(11, 11, "-run_end_time 2 -output_log_every 1");
  test_end("and that of the run that goes on, where no option changes what happens");
  restored(11, 13, "-run_seed 2");
  test_end("sums get more room where bodies have come that need it, with quanta as much coarser");
  test_folder_remove();
}
