/* SPDX-License-Identifier: MIT */
/* A sphere on a plane with rolling friction, at its static overlap. */
#ifndef ROLLING_H
#define ROLLING_H

#include "verify/verify.h"

static const double radius = 0.05, density = 2500, gravity = 9.81, stiffness = 5e6;

static inline double mass(void)
{
  return density * 4 / 3 * PETSC_PI * radius * radius * radius;
}

/* A sphere at its static overlap on the plane z = 0, with gravity turned by the slope, rolling at v
   along x. */
static inline Sim *sphere_on_plane(double slope, double v, double dt, const char *rolling,
                                   double *depth)
{
  Draft *t = calloc(1, sizeof *t);
  Sim   *sim;

  *depth = mass() * gravity * cos(slope) / stiffness;
  add_head(t, dt, vec3(gravity * sin(slope), 0, -gravity * cos(slope)), 20);
  add(t,
      "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: 0.3, tangential: hooke, friction: 0.8, %s}\n",
      density, stiffness, rolling);
  add_wall(t, "a", vec3(0, 0, 1));
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  add(t,
      "clumps:\n  - one: {template: ball, position: [0, 0, %.17g], velocity: [%.17g, 0, 0], spin: "
      "[0, %.17g, 0], id: 0}\n",
      radius - *depth, v, v / radius);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

#endif
