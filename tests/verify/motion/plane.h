/* SPDX-License-Identifier: MIT */
/* Scenarios and tables in two dimensions, and the check that no coordinate has left the plane. */
#ifndef PLANE_H
#define PLANE_H

#include "verify/verify.h"

/* Start of a scenario: an open box of this half size about the origin, in the plane. */
static inline void add_plane(Draft *t, double dt, double gx, double gy, double half,
                             const char *faces)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e9, dimension: 2, dt: %.17g, gravity: [%.17g, %.17g]}\n", dt,
      gx, gy);
  add(t, "domain: {lo: [%.17g, %.17g], hi: [%.17g, %.17g], boundary: [%s]}\n", -half, -half, half,
      half, faces);
  add(t, "material:\n");
  add_material(t, "stuff", 1e7, 0.3, 1);
}

/* A disc, or two in a row, with given mass properties. */
static inline void add_discs(Draft *t, int n, double r, double mass, double polar)
{
  add(t, "template:\n  - body: {material: stuff, pebbles: [%.17g, 0, %.17g", n == 1 ? 0. : -r, r);
  if (n == 2) add(t, ", %.17g, 0, %.17g", r, r);
  add(t, "], mass_properties: given, volume: 1, mass: %.17g, position: [0, 0], inertia: [%.17g]}\n",
      mass, polar);
}

/* A nearly horizontal line through (x, 0). */
static inline void add_floor(Draft *t, double x, double tilt)
{
  add(t,
      "wall:\n  - floor: {shape: plane, material: stuff, point: [%.17g, 0], normal: [%.17g, 1]}\n",
      x, tilt);
}

/* Add a row of a clump, without the columns of three dimensions. */
static inline void add_row(Draft *t, int id, Vec3 x, double angle, Vec3 v, double spin)
{
  if (id == 0) {
    t->n = 0;
    add(t, "id,template,x,y,qw,qz,vx,vy,wz\n");
  }
  add(t, "%d,body,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", id, x.x, x.y, cos(0.5 * angle),
      sin(0.5 * angle), v.x, v.y, spin);
}

static inline void check_in_plane(const Sim *sim)
{
  const Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    CHECK(c->pose[a].x.z == 0 && c->motion[a].rest.z == 0 && c->motion[a].v.z == 0 &&
          c->force[a].z == 0 && c->image[a].z == 0);
    CHECK(c->w[a].x == 0 && c->w[a].y == 0 && c->motion[a].momentum.x == 0 &&
          c->motion[a].momentum.y == 0);
    CHECK(c->torque[a].x == 0 && c->torque[a].y == 0 && c->pose[a].q.x == 0 && c->pose[a].q.y == 0);
  }
}

/* ---- one disc on a line ---- */

static const double g = 9.81, radius = 0.5, mass = 2, stiffness = 1e6;

#endif
