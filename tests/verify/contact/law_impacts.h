/* SPDX-License-Identifier: MIT */
/* Restitution of spheres that fall on a plane at several phases of a step, under any law. */
#ifndef VERIFY_LAW_IMPACTS_H
#define VERIFY_LAW_IMPACTS_H

#include "normal_contact.h"

static const double radius = 0.01, density = 2500, young = 1e9, nu = 0.3;

static inline double mass(void)
{
  return 4.0 / 3 * pi * pow(radius, 3) * density;
}

static inline double modulus(void) /* E*: the plane is rigid */
{
  return young / (1 - nu * nu);
}

/* Restitution of spheres at this speed, in PHASES phases of a step: the one farthest from
   `expected`. time: of the contact, s. */
static inline double restitution(const char *law, double speed, double time, double expected)
{
  const double dt  = time / 100;
  double       off = -1, found = 0;
  Draft        scenario, bodies;
  Body         b[PHASES];
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 1);
  add(&scenario, "material:\n");
  add_material(&scenario, "m", young, nu, density);
  add_material(&scenario, "plane", 1e30, 0, 1);
  add_laws(&scenario, "m", "plane", law);
  add_balls(&scenario, "m", radius);
  add_wall(&scenario, "plane", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  for (int p = 0; p < PHASES; p++) {
    const Start start = {.x = {0, 0.03 * p, radius + speed * dt * (2 + (double)p / PHASES)},
                         .v = {0, 0, -speed}};

    add_body(&bodies, p, "ball", &start);
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 400);
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, PHASES, b);
  for (int p = 0; p < PHASES; p++) {
    const double e = b[p].v.z / speed;

    if (fabs(e - expected) <= off) continue;
    off   = fabs(e - expected);
    found = e;
  }
  CALL(sim_destroy(&sim));
  return found;
}

#endif
