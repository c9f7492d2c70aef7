/* SPDX-License-Identifier: MIT */
/* Charged bodies on any ranks, with each kind of potential and in a field: the same bits, of ions,
   of rods with a charge for each pebble whose pebbles lie on several ranks, and of bodies that
   enter later, through rebuilds, balances and a restart. */
#include "parallel/logged.h"

enum { STEPS = 100, RESTART = 68 };

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 3, gravity: [0, 0, -1]}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 6, 9], boundary: [periodic, periodic, open]}\n"
  "material:\n  - plus: {density: 1.9, charge: 1}\n  - minus: {density: 1, charge: -.5}\n"
  "contact:\n"
  "  - p-p: {between: [plus, plus], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "  - p-m: {between: [plus, minus], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "  - m-m: {between: [minus, minus], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "template:\n  - ion: {material: plus, pebbles: [0, 0, 0, .3]}\n"
  "  - rod: {material: plus, pebbles: [0,0,0,.4, .6,0,0,.3, 1.2,0,0,.4, 1.8,0,0,.3, 2.4,0,0,.4, "
  "3,0,0,.3, 3.6,0,0,.4], charge: [1, -1, .5, -.5, .5, -1, .5]}\n"
  "  - bead: {material: minus, pebbles: [0, 0, 0, .3]}\n"
  "wall:\n  - floor: {shape: plane, material: plus, point: [0,0,0], normal: [0,0,1]}\n"
  "interaction:\n"
  "  - like: {type: coulomb, between: [plus, plus], coulomb_constant: 1, cutoff: 3.5, truncation: "
  "force}\n"
  "  - unlike: {type: coulomb, between: [plus, minus], coulomb_constant: 1, cutoff: 3, truncation: "
  "force}\n"
  "  - dusty: {type: coulomb, between: [minus, minus], coulomb_constant: 1, screening: .7, cutoff: "
  "2}\n"
  "  - mixed: {type: mie, among: [plus, minus], epsilon: [.1, .2], sigma: [.5, .6], exponents: [9, "
  "5], "
  "cutoff: 1.5, truncation: force}\n"
  "  - soft: {type: morse, between: [minus, plus], depth: .1, alpha: 2, distance: .8, cutoff: 2}\n"
  "  - hard: {type: wca, between: [plus, plus], epsilon: .1, sigma: .6}\n"
  "  - steps: {type: table, between: [minus, minus], table: [.1, 1, .5, .4, .9, -.1, 2, 0], "
  "cutoff: 1.8, "
  "truncation: energy}\n"
  "  - field: {type: electric, field: [0, 0, .3], field_expression: \"sin(x), 0, .1 * t\"}\n"
  "  - turning: {type: magnetic, induction: [0, .5, .8], induction_expression: \"cos(y), 0, 0\"}\n"
  "clumps:\n"
  "  - rods: {template: [rod], count: 12, lo: [0, 0, .5], hi: [8, 6, 8], velocity: [.3, 0, 9]}\n"
  "  - odd: {template: [rod], count: 2, lo: [0, 0, .5], hi: [8, 6, 8], charge: -3}\n"
  "  - gas: {template: [ion], count: 60, lo: [0, 0, .5], hi: [8, 6, 9]}\n"
  "  - dust: {template: [bead], count: 60, lo: [0, 0, .5], hi: [8, 6, 9]}\n"
  "  - late: {template: bead, position: [.5, .5, 8.7], at: .05, charge: 2}\n";

/* Clumps of a checkpoint in another scenario, of which the template is only known from there. */
static void clumps_of_a_checkpoint_keep_their_charges(void)
{
  char    text[1200];
  int64_t rods = 0;
  Sim    *sim;

  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 9, dt: 1e-3}\n"
           "domain: {lo: [0, 0, 0], hi: [8, 6, 9], boundary: [periodic, periodic, open]}\n"
           "material:\n  - plus: {density: 1.9}\n  - minus: {density: 1}\n"
           "interaction:\n  - any: {type: coulomb, between: [plus, plus], cutoff: 1}\n"
           "  - more: {type: coulomb, between: [plus, minus], cutoff: 1}\n"
           "  - and: {type: coulomb, between: [minus, minus], cutoff: 1}\n"
           "clumps:\n  - all: {file: %s/restart/clast-%d.h5}\n",
           test_folder(), RESTART);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Template *t      = &sim->matter.templates.list[sim->matter.clumps->template[a]];
    const int       q      = quantity_index(&quantity_charge);
    const double    charge = sim->matter.clumps->quantity[q].value[a];

    if (t->n != 7) continue;
    rods++;
    CHECK(charge == 0 || charge == -3);
    CHECK_NEAR(pebble_part(t, q, 0, 0), 1, 1e-15); /* as in the list of the template, to rounding */
    CHECK_NEAR(pebble_part(t, q, 5, 0), -1, 1e-15);
    /* 4 pebbles of radius .4 and 3 of .3: the large ones have .16 / .91 of -3 each */
    CHECK_NEAR(pebble_part(t, q, 0, -3), 1 - 3 * 0.16 / 0.91, 1e-15);
  }
  CHECK(test_total(rods) > 8);
  CALL(sim_destroy(&sim));
  test_end("clumps of a checkpoint bring their charges and those of their pebbles");
}

/* Where an inlet draws the material of a template, pebbles keep the charges of the template; those
   of the materials do not count. */
static void drawn_materials_change_no_charges(void)
{
  static const char *const text =
    "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 3}\n"
    "domain: {lo: [0, 0, 0], hi: [6, 6, 6], boundary: [periodic, periodic, open]}\n"
    "material:\n  - plus: {density: 1, charge: 5}\n  - minus: {density: 1, charge: -5}\n"
    "template:\n  - pair: {material: plus, pebbles: [0,0,0,.2, .3,0,0,.2], charge: [1, -2]}\n"
    "interaction:\n  - q: {type: coulomb, among: [plus, minus], coulomb_constant: 1, cutoff: 1}\n"
    "inlet:\n  - feed: {template: [pair], material: [plus, minus], region: box, lo: [0, 0, 0], hi: "
    "[6, 6, 6], every: 2e-3, stop_number: 40}\n";
  const int q     = quantity_index(&quantity_charge);
  int64_t   of[2] = {0, 0};
  Sim      *sim   = test_sim(PETSC_COMM_WORLD, text, "");

  test_steps(sim, 20);
  sim = test_restarted(sim, "");
  test_steps(sim, 20);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Template *t = &sim->matter.templates.list[sim->matter.clumps->template[a]];

    of[t->material[0]]++;
    CHECK_BITS(sim->matter.clumps->quantity[q].value[a], -1.0);
    CHECK_NEAR(pebble_part(t, q, 0, -1), 1, 1e-15);
    CHECK_NEAR(pebble_part(t, q, 1, -1), -2, 1e-15);
  }
  for (int m = 0; m < 2; m++) CHECK(test_total(of[m]) > 5);
  CALL(sim_destroy(&sim));
  test_end("clumps whose material an inlet draws have the charges of their template");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  const LoggedCase logged = {
    .scenario = scenario,
    .columns  = {"potential", "charge", "virial"},
    .steps    = STEPS,
    .restart  = RESTART,
    .ways     = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 23", "-rebuild_every 1",
                 "-search_method all_pairs"},
  };

  logged_stays(&logged, "charges have the same bits on any ranks, with any lists and copies",
               "so have those of a run that is restarted on other ranks");
  clumps_of_a_checkpoint_keep_their_charges();
  drawn_materials_change_no_charges();
  test_folder_remove();
}
