/* SPDX-License-Identifier: MIT */
/* Scenarios with inlets that pour through periodic faces, past walls, onto clumps that are
   there. */
#ifndef INLET_H
#define INLET_H

#include "sim_test.h"

/* Rods and pairs of many sizes from a slanting cylinder across a periodic face, as many as fit; and
   balls at a rate, turning, from a box that spans the periodic axis. */
static const char inlet_scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [-3, -2, -1], hi: [4, 2, 8], boundary: [periodic, open, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2, "
  "tangential: "
  "hooke, friction: .4}\n"
  "template:\n"
  "  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2, .9,0,0,.2]}\n"
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - side: {shape: plane, material: a, point: [0, -1.4, 3], normal: [0, 1, .2]}\n"
  "clumps:\n"
  "  - bed: {template: [pair], count: 12, lo: [-3, -1, 0], hi: [4, 2, 2]}\n"
  "inlet:\n"
  "  - spout: {template: [pair, rod], fraction: [.3, .7], fraction_by: mass, region: cylinder, "
  "point: [3.8, .2, 6.5], axis: [.4, .1, -1], radius: 1.2, length: 3, every: .02, attempts: 20, "
  "velocity: [.5, 0, -6], size: uniform, size_lo: .6, size_hi: 1.2, stop_number: 60, group: wet}\n"
  "  - drip: {template: ball, lo: [-3, -1.9, 2.5], hi: [4, 1.9, 4], every: .0113, start: .01, "
  "number_rate: 300, spin: [0, 5, 1], velocity: [0, 0, -2], stop_time: .09}\n";

/* The same in two dimensions: a rectangle that slants, and a box over the whole period. */
static const char inlet_flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 7, dimension: 2, gravity: [1, -9], overlap_limit: 9}\n"
  "domain: {lo: [-3, 0], hi: [4, 8], boundary: [periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2, "
  "tangential: "
  "hooke, friction: .4}\n"
  "template:\n"
  "  - pair: {material: a, pebbles: [0,0,.3, .4,0,.2]}\n"
  "  - disc: {material: a, pebbles: [0,0,.25]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0], normal: [0, 1]}\n"
  "inlet:\n"
  "  - spout: {template: [pair, disc], region: cylinder, point: [3.8, 6.5], axis: [.4, -1], "
  "radius: "
  "1.2, length: 3, every: .03, velocity: [.5, -6], stop_number: 30}\n"
  "  - drip: {template: disc, lo: [-3, 1], hi: [4, 3], every: .02, mass_rate: 30, spin: [0, 0, "
  "3]}\n";

/* Three inlets whose regions overlap, across two periodic faces: clumps of materials drawn at
   random, with velocities that are spread. */
static const char inlet_mixed[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 11, gravity: [0, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [-3, -2, -1], hi: [4, 2, 8], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "  - b: {density: 2, young: 1e5, poisson: .3}\n  - c: {density: 5, young: 1e5, poisson: .3}\n"
  "contact:\n  - all: {between: [a, a], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - ab: {between: [a, b], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - ac: {between: [a, c], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - bb: {between: [b, b], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - bc: {between: [b, c], normal: hooke, stiffness: 300, restitution: .5}\n"
  "  - cc: {between: [c, c], normal: hooke, stiffness: 300, restitution: .5}\n"
  "template:\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2]}\n"
  "  - ball: {material: b, pebbles: [0,0,0,.25]}\n"
  "inlet:\n"
  "  - wide: {template: [rod, ball], material: [a, b, c], lo: [2, 0, 4], hi: [6, 3, 6], every: "
  ".02, "
  "velocity: [0, 1, -6], velocity_spread: [1, .5, 2], spin_spread: [1, 2, 3], mass_rate: 60}\n"
  "  - round: {template: ball, material: [c, a], region: sphere, point: [4, 2, 5], radius: 1.2, "
  "every: .03, number_rate: 100, size: uniform, size_lo: .5, size_hi: 1.2}\n"
  "  - pipe: {template: rod, region: cylinder, point: [3, 1.5, 6], axis: [1, .2, 0], radius: .6, "
  "length: 2, every: .02, stop_number: 12, velocity: [0, 0, -5]}\n";

enum { INLET_STEPS = 120, INLET_HALF = 48 };

#endif
