/* SPDX-License-Identifier: MIT */
/* Spheres thrown at a plane under a law with friction, for the tests of oblique impacts and of the
   order in time. */
#ifndef OBLIQUE_H
#define OBLIQUE_H

#include "base/random.h"
#include "verify/verify.h"

enum { PHASES = 8, LEVELS = 4 };

/* ---- spheres on a plane ---- */

/* One material against a plane or a huge sphere, and the law. */
typedef struct {
  double      radius, young, poisson, density; /* of the sphere */
  double      wall_young, wall_poisson;        /* of the plane */
  double      restitution, friction;
  const char *terms;
} Case;

/* Duration of an elastic Hertz impact at v m/s. */
static inline double contact_time(const Case *c, double v)
{
  const double star = 1 / ((1 - c->poisson * c->poisson) / c->young +
                           (1 - c->wall_poisson * c->wall_poisson) / c->wall_young);
  const double mass = 4.0 / 3 * pi * pow(c->radius, 3) * c->density,
               k    = 4.0 / 3 * star * sqrt(c->radius);

  return hertz_time * pow(5 * mass * v * v / (4 * k), 0.4) / v;
}

/* n equal spheres thrown at the plane z = 0 from `gap[i]` above it, in one run of this many
   steps; returns their final states. */
static inline void throw_all(const Case *c, double dt, int steps, int n, const double *gap,
                             const Vec3 *v, const Vec3 *w, Body *after)
{
  char  words[300];
  Draft scenario, bodies;
  Sim  *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 4 * c->radius * (n + 2) + 60 * c->radius);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", c->young, c->poisson, c->density);
  add_material(&scenario, "plane", c->wall_young, c->wall_poisson, 1);
  snprintf(words, sizeof words, "restitution: %.17g, friction: %.17g, %s", c->restitution,
           c->friction, c->terms);
  add_laws(&scenario, "stone", "plane", words);
  add_balls(&scenario, "stone", c->radius);
  add_wall(&scenario, "plane", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  for (int i = 0; i < n; i++) {
    const Start start = {
      .x = {0, 4 * c->radius * (i - 0.5 * n), c->radius + gap[i]}, .v = v[i], .w = w[i]};

    add_body(&bodies, i, "ball", &start);
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, steps);
  CHECK_INT(touching(sim), c->restitution > 0 ? 0 : n); /* restitution 0 creeps out for ever */
  bodies_of(sim, n, after);
  CALL(sim_destroy(&sim));
}

/* ---- sticking, sliding, and the order in time ---- */

/* Final slip speed of the contact point, for spheres that start at all phases of a step; largest
   and root mean square errors against `exact` (NULL: against `found`, the result of the finest
   steps). */
static inline void oblique_errors(const Case *c, double dt, int steps, double vt, double vn,
                                  const double *exact, double *found, double *mean)
{
  double gap[PHASES], sum = 0, square = 0;
  Vec3   v[PHASES], w[PHASES];
  Body   b[PHASES];

  for (int p = 0; p < PHASES; p++) {
    gap[p] = vn * dt * (2 + (double)p / PHASES);
    v[p]   = vec3(vt, 0, -vn);
    w[p]   = vec3(0, 0, 0);
  }
  throw_all(c, dt, steps, PHASES, gap, v, w, b);
  for (int p = 0; p < PHASES; p++) {
    const double slip = b[p].v.x - c->radius * b[p].w.y, error = exact ? slip - *exact : 0;

    sum += slip / PHASES;
    square += error * error / PHASES;
  }
  if (found) *found = sum;
  if (mean) *mean = sqrt(square);
}

/* Check the errors at several steps a contact, which must decrease with this order. */
static inline void show(const char *name, double slip, const double *dt, const double *error,
                        double order)
{
  const double slope = slope_of(LEVELS, dt, error);

  test_note("%s: slip after %.6f, errors %.1e %.1e %.1e %.1e, order %.2f", name, slip, error[0],
            error[1], error[2], error[3], slope);
  CHECK(slope > order);
}

#endif
