/* SPDX-License-Identifier: MIT */
/* Gravity summed over all pairs, on any ranks: the same bits, of single pebbles and of clumps, with
   contacts, fields, a fixed body, clumps that enter and leave, through rebuilds, balances and
   restarts. */
#include "parallel/logged.h"

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, 0, -1]}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 8, 8], boundary: [open, free, reflect]}\n"
  "material:\n  - rock: {density: 1}\n"
  "contact:\n"
  "  - r-r: {between: [rock, rock], normal: hooke, tangential: hooke, stiffness: 1e3, "
  "restitution: .5, friction: .3}\n"
  "template:\n  - ball: {material: rock, pebbles: [0, 0, 0, .3]}\n"
  "  - rod: {material: rock, pebbles: [0,0,0,.3, .5,0,0,.3, 1,0,0,.3]}\n"
  "interaction:\n"
  "  - newton: {type: gravity, constant: 10, softening: .1}\n"
  "  - water: {type: buoyancy, fluid_density: .5, level: 3}\n"
  "  - trap: {type: central, point: [4, 4, 4], strength: .1, power: 1.5, softening: .1}\n"
  "  - hill: {type: potential, energy: \"sin(x) * m * exp(-y)\"}\n"
  "  - side: {type: uniform, acceleration: [0, .1, 0]}\n"
  "  - wind: {type: drag, linear: .1, flow: \"sin(y), 0, t\", flow_table: [0,0,0,0, 1,0,0, "
  "0,8,0,0, "
  "0,.5,0]}\n"
  "clumps:\n"
  "  - rods: {template: rod, count: 60, lo: [1, 1, 1], hi: [7, 7, 7]}\n"
  "  - balls: {template: ball, count: 140, lo: [1, 1, 1], hi: [7, 7, 7]}\n"
  "  - peg: {template: ball, position: [.4, .4, .4], blocked: xyzXYZ, density: 100}\n"
  "  - comet: {template: ball, position: [7.6, 7.6, 7.6], velocity: [9, 0, 0]}\n"
  "  - late: {template: ball, position: [.5, 7.5, .5], at: .05}\n";

/* The sums of all forces are 0 to the bit: the momentum changes by the rounding of velocities
   only. */
static void momentum_is_kept(int count, double side, int steps)
{
  char options[100];

  static const char *const text =
    "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 5}\n"
    "domain: {lo: [0, 0, 0], hi: [16, 16, 16], boundary: [free, free, free]}\n"
    "material:\n  - rock: {density: 1}\n"
    "template:\n  - ball: {material: rock, pebbles: [0, 0, 0, .3]}\n"
    "interaction:\n  - newton: {type: gravity, constant: 10, softening: .1}\n"
    "clumps:\n  - balls: {template: ball, count: 300, lo: [0, 0, 0], hi: [8, 8, 8]}\n";
  Sim    *sim;
  int64_t sum[3];

  snprintf(options, sizeof options, "-clumps_balls_count %d -clumps_balls_hi %g,%g,%g", count, side,
           side, side);
  sim = test_sim(PETSC_COMM_WORLD, text, options);
  for (int step = 0; step < steps; step++) {
    double most = 0;

    test_steps(sim, 1);
    memset(sum, 0, sizeof sum);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      for (int k = 0; k < 3; k++) {
        const double force = vec3_axis(sim->matter.clumps->force[a], k) * sim->loads->force.inverse;

        most = max_real(most, fabs(force));
        sum[k] += (int64_t)force;
      }
    CALL(parallel_max(&sim->par, &most, 1));
    CALL(parallel_sum_int(&sim->par, sum, 3));
    CHECK(most > 1e6); /* quanta */
    for (int k = 0; k < 3; k++) CHECK_INT(sum[k], 0);
  }
  CHECK_NEAR(vec3_norm(totals_of(sim).momentum), 0,
             1e-13 * count / 300); /* of bodies of .11 kg at 1 m/s */
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  const LoggedCase logged = {
    .scenario = scenario,
    .columns  = {"potential"},
    .steps    = 150,
    .restart  = 90,
    .ways     = {"", "-decomp_random 7 -balance_every 23", "-rebuild_every 1"},
  };

  logged_stays(&logged, "gravity and fields have the same bits on any ranks, with any lists",
               "restarts from one rank to all and back change nothing");
  momentum_is_kept(300, 8, 20);
  test_end("the forces of gravity on 300 bodies add up to 0 exactly");
  momentum_is_kept(1500, 16, 3);
  test_end("and those on 1500 bodies");
  test_folder_remove();
}
