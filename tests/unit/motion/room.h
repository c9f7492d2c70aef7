/* SPDX-License-Identifier: MIT */
/* A box of reflecting faces with clumps in it, moved without loads. */
#ifndef TEST_ROOM_H
#define TEST_ROOM_H

#include "base/random.h"
#include "matter/pebbles.h"
#include "motion/motion.h"
#include "test.h"

enum { LONGEST = 5 };

typedef struct {
  Domain      domain;
  Templates   templates;
  Clumps     *clumps;
  Sum         lost, momentum[6];
  MotionFaces faces;
  double      dt;
  Vec3        gravity;
} Room;

static inline double draw(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

/* A box of this half side between reflecting faces. */
static inline void room_create(Room *m, int dimension, double half, double e, double dt)
{
  const Boundary all[3] = {BOUNDARY_REFLECT, BOUNDARY_REFLECT, BOUNDARY_REFLECT};

  memset(m, 0, sizeof *m);
  m->domain =
    domain_create(dimension, vec3(-half, -half, -half), vec3(half, half, half), all, 1, 0);
  m->domain.restitution  = e;
  m->dt                  = dt;
  m->templates.dimension = dimension;
  m->faces = (MotionFaces){.templates = &m->templates, .lost = &m->lost, .momentum = m->momentum};
  CALL(clumps_create(&m->clumps));
}

static inline void room_free(Room *m)
{
  clumps_destroy(&m->clumps);
  templates_free(&m->templates);
}

/* Add a template with these pebbles and moments, and a clump of it at the origin. */
static inline PetscInt add(Room *m, int n, const Vec3 *x, const double *r, Vec3 principal)
{
  const MassProperties mass = {
    .volume = 1, .mass = 1.3, .principal = principal, .axes = {1, 0, 0, 0}};
  PebbleSet set;

  pebble_set_create(n, &set);
  memcpy(set.x, x, (size_t)n * sizeof *x);
  memcpy(set.r, r, (size_t)n * sizeof *r);
  CALL(templates_add(&m->templates, "one", &set, &mass));
  pebble_set_free(&set);
  return clumps_add(m->clumps, &m->templates, m->clumps->n_owned, m->templates.n - 1, 1);
}

/* One of random pebbles and moments that fits into a ball of .5 m, with random attitude, velocity
   and spin. */
static inline PetscInt add_random(Room *m, uint64_t seed)
{
  const bool flat = m->domain.dimension == 2;
  Random     r    = random_stream(7, RANDOM_TEST, seed);
  const int  n    = 1 + (int)(random_real(&r) * LONGEST);
  Vec3       x[LONGEST];
  double     radius[LONGEST], reach = 0;
  PetscInt   a;

  for (int i = 0; i < n; i++) {
    x[i]      = vec3(draw(&r, -.2, .2), draw(&r, -.2, .2), flat ? 0 : draw(&r, -.2, .2));
    radius[i] = draw(&r, .05, .15);
    reach     = fmax(reach, vec3_norm(x[i]) + radius[i]);
  }
  for (int i = 0; i < n; i++) {
    x[i] = vec3_scale(.5 / reach, x[i]);
    radius[i] *= .5 / reach;
  }
  a = add(m, n, x, radius, vec3(draw(&r, .04, .06), draw(&r, .06, .08), draw(&r, .08, .1)));
  m->clumps->pose[a].q   = flat ? random_heading(&r) : random_orientation(&r);
  m->clumps->motion[a].v = vec3(draw(&r, -1, 1), draw(&r, -1, 1), flat ? 0 : draw(&r, -1, 1));
  m->clumps->motion[a].momentum =
    flat ? vec3(0, 0, draw(&r, -.1, .1)) : vec3(draw(&r, -.1, .1), draw(&r, -.1, .1), .05);
  return a;
}

static inline void step(Room *m)
{
  const MotionStep s = {
    .domain = &m->domain, .dt = m->dt, .gravity = m->gravity, .faces = &m->faces};
  MotionReport report = MOTION_NOTHING;

  motion_start(m->clumps, &s, 0, m->clumps->n_owned, NULL, &report);
  CHECK(report.in_range && !report.left);
  for (PetscInt a = 0; a < m->clumps->n_owned; a++) /* second half kick, without loads */
    if (!(m->clumps->blocked[a] & BLOCK_MOVE))
      m->clumps->motion[a].v = vec3_axpy(m->clumps->motion[a].v, 0.5 * m->dt, m->gravity);
}

static inline double energy(const Room *m, PetscInt a)
{
  const Clumps *c = m->clumps;
  const Vec3    v = c->motion[a].v, l = c->motion[a].momentum,
             w = clump_spin(l, c->pose[a].q, c->inertia[a]);

  return 0.5 * (c->mass[a] * vec3_dot(v, v) + vec3_dot(l, w)) -
         c->mass[a] * vec3_dot(m->gravity, vec3_add(c->pose[a].x, c->motion[a].rest));
}

/* Largest distance of a pebble of the clump beyond a face, as pebbles are placed, m. */
static inline double outside(const Room *m, PetscInt a)
{
  const Clumps   *c    = m->clumps;
  const Template *t    = &m->templates.list[c->template[a]];
  double          most = -INFINITY;

  for (int i = 0; i < t->n; i++)
    for (int k = 0; k < m->domain.dimension; k++) {
      const double x = vec3_axis(c->pose[a].x, k) +
                       vec3_axis(pebble_arm(c->pose[a].q, t->offset[i], m->domain.magic), k);

      most = fmax(most, fabs(x) + t->radius[i] - m->domain.hi.x);
    }
  return most;
}

#endif
