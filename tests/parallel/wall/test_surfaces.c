/* SPDX-License-Identifier: MIT */
/* Clumps in a can with a ball, a funnel and a block in it: the same bits on any number of ranks,
   with any lists and cuts, and through a restart; and circles and rectangles in two dimensions. */
#include "sim_test.h"

enum { STEPS = 1000 };

static const char can[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [1, 0, -3]}\n"
  "domain: {lo: [-3, -3, -3], hi: [3, 3, 3], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.1, .15,0,0,.1, .3,0,0,.1, .45,0,0,.1, .6,0,0,.1, "
  ".75,0,0,.1]}\n"
  "clumps:\n"
  "  - heap: {template: [pair, pole], count: 150, lo: [-2, -2, -.5], hi: [2, 2, 2.4], velocity: "
  "[0, 0, -4]}\n"
  "wall:\n"
  "  - can: {shape: cylinder, material: a, point: [0, 0, -2.5], radius: 2.7, length: 5, ends: "
  "closed}\n"
  "  - ball: {shape: sphere, material: a, point: [1, 0, -1.5], radius: .5, side: outside}\n"
  "  - funnel: {shape: cone, material: a, point: [-1, 0, -2], radius: [.4, 1], length: 1}\n"
  "  - block: {shape: box, material: a, lo: [0, 1, -2], hi: [.7, 1.6, -1], side: outside, "
  "attitude: [.9, .1, .3, .2]}\n"
  "  - sheet: {shape: plane, material: a, point: [0, -2, 0], normal: [0, 1, .3], side: both}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [1, -3], dimension: 2}\n"
  "domain: {lo: [-3, -3], hi: [3, 3], boundary: [open, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,.15, .2,0,.1]}\n"
  "clumps:\n  - heap: {template: [pair], count: 30, lo: [-1.5, -.5], hi: [1.5, 2], velocity: [0, "
  "-4]}\n"
  "wall:\n"
  "  - rim: {shape: sphere, material: a, point: [0, 0], radius: 2.7}\n"
  "  - rod: {shape: cylinder, material: a, point: [0, -2], radius: .5, side: outside}\n"
  "  - crate: {shape: box, material: a, lo: [-2, -2.6], hi: [2.6, 2.6]}\n";

static void run_alone(Sim *sim, int steps, void *digest)
{
  test_find_digest(sim, steps, digest);
  CHECK(contacts_count(sim->contacts) > 8 && test_owned(sim) >= 30);
  CHECK_INT(sim->energy.account.removed, 0); /* nothing gets through */
}

static void compare(const char *scenario, const char *fact)
{
  static const char *const options[] = {"", "-rebuild_every 3 -decomp_random 1",
                                        "-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells", "-search_method all_pairs"};
  uint64_t                 digest    = 0;

  test_alone(scenario, "", STEPS, run_alone, &digest, sizeof digest);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    test_steps(sim, STEPS / 2);
    if (k == 2) sim = test_restarted(sim, options[1]);
    test_steps(sim, STEPS - STEPS / 2);
    CHECK(test_digest(sim) == digest);
    CALL(sim_destroy(&sim));
  }
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  compare(can, "a can with a ball, a funnel, a block and a sheet: the same bits");
  compare(flat, "a circle, a rod and a crate in two dimensions: the same bits");
  test_folder_remove();
}
