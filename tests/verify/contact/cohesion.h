/* SPDX-License-Identifier: MIT */
/* A sphere with linear cohesion that hangs or is torn off. */
#ifndef COHESION_H
#define COHESION_H

#include "verify/verify.h"

static const double radius = 0.05, density = 2500, gravity = 9.81, stiffness = 1e5;

/* Two spheres held at constant speeds part: the force at each gap, and the gap of rupture. Axes are
   blocked, so the speeds stay. */
static inline Sim *parting(double depth, double speed, double restitution, double dt,
                           const char *blocked)
{
  Draft *t = calloc(1, sizeof *t);
  Sim   *sim;

  add_head(t, dt, vec3(0, 0, 0), 1);
  add(
    t,
    "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
    "stiffness: %g, restitution: %g, cohesion: linear, cohesion_force: 3, cohesion_range: 1e-3}\n",
    density, stiffness, restitution);
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  for (int k = 0; k < 2; k++)
    add(t,
        "%s  - c%d: {template: ball, position: [%.17g, 0, 0], velocity: [%.17g, 0, 0], id: %d%s}\n",
        k ? "" : "clumps:\n", k, k ? radius - 0.5 * depth : 0.5 * depth - radius,
        k ? speed : -speed, k, blocked);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

#endif
