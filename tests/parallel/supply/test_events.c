/* SPDX-License-Identifier: MIT */
/* Events start and stop motions and inlets: the same bits on any ranks, and through restarts in the
   middle of a delay, at the step in which an inlet is started, and between what an event starts and
   stops. */
#include "sim_test.h"

enum { STEPS = 700, IN_DELAY = 205, STARTED = 230, STOPPED = 450 };

/* An inlet fills a box; a delay later the floor shakes and a second inlet opens; when the clumps
   have an energy, a wall that pushes stops, and goes on when the floor has shaken. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, 0, -9]}\n" \
  "domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [open, periodic, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .4, friction: .5}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "  - left: {shape: plane, material: a, point: [-3, 0, 0], normal: [1, 0, 0]}\n" \
  "motion:\n" \
  "  - shake: {walls: [floor], type: oscillate, direction: [1, 0, 2], amplitude: .05,\n" \
  "            frequency: 7, after: filled, duration: .25}\n" \
  "  - push: {walls: [left], type: translate, velocity: [3, 0, 0], start: 0}\n" \
  "inlet:\n" \
  "  - feed: {template: [ball, pair], lo: [-1.5, -1.5, .5], hi: [3, 1.5, 3], every: .02,\n" \
  "           number_rate: 150, stop_number: 30, group: [first]}\n" \
  "  - late: {template: ball, lo: [-1, -1.5, 3], hi: [3, 1.5, 5], every: .03, mass_rate: 9,\n" \
  "           group: [second]}\n" \
  "outlet:\n  - side: {lo: [1.5, -2, 0], hi: [4, 2, .35], every: .1}\n" \
  "event:\n" \
  "  - filled: {when: inlet_done, of: feed, delay: .05, do: [start late]}\n" \
  "  - lively: {when: energy, above: 14, every: .01, do: [stop push]}\n" \
  "  - shaken: {when: motion_done, of: shake, do: [start push]}\n" \
  "  - enough: {when: number, of: second, above: 25, every: .005, do: [stop late]}\n" \
  "  - again: {when: event, of: enough, delay: .05, do: [start late]}\n" \
  "  - heavy: {when: mass, of: late, above: 2.5, do: [stop late]}\n" \
  "  - lost: {when: mass, of: side, above: .2}\n" \
  "  - struck: {when: force, of: floor, above: 100, every: .001, direction: [0, 0, -3]}\n"

static void check_events(const Sim *sim)
{
  for (int k = 0; k < sim_events(sim)->n; k++) {
    const EventObject *e = &sim_events(sim)->list[k];

    test_note("%s: happened at step %" PRId64 ", did what it does at %" PRId64, e->name,
              e->happened, e->acted);
    CHECK(e->happened > 0 && e->acted >= e->happened);
  }
  CHECK(sim_events(sim)->list[0].happened < IN_DELAY && sim_events(sim)->list[0].acted > IN_DELAY);
  CHECK_INT(sim_events(sim)->list[0].acted, STARTED);
  CHECK(sim_events(sim)->list[1].acted < STOPPED && sim_events(sim)->list[2].acted > STOPPED);
}

static void run_alone(Sim *sim, int steps, void *digest)
{
  test_find_digest(sim, steps, digest);
  check_events(sim);
}

/* Returns the digest at the end. Collective. */
static uint64_t all_happens(void)
{
  uint64_t digest = 0;

  test_alone(SCENE, "", STEPS, run_alone, &digest, sizeof digest);
  test_end("all events of the case happen, one of them in a delay where it is restarted");
  return digest;
}

static void ranks_and_lists_change_nothing(uint64_t expected)
{
  static const char *const ways[] = {"", "-decomp_random 7 -balance_every 50", "-rebuild_every 1"};

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, SCENE, ways[k]), STEPS),
                (int64_t)expected);
  test_end("events give the same bits on any ranks, with lists of any age");
}

static void restarts_change_nothing(int middle, uint64_t expected)
{
  test_restarts(SCENE, middle, STEPS, expected);
  test_end(
    "so does a run that is restarted on other ranks, in a delay, at the step that starts an inlet, "
    "or while a motion stands");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  expected = all_happens();
  ranks_and_lists_change_nothing(expected);
  if (test_size() != 3 && test_size() != 4) restarts_change_nothing(IN_DELAY, expected);
  if (test_size() <= 2) restarts_change_nothing(STARTED, expected);
  if (test_size() < 8) restarts_change_nothing(STOPPED, expected);
  test_folder_remove();
}
