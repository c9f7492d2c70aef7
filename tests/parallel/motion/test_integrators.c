/* SPDX-License-Identifier: MIT */
/* Integrators other than the default on any ranks: bodies with blocked degrees of freedom,
   contacts, links and constraints, friction and damping, in parts of steps. */
#include "parallel/logged.h"

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 4e-3, seed: 3, gravity: [0, 0, -1], integrator: euler, substeps: 4}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 5], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1, charge: 1}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .6, "
  "tangential: hooke, friction: .5}\n"
  "damping:\n  - slow: {viscous: .2, cundall: .1}\n"
  "constraint:\n  - rope: {type: distance, file: rope.csv, sweeps: 2}\n"
  "interaction:\n  - q: {type: coulomb, between: [a, a], coulomb_constant: .1, cutoff: 1}\n"
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.25, .6,0,0,.2]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0,0,0], normal: [0,0,1]}\n"
  "clumps:\n"
  "  - balls: {template: [ball], count: 60, lo: [0, 0, .3], hi: [4, 4, 4.9], velocity: [1, 0, "
  "5]}\n"
  "  - rods: {template: [rod], count: 20, lo: [0, 0, .5], hi: [4, 4, 4], velocity: [0, 1, -1]}\n"
  "  - held: {template: rod, position: [1, 1, 4.6], blocked: xZ, velocity: [0, 1, 0], id: 900}\n"
  "  - carried: {template: rod, position: [3, 2, 4.6], blocked: YZ, velocity: [.3, 0, 0], id: "
  "901}\n"
  "  - one: {template: ball, position: [2.2, 2, 4.6], velocity: [0, 1, 0], id: 902}\n";

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  const LoggedCase logged = {.scenario = scenario,
                             .columns  = {"potential", "dissipated", "supplied"},
                             .steps    = 130,
                             .restart  = 51,
                             .ways     = {"", "-rebuild_every 1", "-decomp_random 5"}};

  test_file("rope.csv", "a,b,length\n901,902,.8\n900,901,2.236\n");
  logged_stays(&logged, "symplectic Euler has the same bits on any ranks and with any lists",
               "so has a run that is restarted within a step, on other ranks");
  test_folder_remove();
}
