/* SPDX-License-Identifier: MIT */
/* dt: auto has the same bits on any number of ranks and after a restart, and knows the fall to the
   walls. The rule: docs/physics/timestep.md. */
#include "timestep.h"

static const char *const falling =
  "schema: 1\nrun: {end_time: 1, dt: auto, gravity: [0, 0, -10]}\n"
  "domain: {lo: [0, 0, -1], hi: [9, 9, 9], boundary: [periodic, periodic, free]}\n"
  "material:\n  - s: {density: 1000, young: 1e6, poisson: .3}\n"
  "contact:\n  - ss: {between: [s, s], normal: hertz, restitution: .5}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .1, .1, 0, 0, .1]}\n"
  "clumps:\n  - all: {template: pair, count: 9, lo: [0, 0, 4], hi: [9, 9, 5]}\n"
  "  - late: {template: pair, position: [3, 3, 7], velocity: [0, 0, -2], at: 0.5}\n"
  "wall:\n  - slope: {shape: plane, material: s, point: [0, 0, 2], normal: [0, 0, 1]}\n";

/* Fall to the wall from the highest clump, which enters later. */
static void the_fall_counts(void)
{
  Sim *all   = test_sim(PETSC_COMM_WORLD, falling, ""),
      *alone = test_sim(PETSC_COMM_SELF, falling, "");
  Sim *given = test_sim(PETSC_COMM_WORLD, falling, "-run_impact_speed 5");

  CHECK_NEAR(sim_impact(all)->fall, sqrt(2 * 10 * 5), 1e-3); /* rounding of positions */
  CHECK_NEAR(sim_impact(all)->free, 2, 1e-12);
  CHECK_BITS(all->clock.dt, alone->clock.dt);
  CHECK(given->clock.dt > all->clock.dt);
  CALL(sim_destroy(&all));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&given));
  test_end("the fall to the wall and the speed of later clumps count, the same on any ranks; a "
           "given speed counts alone");
}

/* Stiff, so that overlaps stay below overlap_limit. */
static void a_restart_keeps_the_step(void)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD, falling, "-material_s_young 1e9"), *again;
  char     options[400];
  bool     written;
  uint64_t digest;

  test_steps(sim, 400);
  CALL(save_write(sim, &written));
  CHECK(written);
  test_steps(sim, 200);
  digest = test_digest(sim);
  snprintf(options, sizeof options, "-restart %s/restart", test_folder());
  again = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK_BITS(sim_auto_dt(again)->most, sim_auto_dt(sim)->most);
  CHECK_BITS(sim_impact(again)->fall, sim_impact(sim)->fall);
  CHECK_INT(again->warnings.n,
            0); /* no warning that the step differs from the one that would be chosen now */
  test_steps(again, 200);
  CHECK(test_digest(again) == digest);
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&again));
  test_end("a restart keeps the step and the speeds it was made for, to the bit");
}

/* With four times the gravity the clump that waits at 7 m gains twice the speed. The overlaps of
   these impacts are below the largest that dt: auto takes for stiffnesses, a reduced radius. */
static void another_gravity_is_another_fall(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, falling, "-material_s_young 1e9"), *again;
  char   options[400];
  bool   written;
  double dt = sim->clock.dt;

  test_steps(sim, 400);
  CALL(save_write(sim, &written));
  CALL(sim_destroy(&sim));
  snprintf(options, sizeof options, "-restart %s/restart -run_gravity 0,0,-40", test_folder());
  again = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK_NEAR(sim_impact(again)->fall, sqrt(2 * 40 * 5), 1e-3); /* rounding of positions */
  CHECK(again->clock.dt < 0.95 * dt); /* v^(-1/5) of a contact, v^(-1/10) of a dashpot */
  CALL(save_write(again, &written));
  dt = again->clock.dt;
  CALL(sim_destroy(&again));
  again = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK_BITS(again->clock.dt, dt);
  CHECK_INT(again->warnings.n, 0);
  CALL(sim_destroy(&again));
  test_end("a restart with another gravity finds the fall and the step anew, and a restart of that "
           "keeps them");
}

/* Springs that are made later, and materials from which a law takes its restitution. */
static const char *const sprung =
  "schema: 1\nrun: {end_time: 1, dt: auto}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - s: {density: 1000, restitution: .5}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e3}\n"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .04]}\n"
  "clumps:\n  - all: {template: ball, count: 60, lo: [0, 0, 0], hi: [1, 1, 1]}\n"
  "spring:\n  - net: {between: [s, s], distance: .5, stiffness: 1000, at: .01}\n";

static void what_follows_in_the_run_does_not_count(void)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD, sprung, ""), *again;
  char     options[400];
  bool     written;
  uint64_t digest;
  double   dt = sim->clock.dt;

  test_steps(sim, 100);
  CHECK(sim->links.most > 3);
  CALL(save_write(sim, &written));
  test_steps(sim, 50);
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  snprintf(options, sizeof options, "-restart %s/restart -run_end_time 2", test_folder());
  again = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK_BITS(again->clock.dt, dt);
  CHECK_INT(again->clock.first, 0);
  test_steps(again, 50);
  CHECK(test_digest(again) == digest);
  CALL(sim_destroy(&again));
  snprintf(options, sizeof options, "-restart %s/restart -spring_net_stiffness 1100",
           test_folder());
  again = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK(again->clock.dt < 0.95 * dt);
  CALL(sim_destroy(&again));
  test_end("a restart keeps the step if links made in the run would shorten it, unless options "
           "change");
}

TESTS(.ranks = {1, 3})
{
  the_fall_counts();
  a_restart_keeps_the_step();
  another_gravity_is_another_fall();
  what_follows_in_the_run_does_not_count();
  test_folder_remove();
}
