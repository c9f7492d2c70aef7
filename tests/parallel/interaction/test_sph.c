/* SPDX-License-Identifier: MIT */
/* SPH on any ranks: the same bits of a liquid with a tank and floating clumps, and of a gas whose
   smoothing lengths adapt, through rebuilds, balances and restarts. */
#include "sph_case.h"

enum { STEPS = 60 };

#define SPACING 0.1

static const char *const liquid =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 3, gravity: [0, -9.81], dimension: 2}\n"
  "domain: {lo: [-1, -1], hi: [5, 5], boundary: [open, open]}\n"
  "material:\n  - water: {density: 1000}\n  - wood: {density: 500}\n  - steel: {density: 7800}\n"
  "contact:\n  - all: {between: [wood, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "  - wood: {between: [wood, wood], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "  - steel: {between: [steel, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
  "template:\n"
  "  - drop: {material: water, pebbles: [0, 0, .0564]}\n"
  "  - raft: {material: wood, pebbles: [0,0,.06, .1,0,.06, .2,0,.06, 0,.1,.06, .1,.1,.06]}\n"
  "  - tank: {material: steel, file: tank.csv, mass_properties: sum}\n"
  "clumps:\n"
  "  - column: {file: water.csv}\n"
  "  - rafts: {template: [raft], count: 3, lo: [.2, 1.3], hi: [2.6, 2.4]}\n"
  "  - tank: {template: tank, position: [%.17g, %.17g], blocked: [xyZ]}\n"
  "interaction:\n"
  "  - water: {type: sph, material: water, boundary: [wood, steel], smoothing_ratio: 1.3, "
  "alpha: .1, viscosity: .1, no_slip: true, state: {type: tait, sound_speed: 40}}\n";

static const char *const gas =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 5}\n"
  "domain: {lo: [0, 0, 0], hi: [6, 5, 4], boundary: [periodic, periodic, open]}\n"
  "material:\n  - gas: {density: 1}\n"
  "template:\n  - atom: {material: gas, pebbles: [0, 0, 0, .3], internal_energy: 2}\n"
  "clumps:\n"
  "  - hot: {template: [atom], count: 20, lo: [0, 0, .2], hi: [3, 2, 2], internal_energy: 9}\n"
  "  - gas: {template: [atom], count: 180, lo: [0, 0, .2], hi: [6, 5, 3.6]}\n"
  "  - late: {template: atom, position: [1, 1, 3.9], at: .05}\n"
  "interaction:\n"
  "  - gas: {type: sph, material: gas, kernel: cubic_spline, smoothing: adaptive, alpha: 1, "
  "beta: 2, state: {type: ideal_gas, gamma: 1.4}}\n";

/* Each fluid is a boundary of the other one. */
static const char *const fluids =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 7, dimension: 2}\n"
  "domain: {lo: [0, 0], hi: [2, 2], boundary: [periodic, periodic]}\n"
  "material:\n  - water: {density: 1000}\n  - oil: {density: 900}\n"
  "template:\n"
  "  - drop: {material: water, pebbles: [0, 0, .0564]}\n"
  "  - bead: {material: oil, pebbles: [0, 0, .0564]}\n"
  "clumps:\n"
  "  - water: {template: [drop], count: 90, lo: [0, 0], hi: [2, 2]}\n"
  "  - oil: {template: [bead], count: 90, lo: [0, 0], hi: [2, 2]}\n"
  "interaction:\n"
  "  - water: {type: sph, material: water, boundary: [oil], alpha: .1, "
  "state: {type: tait, sound_speed: 20}}\n"
  "  - oil: {type: sph, material: oil, boundary: [water], alpha: .1, "
  "state: {type: tait, sound_speed: 20}}\n";

static const char *const ways[] = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 13",
                                   "-rebuild_every 1", "-search_method all_pairs"};

static void ranks_change_nothing(const char *fact, const char *scenario)
{
  const uint64_t alone = test_digest_alone(scenario, "", STEPS);

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, scenario, ways[k]), STEPS),
                (int64_t)alone);
  test_restarts(scenario, 37, STEPS, alone);
  test_end(fact);
}

/* Energies in the ledger, and the momentum of a closed box. */
static void totals_are_kept(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, gas, "-domain_boundary periodic,periodic,periodic");
  Totals last, first = totals_of(sim);
  double size;

  test_steps(sim, STEPS);
  last = totals_of(sim);
  size =
    sqrt(2 * last.translational * 27); /* sqrt(2 E m), m = 27 kg: of the momenta of particles */
  CHECK(vec3_norm(vec3_sub(last.momentum, first.momentum)) <
        1e-12 * size); /* forces cancel exactly */
  CHECK(last.translational > 0.1);
  /* the work of the last half step is that of predicted velocities: second order in dt */
  CHECK_NEAR(ledger_of(&last), ledger_of(&first), 1e-4 * last.translational);
  CALL(sim_destroy(&sim));
  test_end("momentum and energy are kept");
}

/* The virial of pairs is the same right after a restart, before any step: the checkpoint holds all
   that it needs of the step before. */
static void virial_is_kept_by_restarts(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, gas, "");
  double virial;

  test_steps(sim, 10);
  virial = sph_virial(sim);
  sim    = test_restarted(sim, "-decomp_random 5");
  CHECK_BITS(sph_virial(sim), virial);
  CHECK(virial != 0);
  CALL(sim_destroy(&sim));
  test_end("the virial is the same in the step from which a run goes on");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  const Vec3 centre = sph_basin_centre(30, 20, SPACING);
  char       text[2000];

  sph_basin(12, 12, 30, 20, SPACING);
  snprintf(text, sizeof text, liquid, centre.x, centre.y);
  ranks_change_nothing(
    "a liquid with floating clumps has the same bits on any ranks, with any lists, "
    "and restarted",
    text);
  ranks_change_nothing("so has a gas with adaptive smoothing lengths", gas);
  ranks_change_nothing("and two fluids that are boundaries of each other", fluids);
  if (test_forms_here()) totals_are_kept();
  sph_check_virial(
    "the virial in a step in which a particle enters is that of the others, on any ranks", gas);
  virial_is_kept_by_restarts();
  test_folder_remove();
}
