/* SPDX-License-Identifier: MIT */
/* Spheres on a plane whose energies are told by kind. */
#ifndef ENERGIES_H
#define ENERGIES_H

#include "verify.h"

enum { LEVELS = 3 };

static const double radius = 0.01, density = 2500, young = 1e9, nu = 0.3, gravity = 9.81;

static inline double mass(void)
{
  return 4.0 / 3 * pi * pow(radius, 3) * density;
}

static inline double modulus(void) /* E*: the plane is rigid */
{
  return young / (1 - nu * nu);
}

/* Spheres of this law and a plane; more: further sections. */
static inline Sim *scene(const char *law, double dt, double g, int n, const Start *start,
                         const char *more)
{
  Draft scenario, bodies;

  add_head(&scenario, dt, vec3(0, 0, -g), 1);
  add(&scenario, "material:\n");
  add_material(&scenario, "m", young, nu, density);
  add_material(&scenario, "plane", 1e30, 0, 1);
  add_laws(&scenario, "m", "plane", law);
  add_balls(&scenario, "m", radius);
  add_wall(&scenario, "plane", vec3(0, 0, 1));
  add(&scenario, "%s", more);
  add_bodies_head(&bodies);
  for (int k = 0; k < n; k++) add_body(&bodies, k, "ball", &start[k]);
  test_file("bodies.csv", bodies.text);
  return test_sim(PETSC_COMM_WORLD, scenario.text, "-output_energies true");
}

static inline double total(Sim *sim, const char *column)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return totals_value(&t, column);
}

#endif
