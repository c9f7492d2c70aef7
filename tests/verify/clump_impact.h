/* SPDX-License-Identifier: MIT */
/* Random clumps and turns for the tests of their impacts. */
#ifndef CLUMP_IMPACT_H
#define CLUMP_IMPACT_H

#include "base/random.h"
#include "verify.h"

enum { SHAPES = 16, PEBBLES = 6, STEPS = 300 };

/* ---- random clumps ---- */

static inline Vec3 draw(Random *r, double size)
{
  const double x = random_real(r) - 0.5, y = random_real(r) - 0.5, z = random_real(r) - 0.5;

  return vec3(2 * size * x, 2 * size * y, 2 * size * z);
}

static inline Quat draw_turn(Random *r)
{
  return turn_about(draw(r, 1), 2 * pi * random_real(r));
}

static inline void add_shape(Draft *t, Random *r, const char *name)
{
  Vec3 x = {0, 0, 0};

  add(t, "  - %s: {material: stone, pebbles: [", name);
  for (int i = 0; i < PEBBLES; i++) {
    add(t, "%s%.6f, %.6f, %.6f, %.6f", i ? ", " : "", x.x, x.y, x.z, 0.4 + 0.3 * random_real(r));
    x = vec3_add(x, draw(r, 0.46)); /* a step of less than two radii */
  }
  add(t, "]}\n");
}

#endif
