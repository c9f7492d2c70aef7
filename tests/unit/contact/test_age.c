/* SPDX-License-Identifier: MIT */
/* age: kept is the time since two bodies touched: one that flies to a wall at a constant speed
   touches at a known time, in a step; the age goes on through a restart. */
#include "contact/contact_listeners.h"
#include "sim_test.h"

enum { AFTER = 250 };

/* The gap of 1.03 mm closes at 1 m/s in 10.3 steps. */
static const char flight[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 1e-4, gravity: [0, 0, 0]}\n"
  "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, free]}\n"
  "material:\n  - s: {density: 1000}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2e3, restitution: 1, age: kept}\n"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
  "clumps:\n  - one: {template: [ball], position: [0, 0, .10103], velocity: [0, 0, -1]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n";

typedef struct {
  int    n;
  bool   fresh;
  double age;
} Seen;

static void forget(void *self)
{
  *(Seen *)self = (Seen){0};
}

static void note(void *self, const ContactSeen *c)
{
  *(Seen *)self = (Seen){1, c->fresh, c->age};
}

TESTS(.ranks = {1})
{
  Seen                  seen    = {0};
  const ContactListener watcher = {
    .self = &seen, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = note};
  Sim *sim;

  sim = test_sim(PETSC_COMM_WORLD, flight, "");
  CALL(contact_listeners_add(&sim->modules.listeners, &watcher));
  test_steps(sim, 10);
  CHECK_INT(seen.n, 0);
  test_steps(sim, 1);
  CHECK(seen.n == 1 && seen.fresh);
  CHECK_NEAR(seen.age, 7e-5, 1e-9); /* places are rounded to the grid, 1e-15 m or less at 1 m/s */
  test_steps(sim, AFTER - 11);
  CHECK(seen.n == 1 && !seen.fresh);
  CHECK_NEAR(seen.age, AFTER * 1e-4 - 1.03e-3, 1e-9);
  sim = test_restarted(sim, "");
  CALL(contact_listeners_add(&sim->modules.listeners, &watcher));
  test_steps(sim, 1);
  CHECK_NEAR(seen.age, (AFTER + 1) * 1e-4 - 1.03e-3, 1e-9);
  test_end("the age of a contact counts from the time of touching, and goes on through a restart");
  CALL(sim_destroy(&sim));
  test_folder_remove();
}
