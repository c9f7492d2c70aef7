/* SPDX-License-Identifier: MIT */
/* Particle shifting of SPH on any ranks: the same bits of a liquid with a tank of pebbles and a
   raft, of one between mirrors that move, and of a vortex in a periodic box, through rebuilds,
   balances and restarts. */
#include "sph_case.h"

enum { STEPS = 30 };

static const char *const basin =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, -9.81], dimension: 2}\n"
  "domain: {lo: [-1, -1], hi: [5, 5], boundary: [open, open]}\n"
  "material:\n  - water: {density: 1000}\n  - wood: {density: 500}\n  - steel: {density: 7800}\n"
  "contact:\n  - all: {between: [wood, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "  - wood: {between: [wood, wood], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "  - steel: {between: [steel, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "template:\n  - drop: {material: water, pebbles: [0, 0, .0564]}\n"
  "  - raft: {material: wood, pebbles: [0,0,.06, .1,0,.06, .2,0,.06, 0,.1,.06, .1,.1,.06]}\n"
  "  - tank: {material: steel, file: tank.csv, mass_properties: sum}\n"
  "clumps:\n  - column: {file: water.csv}\n"
  "  - raft: {template: raft, position: [.6, 1.3], velocity: [0, -2]}\n"
  "  - tank: {template: tank, position: [%.17g, %.17g], blocked: [xyZ]}\n"
  "interaction:\n  - water: {type: sph, material: water, boundary: [wood, steel], alpha: .1, "
  "viscosity: .1, no_slip: true, shifting: 2, state: {type: tait, sound_speed: 40}}\n";

static const char *const mirrors =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, -9.81], dimension: 2}\n"
  "domain: {lo: [-1, -1], hi: [3, 5], boundary: [open, open]}\n"
  "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
  "template:\n  - drop: {material: water, pebbles: [0, 0, .0564]}\n"
  "clumps:\n  - column: {file: water.csv}\n"
  "wall:\n  - tank: {shape: box, material: steel, lo: [0, 0], hi: [1.4, 9]}\n"
  "  - piston: {shape: plane, material: steel, point: [1.2, 0], normal: [-1, 0]}\n"
  "motion:\n  - push: {walls: [piston], type: translate, velocity: [-1, 0]}\n"
  "interaction:\n  - water: {type: sph, material: water, walls: [steel], alpha: .1, shifting: 2, "
  "state: {type: tait, sound_speed: 40}}\n";

static const char *const vortex =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - water: {density: 1000}\n"
  "template:\n  - drop: {material: water, pebbles: [0, 0, 0, .0775], turns: false}\n"
  "clumps:\n  - all: {file: vortex.csv}\n"
  "interaction:\n  - water: {type: sph, material: water, viscosity: 1, shifting: 2, "
  "state: {type: tait, sound_speed: 20, tension: true}}\n";

enum { SIDE = 8 };

static void write_vortex(void)
{
  static char text[SPH_TEXT];

  snprintf(text, sizeof text, "template,x,y,z,vx,vy,vz\n");
  for (int k = 0; k < SIDE * SIDE * SIDE; k++) {
    const double x = (k % SIDE + .5) / SIDE, y = (k / SIDE % SIDE + .5) / SIDE,
                 z = (k / SIDE / SIDE + .5) / SIDE, a = 2 * PETSC_PI;

    sph_row(text, "drop,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", x, y, z, 2 * sin(a * x) * cos(a * y),
            -2 * cos(a * x) * sin(a * y), .5 * sin(a * x));
  }
  test_file("vortex.csv", text);
}

static const char *const ways[] = {"",
                                   "-halo_wide 2",
                                   "-decomp_random 7 -balance_every 13",
                                   "-rebuild_every 1",
                                   "-search_method all_pairs",
                                   "-rebuild_every 7"};

static void ranks_change_nothing(const char *fact, const char *scenario)
{
  const uint64_t alone = test_digest_alone(scenario, "", STEPS);

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, scenario, ways[k]), STEPS),
                (int64_t)alone);
  test_restarts(scenario, 17, STEPS, alone);
  test_end(fact);
}

/* Shifting moves no momentum, and what it does to the energy is in the ledger. */
static void totals_are_kept(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, vortex, "");
  Totals last, first = totals_of(sim);

  test_steps(sim, 3 * STEPS);
  last = totals_of(sim);
  CHECK(vec3_norm(vec3_sub(last.momentum, first.momentum)) < 1e-13 * 2000); /* kg m/s: rounding */
  CHECK(last.translational < 0.97 * first.translational);
  CHECK_NEAR(ledger_of(&last), ledger_of(&first),
             2e-4 * ledger_of(&first)); /* second order in dt */
  CALL(sim_destroy(&sim));
  test_end("momentum and energy are kept in three dimensions");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  const Vec3  centre = sph_basin_centre(30, 20, .1);
  static char text[4000];

  sph_basin(12, 12, 30, 20, .1);
  write_vortex();
  snprintf(text, sizeof text, basin, centre.x, centre.y);
  ranks_change_nothing(
    "a shifted liquid with a raft has the same bits on any ranks, with any lists, "
    "and restarted",
    text);
  ranks_change_nothing("so has one between mirrors", mirrors);
  ranks_change_nothing("so has a vortex in three dimensions", vortex);
  if (test_forms_here()) totals_are_kept();
  test_folder_remove();
}
