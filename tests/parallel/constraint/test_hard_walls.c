/* SPDX-License-Identifier: MIT */
/* Hard contacts with walls and groups that move, driven by their forces too: the same bits on any
   ranks, with lists of any age, and through restarts; so are the rows of the walls. */
#include "constraint/hard/hard.h"
#include "contact/wall_loads.h"
#include "sim_test.h"

enum { STEPS = 240, MIDDLE = 131 };

/* Balls without friction, and pills with it, in a periodic channel between a wall that swings and
   one that a servo pushes; a paddle of rods turns among them, and a plate is pushed by a servo. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 2e-3, seed: 5, gravity: [0, 6, -60]}\n" \
  "domain: {lo: [-3, -2, -1], hi: [3, 2, 6], boundary: [free, periodic, free]}\n" \
  "material:\n  - a: {density: 1}\n  - b: {density: 1}\n" \
  "constraint:\n" \
  "  - bb: {type: contact, between: [b, b], sweeps: 8, velocity_sweeps: 3, restitution: .3}\n" \
  "  - ab: {type: contact, between: [a, b], friction: .3, sweeps: 6, compliance: 1e-5}\n" \
  "  - aa: {type: contact, between: [a, a], friction: .5, sweeps: 8, compliance: 1e-4}\n" \
  "template:\n  - pill: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: b, pebbles: [0,0,0,.25]}\n" \
  "  - rod: {material: a, pebbles: [-1,0,0,.25, -.6,0,0,.25, -.2,.1,0,.25, .2,0,0,.25, " \
  ".6,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: b, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "  - left: {shape: plane, material: a, point: [-2.5, 0, 0], normal: [1, 0, 0]}\n" \
  "  - right: {shape: plane, material: a, point: [2.8, 0, 0], normal: [-1, 0, 0]}\n" \
  "motion:\n" \
  "  - side: {walls: [left], type: servo, direction: [1, 0, 0], force: 200, speed_limit: 1}\n" \
  "  - swing: {walls: [right], type: oscillate, direction: [1, 0, 0], amplitude: .1, frequency: " \
  "2}\n" \
  "  - turn: {groups: [paddle], type: rotate, point: [.5, 0, 1], axis: [0, 1, .3], rate: 2}\n" \
  "  - push: {groups: [plate], type: servo, direction: [1, 0, 0], force: 20, speed_limit: 2,\n" \
  "           gain: 2e-4}\n" \
  "clumps:\n  - one: {template: rod, position: [.5, 0, 1], group: [paddle]}\n" \
  "  - two: {template: rod, position: [-1, 1, .5], group: [plate]}\n" \
  "  - bed: {template: [pill, ball], count: 70, lo: [-2.2, -2, .3], hi: [2.5, 2, 3.5]}\n" \
  "output: {walls_every: .1}\n"

static const char *const ways[] = {"", "-rebuild_every 7 -balance_every 50",
                                   "-decomp_random 7 -rebuild_every 1000", "-halo_wide 1"};

/* A number for the loads on all walls and groups and their work so far: its digits. */
static double loads_of(const Sim *sim)
{
  double all = 0;

  for (int w = 0; w < sim->walls.n + sim->motion.walls.driven.n; w++) {
    const bool wall    = w < sim->walls.n;
    Sum        sums[2] = {wall ? sim->contacts->on_walls[w].sum[WALL_FORCE]
                               : sim->motion.walls.driven.list[w - sim->walls.n].sum[DRIVEN_FORCE],
                   sim_wall_account(sim)->work[w]};

    CALL(sum_reduce(&sim->par, sums, 2));
    all += (w + 1) * (sum_value(&sums[0]) + 3 * sum_value(&sums[1]));
  }
  return all;
}

typedef struct {
  uint64_t digest;
  double   loads;
} Outcome;

static void find_outcome(Sim *sim, int steps, void *outcome)
{
  test_steps(sim, steps);
  *(Outcome *)outcome = (Outcome){test_digest(sim), loads_of(sim)};
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  Outcome alone;

  test_alone(SCENE, "-search_method all_pairs -rebuild_every 1", STEPS, find_outcome, &alone,
             sizeof alone);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Sim    *sim;
    Totals  t;
    int64_t spheres;

    if (!test_way_here(k, sizeof ways / sizeof *ways)) continue;
    sim = test_sim(PETSC_COMM_WORLD, SCENE, ways[k]);
    test_steps(sim, STEPS);
    t = totals_of(sim);
    CHECK(test_digest(sim) == alone.digest);
    CHECK(loads_of(sim) == alone.loads);
    spheres = test_sum(sim, sim->constraints.hard->spheres.n);
    CHECK(t.contacts > 60 && spheres > 2);
    test_note("%d contacts, %d of spheres, %g J supplied, %d rebuilds", (int)t.contacts,
              (int)spheres, t.supplied, (int)sim->stages.counters.rebuilds);
    CALL(sim_destroy(&sim));
  }
  test_end("hard contacts with what moves give the same bits and loads on any ranks");
  test_restarts(SCENE, MIDDLE, STEPS, alone.digest);
  test_end("so does a run that is restarted on other ranks");
  test_folder_remove();
}
