/* SPDX-License-Identifier: MIT */
/* Wall time by stages: one is active at a time, and every moment belongs to one. */
#define _POSIX_C_SOURCE 200809L
#include "sim_test.h"
#include <time.h>

static const double NAP = 2e-3; /* s; a sleep is never shorter */

static void nap(void)
{
  nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * NAP)}, NULL);
}

/* Time of all stages and of none. */
static double sum_of(const Stages *s)
{
  double sum = 0;

  for (int k = 0; k <= STAGES; k++) sum += s->seconds[k];
  return sum;
}

static void time_goes_to_the_active_stage(void)
{
  Stages s;
  double start;

  CALL(stages_create(&s));
  start = s.since;
  CHECK_INT(stage(&s, STAGE_MOTION), STAGE_NONE);
  nap();
  CHECK_INT(stage(&s, STAGE_MOTION), STAGE_MOTION); /* goes on */
  nap();
  CHECK_INT(stage(&s, STAGE_CARRY), STAGE_MOTION);
  nap();
  CHECK_INT(stage(&s, STAGE_NONE), STAGE_CARRY);
  CHECK(s.seconds[STAGE_MOTION] >= 2 * NAP && s.seconds[STAGE_CARRY] >= NAP);
  CHECK(stages_times(&s).motion == s.seconds[STAGE_MOTION]);
  CHECK(stages_times(&s).rebuild == s.seconds[STAGE_CARRY]);
  CHECK(stages_busy(&s) == s.seconds[STAGE_MOTION] && stages_exchange(&s) == 0);
  CHECK_NEAR(sum_of(&s), s.since - start, 1e-6); /* rounding of wall times since 1970 */
  test_end("the time between two switches goes to the stage that was active, and to no other");
}

static const char gas[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 2, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 3, 2], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: 1}\n"
  "template:\n  - one: {material: a, pebbles: [0,0,0,.2]}\n"
  "clumps:\n  - all: {template: [one], count: 40, lo: [0, 0, .5], hi: [4, 3, 1.5], velocity: "
  "[1, 0, 0]}\n"
  "search: {skin: .3}\n";

/* Each function that has stages of its own gives the present one back. */
static void stages_are_given_back(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, gas, "");

  CHECK_INT(sim->stages.now, STAGE_NONE);
  test_steps(sim, 3);
  CHECK_INT(sim->stages.now, STAGE_NONE);
  stage(&sim->stages, STAGE_OUTPUT);
  sim->motion.half_kick_due = true; /* as within a step */
  sim_complete(sim);
  CHECK_INT(sim->stages.now, STAGE_OUTPUT);
  CALL(sim_narrow(sim));
  CHECK_INT(sim->stages.now, STAGE_OUTPUT);
  CALL(sim_rebuild(sim, 0, true));
  CHECK_INT(sim->stages.now, STAGE_OUTPUT);
  CALL(sim_assess_balance(sim, false, 0));
  CHECK_INT(sim->stages.now, STAGE_OUTPUT);
  CALL(sim_destroy(&sim));
  test_end("completing a step, narrowing and rebuilding go back to the stage in which they began");
}

static void lists_have_accounts_of_their_own(void)
{
  Sim       *sim = test_sim(PETSC_COMM_WORLD, gas, "");
  StageTimes t[4];

  test_steps(sim, 2);
  t[0] = stages_times(&sim->stages);
  CALL(sim_narrow(sim));
  t[1] = stages_times(&sim->stages);
  CALL(sim_rebuild(sim, 0, false));
  t[2] = stages_times(&sim->stages);
  test_steps(sim, 1);
  t[3] = stages_times(&sim->stages);
  CHECK(t[1].narrow > t[0].narrow && t[1].rebuild == t[0].rebuild);
  CHECK(t[2].rebuild > t[1].rebuild && t[2].narrow == t[1].narrow);
  for (int k = 1; k <= 2; k++)
    CHECK(t[k].refresh == t[0].refresh && t[k].reduce == t[0].reduce && t[k].place == t[0].place &&
          t[k].motion == t[0].motion && t[k].contacts == t[0].contacts);
  CHECK(t[3].rebuild == t[2].rebuild && t[3].narrow == t[2].narrow);
  CHECK(t[3].refresh > t[2].refresh && t[3].reduce > t[2].reduce && t[3].motion > t[2].motion &&
        t[3].contacts > t[2].contacts);
  CALL(sim_destroy(&sim));
  test_end(
    "time of new lists, exchanges of poses included, counts as such and not as that of steps");
}

TESTS(.ranks = {1, 2})
{
  time_goes_to_the_active_stage();
  stages_are_given_back();
  lists_have_accounts_of_their_own();
  test_folder_remove();
}
