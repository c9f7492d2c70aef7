/* SPDX-License-Identifier: MIT */
/* Servos on any ranks: the same bits through rebuilds and restarts; the force is kept at rest,
   without oscillation; and without a contact they move at their speed limit. */
#include "contact/wall_loads.h"
#include "sim_test.h"

enum { STEPS = 800, MIDDLE = 361 };

/* A lid presses a bed by a force that an event raises, a wall beside it by a stress; a paddle of
   two rods turns against a torque, and a plate of a clump pushes along x. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -3], hi: [4, 2, 6], boundary: [free, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .4, friction: .5}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - rod: {material: a, pebbles: [-1,0,0,.25, -.6,0,0,.25, -.2,.1,0,.25, .2,0,0,.25, " \
  ".6,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "  - left: {shape: plane, material: a, point: [-2, 0, 0], normal: [1, 0, 0]}\n" \
  "  - right: {shape: plane, material: a, point: [4, 0, 0], normal: [-1, 0, 0]}\n" \
  "  - lid: {shape: plane, material: a, point: [0, 0, 5], normal: [0, 0, -1]}\n" \
  "motion:\n" \
  "  - press: {walls: [lid], type: servo, direction: [0, 0, -2], force: 30, speed_limit: 20}\n" \
  "  - side: {walls: [left], type: servo, direction: [1, 0, 0], stress: .8, area: 12,\n" \
  "           speed_limit: 3, gain: .05, start: .1}\n" \
  "  - turn: {groups: [paddle], type: servo, torque: .5, point: [.5, 0, 1], axis: [0, 1, .3],\n" \
  "           speed_limit: 4, gain: .3}\n" \
  "  - push: {groups: [plate], type: servo, direction: [1, 0, 0], force: 2, speed_limit: 3,\n" \
  "           gain: .05}\n" \
  "clumps:\n  - one: {template: rod, position: [.5, 0, 1], group: [paddle]}\n" \
  "  - two: {template: rod, position: [-1, 1, .5], group: [plate]}\n" \
  "  - bed: {template: [pair, ball], count: 50, lo: [-1.5, -2, .3], hi: [3.5, 2, 4]}\n" \
  "event:\n  - more: {when: time, above: .3, do: [set motion_press_force 45]}\n"

static const char *const ways[] = {"", "-search_skin .02", "-decomp_random 7 -balance_every 50",
                                   "-halo_wide 1"};

static void ranks_and_lists_change_nothing(uint64_t expected)
{
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof ways / sizeof *ways)) continue;
    sim = test_sim(PETSC_COMM_WORLD, SCENE, ways[k]);

    test_steps(sim, STEPS);
    CHECK(sim->stages.counters.rebuilds < STEPS);
    CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
    CALL(sim_destroy(&sim));
  }
  test_end("servos of walls and groups give the same bits on any ranks, with lists of any age");
}

static void restarts_change_nothing(uint64_t expected)
{
  test_restarts(SCENE, MIDDLE, STEPS, expected);
  test_end("so does a run that is restarted on other ranks");
}

/* Force of the lid on the bed, N. */
static double pushed(Sim *sim)
{
  Sum sum = sim->contacts->on_walls[1].sum[WALL_FORCE + 2];

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum_value(&sum);
}

#define BED \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -9]}\n" \
  "domain: {lo: [-1, -1, -3], hi: [1, 1, 6], boundary: [periodic, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "  - lid: {shape: plane, material: a, point: [0, 0, 4], normal: [0, 0, -1]}\n" \
  "motion:\n  - press: {walls: [lid], type: servo, direction: [0, 0, -1], force: 30, " \
  "speed_limit: 2}\n" \
  "clumps:\n  - bed: {template: [ball], count: 40, lo: [-1, -1, 0], hi: [1, 1, 3.5]}\n" \
  "event:\n  - less: {when: time, above: 4, do: [set motion_press_force 20]}\n"

/* A lid comes down on a bed at its speed limit and presses it together. */
static void the_force_is_kept_at_rest(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, BED, "");
  double off = 0, height;

  test_steps(sim, 100); /* .1 s: it falls as far as the limit says, less the first step */
  height = sim->motion.walls.list[0].now.shift.z;
  CHECK_NEAR(height, -2 * 0.099, 1e-12);
  test_steps(sim, 2900);
  for (int k = 0; k < 100; k++) {
    test_steps(sim, 10);
    off = max_real(off, fabs(pushed(sim) / 30 - 1));
  }
  test_note("after 3 s the force is off by at most %.2g of 30 N", off);
  CHECK(off < 0.01);
  test_steps(sim, 1000);
  CHECK_NEAR(pushed(sim), 20, 0.2);
  CALL(sim_destroy(&sim));
  test_end("a lid keeps its force on a bed at rest within 1 %, without oscillation, and a new one");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  expected = test_digest_alone(SCENE, "-search_method all_pairs -rebuild_every 1", STEPS);
  ranks_and_lists_change_nothing(expected);
  restarts_change_nothing(expected);
  if (test_forms_here()) the_force_is_kept_at_rest();
  test_folder_remove();
}
