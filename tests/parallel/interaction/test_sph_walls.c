/* SPDX-License-Identifier: MIT */
/* Water of SPH particles between walls, which it meets by a contact law: what they bear, a piston,
   and the same bits on any ranks. */
#include "contact/wall_loads.h"
#include "sph_case.h"

enum { SIDE = 20, SETTLED = 1000, LAST = 2000 };

static const char *const tank =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, -10], dimension: 2}\n"
  "domain: {lo: [-1, -1], hi: [2, 3], boundary: [open, open]}\n"
  "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
  "contact:\n  - ws: {between: [water, steel], normal: hooke, stiffness: 1e6, restitution: .3}\n"
  "interaction:\n"
  "  - water: {type: sph, material: water, smoothing_ratio: 1.5, alpha: .2, state: {type: tait, "
  "sound_speed: 40}}\n"
  "template:\n  - drop: {material: water, pebbles: [0, 0, .0282095]}\n"
  "clumps:\n  - column: {file: water.csv}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: steel, point: [0, 0], normal: [0, 1]}\n"
  "  - left: {shape: plane, material: steel, point: [0, 0], normal: [1, 0]}\n"
  "  - right: {shape: plane, material: steel, point: [1, 0], normal: [-1, 0]}\n"
  "motion:\n"
  "  - push: {walls: [right], type: translate, velocity: [-.2, 0], start: .01, end: .1}\n";

static void write_column(void)
{
  static char text[SPH_TEXT];

  snprintf(text, sizeof text, "template,x,y\n");
  for (int i = 0; i < SIDE * SIDE; i++)
    sph_row(text, "drop,%.9g,%.9g\n", (i % SIDE + .5) / SIDE, (i / SIDE + .5) / SIDE);
  test_file("water.csv", text);
}

static void ranks_change_nothing(void)
{
  const uint64_t alone = test_digest_alone(tank, "", 120);

  CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, tank, "-decomp_random 3"), 120),
            (int64_t)alone);
  test_end("water that a piston pushes against walls has the same bits on any ranks");
}

static double force_on(const Sim *sim, int wall, int axis)
{
  Sum sum = sim->contacts->on_walls[wall].sum[WALL_FORCE + axis];

  sum_normalize(&sum);
  return sum_value(&sum);
}

/* Means over five of the column's periods, 4 x height / sound speed. The water is compressed, and
   its particles next to a wall lack the density that a wall of pebbles would add: they stand
   closer, and press less to the sides. */
static void walls_bear_the_water(void)
{
  Sim *sim =
    test_sim_alone(tank, "-output_walls_every 1 -motion_push_start 99 -motion_push_end 100");
  double floor = 0, left = 0, right = 0;

  for (int k = 0; sim && k < LAST; k++) {
    test_steps(sim, 1);
    if (k < SETTLED) continue;
    floor += force_on(sim, 0, 1) / (LAST - SETTLED);
    left += force_on(sim, 1, 0) / (LAST - SETTLED);
    right += force_on(sim, 2, 0) / (LAST - SETTLED);
  }
  if (sim) {
    CHECK_NEAR(floor, -10000, 100); /* it still rings, by less than 1 % of the weight in the mean */
    CHECK_NEAR(-left, 4450, 100);   /* 5000 for water of the height that it had: 11 % less */
    CHECK_NEAR(right, -left, 1);
    CALL(sim_destroy(&sim));
  }
  test_end("walls bear the weight of water, and nine tenths of its pressure to the sides");
}

/* The momentum of water is that which walls gave it, to rounding: the mean of the forces before and
   after each step. */
static void a_piston_pushes_and_is_pushed(void)
{
  Sim   *sim   = test_sim_alone(tank, "-output_walls_every 1");
  double given = 0, before = 0, largest = 0, momentum;

  for (int k = 0; sim && k < 200; k++) {
    double now;

    test_steps(sim, 1);
    now = -force_on(sim, 1, 0) - force_on(sim, 2, 0);
    given += 0.5 * sim->clock.dt * (before + now);
    before  = now;
    largest = fmax(largest, force_on(sim, 2, 0));
  }
  if (sim) {
    momentum = totals_of(sim).momentum.x;
    CHECK_NEAR(momentum, given,
               1e-9 * fabs(given)); /* forces are rounded to 1e-12 of the largest */
    CHECK(momentum < -10);          /* of 1000 kg, 0.1 m/s at most near the piston */
    CHECK(largest > 5000);          /* and it feels more than the water at rest */
    CALL(sim_destroy(&sim));
  }
  test_end("a piston gives water the momentum that it feels");
}

TESTS(.ranks = {1, 3})
{
  write_column();
  ranks_change_nothing();
  if (test_size() == 1) {
    walls_bear_the_water();
    a_piston_pushes_and_is_pushed();
  }
  test_folder_remove();
}
