/* SPDX-License-Identifier: MIT */
/* A gas in a periodic box and a heap, and runs of them that follow energy, momentum and the
   ledger. */
#ifndef ENERGY_H
#define ENERGY_H

#include "verify.h"

enum { LEVELS = 3 };

static const char *const shapes =
  "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, .5]}\n  - pair: {material: stone, "
  "pebbles: [-.3, 0, 0, .4, .3, 0, 0, .4]}\n"
  "  - bent: {material: stone, pebbles: [-.5, 0, 0, .35, 0, .2, 0, .35, .5, 0, .1, .35]}\n";

static inline void add_material_and_law(Draft *t, const char *law)
{
  add(t,
      "material:\n  - stone: {young: 1e6, poisson: .25, density: 1}\ncontact:\n  - law: {between: "
      "[stone, stone], %s}\n",
      law);
}

/* Clumps that fall on an inclined floor, slide and roll. */
static inline void set_heap(Draft *t, double dt, const char *law)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, seed: 12, gravity: [2, 1, -9.81]}\n", dt);
  add(t, "domain: {lo: [0, 0, -1], hi: [6, 5, 12], boundary: [periodic, periodic, open]}\n");
  add_material_and_law(t, law);
  add(t,
      "%sclumps:\n  - all: {template: [ball, pair, bent], fraction: [.3, .4, .3], count: 50, lo: "
      "[0, 0, .1], hi: [6, 5, 9], "
      "velocity: [0, 0, -2]}\n",
      shapes);
  add_wall(t, "stone", vec3(0, 0, 1));
}

#endif
