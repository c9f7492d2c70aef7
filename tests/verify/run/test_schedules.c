/* SPDX-License-Identifier: MIT */
/* Steps at which outlets take clumps and events happen, bounds included: balls that move with 1 m/s
   and a step of 1/64 s, so that times and places are exact. */
#include "verify/verify.h"

#define STEP (1. / 64)

/* Balls in a row along x at 1/2, 1, 3/2 .. m; more: sections that follow. */
static Sim *row_of(int n, const char *more)
{
  Draft t = {0}, rows = {0};

  add(&rows, "template,x,y,z,vx,vy,vz\n");
  for (int k = 0; k < n; k++) add(&rows, "ball,%.17g,4,4,1,0,0\n", 0.5 * (k + 1));
  test_file("rows.csv", rows.text);
  add(&t,
      "schema: 1\nrun: {end_time: 99, dt: %.17g}\n"
      "domain: {lo: [0, 0, 0], hi: [8, 8, 8], boundary: [open, open, open]}\n"
      "material:\n  - a: {density: 1, young: 1e5}\n"
      "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e-3, restitution: 1}\n"
      "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .0625]}\n"
      "clumps:\n  - all: {file: rows.csv, group: [all]}\n%s",
      STEP, more);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* The steps after which an outlet has taken 1, 2 .. clumps. */
static void check_exits(const char *keys, int n, const int64_t *step)
{
  Draft   t   = {0};
  int64_t had = 0;
  Sim    *sim;

  add(&t, "outlet:\n  - out: {lo: [2, 3, 3], hi: [7, 5, 5], %s}\n", keys);
  sim = row_of(4, t.text);
  for (int k = 1; k <= 160; k++) {
    test_steps(sim, 1);
    for (; had < sim_outlets(sim)->list[0].clumps; had++)
      if (had >= n || step[had] != k)
        test_fail(__FILE__, __LINE__, "%s: clump %d is taken in step %d", keys, (int)had + 1, k);
  }
  CHECK_INT(had, n);
  CALL(sim_destroy(&sim));
}

/* The balls, at 2, 3/2, 1 and 1/2 m, are in the outlet from 0, 1/2, 1 and 3/2 s on. */
static void outlets_look_when_they_say(void)
{
  char keys[200];

  check_exits("every: 0", 4, (int64_t[]){1, 32, 64, 96});
  check_exits("every: .375, start: .25", 4, (int64_t[]){16, 40, 64, 112});
  check_exits("every: .375, start: .25, stop_time: 1", 2, (int64_t[]){16, 40});
  check_exits("every: .375, start: .25, stop_time: 1.01", 3, (int64_t[]){16, 40, 64});
  check_exits("start: .78125", 4, (int64_t[]){50, 50, 64, 96});
  /* the time that a step has reached is 1e-9 of a step later, so that rounding delays nothing:
     bounds at that very time */
  snprintf(keys, sizeof keys, "every: 9, start: %.17g", time_reached(0.25, STEP));
  check_exits(keys, 1, (int64_t[]){16});
  snprintf(keys, sizeof keys, "stop_time: %.17g", time_reached(0.5, STEP));
  check_exits(keys, 1, (int64_t[]){1});
  test_end("outlets take at their first check, at the following ones, and not at their stop_time");
}

/* Steps at which an event happens and acts within 160 steps; 0: never. The outlet takes clumps in
   steps 1, 32, 64 and 96, so that 3, 2, 1 and 0 of 4 are there. */
static void check_event(const char *keys, int64_t happened, int64_t acted)
{
  Draft t = {0};
  Sim  *sim;

  add(&t, "outlet:\n  - out: {lo: [2, 3, 3], hi: [7, 5, 5]}\nevent:\n  - it: {%s}\n", keys);
  sim = row_of(4, t.text);
  test_steps(sim, 160);
  if (sim_events(sim)->list[0].happened != happened || sim_events(sim)->list[0].acted != acted)
    test_fail(__FILE__, __LINE__, "%s: step %d, acted in step %d", keys,
              (int)sim_events(sim)->list[0].happened, (int)sim_events(sim)->list[0].acted);
  CALL(sim_destroy(&sim));
}

static void events_happen_at_their_bounds(void)
{
  const double mass = pi / 6 / 512; /* of a ball, kg */
  char         keys[200];

  check_event("when: number, of: out, above: 2", 32, 32);
  check_event("when: number, of: out, above: 2.5", 64, 64);
  check_event("when: number, of: all, below: 2, every: .015625", 32, 32);
  check_event("when: number, below: 1.5, every: .015625", 64, 64);
  check_event("when: number, below: 1, every: .3125", 80, 80);
  check_event("when: number, of: out, above: 2, below: 2, delay: .25", 32, 48);
  check_event("when: number, of: out, above: 2, start: .75, delay: .25", 48, 64);
  check_event("when: number, of: out, above: 5", 0, 0);
  snprintf(keys, sizeof keys, "when: mass, of: out, above: %.17g", 2.5 * mass);
  check_event(keys, 64, 64);
  snprintf(keys, sizeof keys, "when: mass, of: all, below: %.17g, every: .015625", 2.5 * mass);
  check_event(keys, 32, 32);
  /* of 4 balls with 1 m/s the energy is half their mass */
  snprintf(keys, sizeof keys, "when: energy, below: %.17g, every: .015625", 0.5 * 1.5 * mass);
  check_event(keys, 64, 64);
  snprintf(keys, sizeof keys, "when: energy, of: kinetic_translational, below: %.17g, every: .5",
           0.5 * 2.5 * mass);
  check_event(keys, 32, 32);
  /* times at their bounds, which are 1e-9 of a step after the step (clock_reached) */
  snprintf(keys, sizeof keys, "when: time, above: %.17g", time_reached(0.25, STEP));
  check_event(keys, 16, 16);
  snprintf(keys, sizeof keys, "when: number, of: out, above: 2, delay: %.17g",
           time_reached(0.75, STEP) - 0.5);
  check_event(keys, 32, 48);
  snprintf(keys, sizeof keys, "when: number, of: out, above: 1, start: %.17g",
           time_reached(0.75, STEP));
  check_event(keys, 48, 48);
  test_end(
    "events happen when a number, a mass, an energy or a time is at its bound, and act after "
    "their delay");
}

TESTS(.ranks = {1})
{
  outlets_look_when_they_say();
  events_happen_at_their_bounds();
  test_folder_remove();
}
