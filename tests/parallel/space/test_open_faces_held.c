/* SPDX-License-Identifier: MIT */
/* Clumps leave through an open face in their own step, do not count in the travel afterwards, and
   leave also if they are held outside. */
#include "sim_test.h"

/* A row of grains walks out, one after the other. */
static void nobody_waits_for_who_leaves(void)
{
  static const char row[] =
    "schema: 1\n"
    "run: {end_time: 9, dt: 1e-3}\n"
    "domain: {lo: [-3, -1, -1], hi: [3, 1, 1], boundary: [open, open, free]}\n"
    "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8}\n"
    "template:\n  - grain: {material: a, pebbles: [0,0,0,.02]}\n  - pair: {material: a, pebbles: "
    "[0,0,0,.02, .03,0,0,.02]}\n"
    "clumps:\n  - row: {template: [grain, pair], count: 60, lo: [-3, -1, -1], hi: [3, 1, 1], "
    "velocity: [10, 0, 0]}\n";
  Sim *sim =
    test_sim(PETSC_COMM_WORLD, row, "-search_skin 5.9 -balance_threshold 0 -rebuild_every 1000");
  Counters start;

  start = sim->stages.counters;
  test_steps(sim, 300);
  CHECK(test_total(test_owned(sim)) < 40); /* some 30 have left, one by one */
  CHECK_INT(sim->stages.counters.rebuilds - start.rebuilds, 0);
  CHECK(sim->stages.counters.repeats - start.repeats <=
        1); /* the first step, whose travel nobody knew ahead */
  CALL(sim_destroy(&sim));
  test_end("nobody's leaving makes new lists, nor is a step done twice for it");
}

/* A clump flies out of a bed at rest: lists do not age by its motion after it has left. */
static void who_has_left_does_not_travel(void)
{
  static const char bed[] =
    "schema: 1\n"
    "run: {end_time: 9, dt: 1e-3}\n"
    "domain: {lo: [0, 0, 0], hi: [9, 9, 4], boundary: [open, open, free]}\n"
    "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8}\n"
    "template:\n  - grain: {material: a, pebbles: [0,0,0,.1]}\n  - pair: {material: a, pebbles: "
    "[0,0,0,.1, .1,0,0,.1]}\n"
    "clumps:\n  - bed: {template: [grain, pair], count: 200, lo: [0, 0, 0], hi: [9, 9, 2]}\n"
    "  - bird: {template: [pair], position: [8.99995, 5, 3], velocity: [0.01, 0, 0]}\n";
  Sim   *sim = test_sim(PETSC_COMM_WORLD, bed, "-search_skin 1 -balance_threshold 0");
  Travel moved;

  test_steps(sim, 8);
  CHECK_INT(test_total(test_owned(sim)), 200);
  moved = sim->lists.moved;
  test_steps(sim, 3);
  CHECK(sim->lists.moved.way - moved.way <
        10 * sim->space.domain.grain); /* rounding of coordinates, along all axes */
  CALL(sim_destroy(&sim));
  test_end("who has left does not make lists stale");
}

static const char pen[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [10, 10, 10], boundary: [free, free, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8}\n"
  "template:\n  - grain: {material: a, pebbles: [0,0,0,.1]}\n"
  "clumps:\n  - all: {file: held.csv}\n";

/* Bodies that never move, and that a restart with another box leaves outside, have left at its
   first step, whoever else is there. */
static void who_is_held_outside_leaves(void)
{
  enum { HELD = 90 };
  char text[HELD * 40 + 200] = "template,x,y,z,blocked\ngrain,1,5,5,\ngrain,1,7,5,\n";
  Sim *sim;
  bool written;

  for (int k = 0; k < HELD; k++)
    snprintf(text + strlen(text), 40, "grain,9,%d,%d,xyzXYZ\n", 1 + k % 9,
             k / 9); /* most of them in tiles of their own */
  test_file("held.csv", text);
  sim = test_sim(PETSC_COMM_WORLD, pen, "");
  test_steps(sim, 3);
  CHECK_INT(test_total(test_owned(sim)), HELD + 2);
  CALL(save_write(sim, &written));
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(text, sizeof text,
           "-restart %s/restart/clast-3.h5 -domain_hi 8,10,10 -domain_boundary open,open,open",
           test_folder());
  sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  CHECK_INT(test_total(test_owned(sim)), HELD + 2);
  test_steps(sim, 1);
  CHECK_INT(test_total(test_owned(sim)), 2);
  CALL(sim_destroy(&sim));
  test_end(
    "who never moves and is outside an open face after a restart has left at its first step");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  nobody_waits_for_who_leaves();
  who_has_left_does_not_travel();
  who_is_held_outside_leaves();
  test_folder_remove();
}
