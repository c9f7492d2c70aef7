/* SPDX-License-Identifier: MIT */
/* Thermostats on any ranks: rods and balls, some with blocked degrees of freedom, in baths, near a
   cold wall, and rescaled by sums over all of a group, while clumps enter and are taken. */
#include "parallel/logged.h"

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 3, gravity: [0, 0, -1]}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 5], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .9}\n"
  "interaction:\n  - lj: {type: lennard_jones, between: [a, a], epsilon: .1, sigma: .5, cutoff: 1, "
  "truncation: force}\n"
  "thermostat:\n"
  "  - air: {type: langevin, temperature: .5, boltzmann: 1, rate: 2, turning: 3}\n"
  "  - cold: {type: langevin, temperature: 0, rate: 5, walls: [floor], depth: .8}\n"
  "  - more: {type: nose_hoover, temperature: .7, boltzmann: 1, time: .1, groups: [rods]}\n"
  "  - less: {type: rescale, temperature: .3, boltzmann: 1, every: .01, time: .1, groups: "
  "[balls], turns: false}\n"
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.25, .6,0,0,.2]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0,0,0], normal: [0,0,1]}\n"
  "clumps:\n"
  "  - balls: {template: [ball], count: 60, lo: [0, 0, .3], hi: [4, 4, 4.9], velocity: [1, 0, "
  "5], group: balls}\n"
  "  - rods: {template: [rod], count: 20, lo: [0, 0, .5], hi: [4, 4, 4], velocity: [0, 1, -1], "
  "group: rods}\n"
  "  - held: {template: rod, position: [1, 1, 4.6], blocked: xZ, velocity: [0, 1, 0], group: "
  "rods}\n"
  "  - turning: {template: rod, position: [3, 2, 4.6], blocked: xyz, spin: [0, 2, 0]}\n"
  "inlet:\n"
  "  - feed: {template: [ball], group: balls, region: box, lo: [0, 0, 3], hi: [4, 4, 4.7], every: "
  ".01, "
  "number_rate: 300}\n"
  "outlet:\n  - corner: {lo: [0, 0, 0], hi: [2, 2, 2.5], every: .007}\n";

/* Thermostats that act between steps, so that each step is completed. */
static const char *const both[] = {"nose_hoover, time: .1", "rescale"};

/* An inlet and an outlet, which act at the ends of steps, work with both thermostats. */
static void supply(const char *thermostat)
{
  char text[1500];
  Sim *sim;

  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 3}\n"
           "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}\n"
           "material:\n  - a: {density: 1}\n"
           "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .9}\n"
           "thermostat:\n  - t: {type: %s, temperature: 1, boltzmann: 1}\n"
           "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
           "clumps:\n  - one: {template: ball, position: [1, 1, 1], velocity: [1, 0, 0]}\n"
           "inlet:\n  - feed: {template: [ball], region: box, lo: [0, 0, 2], hi: [4, 4, 4], "
           "every: .005, number_rate: 1000, stop_number: 10}\n"
           "outlet:\n  - below: {lo: [0, 0, 0], hi: [4, 4, 2], every: .015}\n",
           thermostat);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 30);
  CHECK_INT(sim->energy.account.inserted, 10);
  CHECK(sim_outlets(sim)->list[0].clumps > 0);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  const LoggedCase logged = {.scenario = scenario,
                             .columns  = {"potential", "supplied", "extended"},
                             .steps    = 150,
                             .restart  = 55,
                             .ways     = {"", "-rebuild_every 1", "-decomp_random 5"}};

  logged_stays(&logged, "thermostats give the same bits on any ranks and with any lists",
               "so do they in a run that is restarted on other ranks");
  for (size_t k = 0; k < sizeof both / sizeof *both; k++) supply(both[k]);
  test_end("clumps enter and are taken while a thermostat completes each step");
  test_folder_remove();
}
