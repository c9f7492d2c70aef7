/* SPDX-License-Identifier: MIT */
/* Walls that move, on any ranks: the same bits through rebuilds, balances and restarts in the
   middle of motions. Lists of any age hold every contact. */
#include "sim_test.h"

enum { STEPS = 600, MIDDLE = 248 };

/* A box that is periodic along y: the floor shakes, then tilts about y and back; a belt leans on
   one side, a piston comes from the other, and a lid that shakes and moves comes down. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, 1, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [open, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .4, friction: .5, rolling: elastic_plastic,\n" \
  "          rolling_friction: .1}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "  - belt: {shape: plane, material: a, point: [-2.9, 0, 0], normal: [1, 0, .3]}\n" \
  "  - piston: {shape: plane, material: a, point: [3.9, 0, 0], normal: [-1, 0, 0]}\n" \
  "  - lid: {shape: plane, material: a, point: [0, 0, 5], normal: [0, 0, -1]}\n" \
  "motion:\n" \
  "  - shake: {walls: [floor, lid], type: oscillate, direction: [1, 0, 2], amplitude: .05,\n" \
  "            frequency: 7, phase: 30, end: .4}\n" \
  "  - tilt: {walls: [floor], type: rotate, point: [1, 0, 0], axis: [0, 1, 0], rate: .8,\n" \
  "           start: .1, end: .4}\n" \
  "  - back: {walls: [floor], type: rotate, point: [1, 3, 0], axis: [0, -2, 0], rate: 1.1,\n" \
  "           start: .3}\n" \
  "  - belt: {walls: [belt], type: surface, velocity: [-.6, .5, 2]}\n" \
  "  - push: {walls: [piston], type: translate, velocity: [-1.5, 0, 0], start: .05}\n" \
  "  - close: {walls: [lid], type: translate, velocity: [.2, 0, -2], end: .5}\n" \
  "clumps:\n  - bed: {template: [pair, ball], count: 60, lo: [-1.5, -2, .3], hi: [3.5, 2, 4]}\n" \
  "  - late: {template: ball, position: [1, 0, 4], at: .1}\n"

/* Clumps at rest, and a wall that turns towards them and away again: lists are renewed for it
   alone. */
#define SWING \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, 0], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [open, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - door: {shape: plane, material: a, point: [-3, 0, 0], normal: [0, 0, 1]}\n" \
  "motion:\n" \
  "  - swing: {walls: [door], type: rotate, point: [-3, 0, 0], axis: [0, -1, 0], rate: 1.5,\n" \
  "            start: .1, end: .5}\n" \
  "clumps:\n  - bed: {template: [ball], count: 20, lo: [1, -2, 1], hi: [3.5, 2, 4]}\n"

/* A box that turns about an axis of no symmetry, with a ball and a closed cylinder that stir in
   it. */
#define MIXER \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - pair: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2]}\n" \
  "wall:\n  - crate: {shape: box, material: a, lo: [-2, -2, -2], hi: [2, 1.5, 2], side: inside}\n" \
  "  - ball: {shape: sphere, material: a, point: [0, 0, 1], radius: .4, side: outside}\n" \
  "  - rod: {shape: cylinder, material: a, point: [-.8, -1, -1], axis: [0, 1, 0], radius: .2,\n" \
  "          length: 1.5, ends: closed, side: outside}\n" \
  "motion:\n" \
  "  - tumble: {walls: [crate, rod], type: rotate, point: [0, .1, 0], axis: [1, 2, .5], rate: " \
  "2}\n" \
  "  - dip: {walls: [ball], type: oscillate, direction: [0, 1, 3], amplitude: .4, frequency: 3}\n" \
  "  - haul: {walls: [crate, rod], type: translate, velocity: [.3, 0, .5], start: .2, end: .4}\n" \
  "clumps:\n  - bed: {template: [ball, pair], count: 40, lo: [-1.9, -1.9, -1.9], hi: [1.9, 1.4, " \
  "1.9]}\n"

/* A crate that follows a table of positions and attitudes, which a checkpoint holds. */
#define POUR \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-6, -6, -6], hi: [6, 6, 6], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n" \
  "  - crate: {shape: box, material: a, lo: [-2, -2, -2], hi: [2, 1.5, 2], side: inside}\n" \
  "motion:\n" \
  "  - pour: {walls: [crate], type: table, file: pour.csv, pivot: [0, 0, -2], start: .05}\n" \
  "  - shake: {walls: [crate], type: oscillate, direction: [1, 0, 0], amplitude: .1,\n" \
  "            frequency: 5, ramp: .1, end: .4}\n" \
  "clumps:\n  - bed: {template: [ball], count: 30, lo: [-1.9, -1.9, -1.9], hi: [1.9, 1.4, " \
  "1.9]}\n"

#define POUR_TABLE \
  "time,x,y,z,qw,qx,qy,qz\n0,0,0,-2,1,0,0,0\n.1,.1,0,-2,.99,.1,.1,0\n.2,.3,0,-1.5,.8,.1,.6,.2\n" \
  ".4,.1,0.4,-2,-.5,0,-.9,0\n"

static const char *const scenes[] = {SCENE, SWING, MIXER, POUR};

static const char *const ways[] = {"", "-search_method cells", "-search_skin .02",
                                   "-decomp_random 7 -balance_every 50", "-search_skin 2"};

static void run_ways(const char *scene)
{
  const uint64_t expected =
    test_digest_alone(scene, "-search_method all_pairs -rebuild_every 1", STEPS);

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof ways / sizeof *ways)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scene, ways[k]);

    test_steps(sim, STEPS);
    CHECK(sim->stages.counters.rebuilds < STEPS || k == 1);
    CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
    CALL(sim_destroy(&sim));
  }
}

static void ranks_and_lists_change_nothing(void)
{
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) run_ways(scenes[k]);
  test_end("walls that move give the same bits on any ranks, with lists of any age");
}

/* The table has gone when the run goes on. */
static void restart(const char *scene)
{
  uint64_t expected;
  char     options[400];
  bool     written;
  Sim     *sim;

  test_file("pour.csv", POUR_TABLE);
  expected = test_digest_alone(scene, "", STEPS);
  snprintf(options, sizeof options, "%s/pour.csv", test_folder());
  sim = test_sim_alone(scene, "");
  if (sim) {
    test_steps(sim, MIDDLE);
    CALL(save_write(sim, &written));
    CALL(sim_destroy(&sim));
    CHECK_INT(unlink(options), 0);
  }
  (void)test_of_rank_0(0);
  snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5", test_folder(), MIDDLE);
  sim = test_sim(PETSC_COMM_WORLD, NULL, options);
  test_steps(sim, STEPS - MIDDLE);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
  CALL(sim_destroy(&sim));
}

static void restarts_change_nothing(void)
{
  if (test_size() != 3 && test_size() != 4) restart(SCENE);
  if (test_size() != 2 && test_size() != 8) restart(POUR);
  test_end("so does a run that is restarted on other ranks in the middle of motions");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  test_file("pour.csv", POUR_TABLE);
  ranks_and_lists_change_nothing();
  restarts_change_nothing();
  test_folder_remove();
}
