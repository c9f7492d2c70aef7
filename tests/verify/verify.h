/* SPDX-License-Identifier: MIT */
/* Common parts of the tests against closed forms: scenario text, states of all clumps on every
   rank, totals, slopes. */
#ifndef VERIFY_H
#define VERIFY_H

#include "sim_test.h"

static const double pi = 3.14159265358979323846;

/* ---- scenario text ---- */

typedef struct {
  size_t n;
  char   text[60000];
} Draft;

__attribute__((format(printf, 2, 3))) static inline void add(Draft *t, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  t->n += (size_t)vsnprintf(t->text + t->n, sizeof t->text - t->n, format, arguments);
  va_end(arguments);
  if (t->n >= sizeof t->text) exit(99);
}

/* Start of a scenario: an open box of this half size about the origin. The position quantum is
   some 2^-49 of it. */
static inline void add_head(Draft *t, double dt, Vec3 gravity, double half)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e6, dt: %.17g, gravity: [%.17g, %.17g, %.17g]}\n", dt,
      gravity.x, gravity.y, gravity.z);
  add(t,
      "domain: {lo: [%.17g, %.17g, %.17g], hi: [%.17g, %.17g, %.17g], boundary: [open, open, "
      "open]}\n",
      -half, -half, -half, half, half, half);
}

static inline void add_material(Draft *t, const char *name, double young, double poisson,
                                double density)
{
  add(t, "  - %s: {young: %.17g, poisson: %.17g, density: %.17g}\n", name, young, poisson, density);
}

/* Laws of material a with itself and with b. Clumps of b never touch each other, but their law
   must be given. */
static inline void add_laws(Draft *t, const char *a, const char *b, const char *words)
{
  add(t, "contact:\n  - law-a: {between: [%s, %s], %s}\n  - law-ab: {between: [%s, %s], %s}\n", a,
      a, words, a, b, words);
  add(t, "  - law-b: {between: [%s, %s], normal: hooke, stiffness: 1, restitution: 1}\n", b, b);
}

/* The template `ball`, one pebble of this material and radius (m), and clumps from bodies.csv. */
static inline void add_balls(Draft *t, const char *material, double radius)
{
  add(t, "template:\n  - ball: {material: %s, pebbles: [0, 0, 0, %.17g]}\n", material, radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
}

/* A plane wall through the origin. */
static inline void add_wall(Draft *t, const char *material, Vec3 normal)
{
  add(t,
      "wall:\n  - plane: {shape: plane, material: %s, point: [0, 0, 0], normal: [%.17g, %.17g, "
      "%.17g]}\n",
      material, normal.x, normal.y, normal.z);
}

/* Clumps as rows of a CSV file. */
static inline void add_bodies_head(Draft *t)
{
  t->n = 0;
  add(t, "id,template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,blocked\n");
}

typedef struct {
  Vec3        x, v, w; /* m, m/s, rad/s */
  Quat        q;       /* template as given to lab; all zero: identity */
  double      scale;   /* 0: 1 */
  const char *blocked; /* NULL: free */
} Start;

static inline void add_body(Draft *t, int id, const char *shape, const Start *s)
{
  const Quat q = quat_norm(s->q) > 0 ? s->q : quat_identity();

  add(t, "%d,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,", id, shape, s->x.x, s->x.y, s->x.z, q.w,
      q.x, q.y, q.z);
  add(t, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%s\n", s->v.x, s->v.y, s->v.z, s->w.x, s->w.y,
      s->w.z, s->scale > 0 ? s->scale : 1, s->blocked ? s->blocked : "");
}

static inline Sim *sim_of(const Draft *scenario, const Draft *bodies)
{
  if (bodies) test_file("bodies.csv", bodies->text);
  return test_sim(PETSC_COMM_WORLD, scenario->text, "");
}

/* ---- state ---- */

/* A clump at the end of a step. */
typedef struct {
  Vec3 x, v, w, momentum,
    force; /* unwrapped, the rest of rounding included; momentum: angular, about the centre */
  Vec3   inertia; /* principal */
  Quat   q;
  double mass;
} Body;

enum { BODY_REALS = sizeof(Body) / sizeof(double) };

/* States of the clumps with ids 0 .. n-1, on every rank. Collective. */
static inline void bodies_of(const Sim *sim, int n, Body *list)
{
  const Clumps *c = sim->matter.clumps;

  memset(list, 0, (size_t)n * sizeof *list);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (c->id[a] < 0 || c->id[a] >= n) continue;
    list[c->id[a]] =
      (Body){.x        = vec3_add(domain_shifted(&sim->space.domain, c->pose[a].x, c->image[a]),
                                  c->motion[a].rest),
             .v        = c->motion[a].v,
             .w        = c->w[a],
             .momentum = c->motion[a].momentum,
             .force    = c->force[a],
             .inertia  = c->inertia[a],
             .q        = c->pose[a].q,
             .mass     = c->mass[a]};
  }
  /* each clump has one owner; the other ranks add zeros */
  if (test_size() > 1)
    MPI_Allreduce(MPI_IN_PLACE, list, n * BODY_REALS, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

static inline int touching(const Sim *sim)
{
  int n = (int)contacts_count(sim->contacts);

  MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  return n;
}

/* ---- numbers ---- */

/* Order of convergence: least squares fit of log error over log step. */
static inline double slope_of(int n, const double *dt, const double *error)
{
  double sx = 0, sy = 0, sxx = 0, sxy = 0;

  for (int k = 0; k < n; k++) {
    const double x = log(dt[k]), y = log(error[k]);

    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static inline double max_of(double a, double b)
{
  return a > b ? a : b;
}

static inline Quat turn_about(Vec3 axis, double angle)
{
  const double s = sin(0.5 * angle) / vec3_norm(axis);

  return (Quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/* Contact time of an elastic Hertz impact over (largest overlap / speed). */
static const double hertz_time = 2.943275184324705;

#endif
