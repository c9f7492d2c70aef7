/* SPDX-License-Identifier: MIT */
/* A plain implementation of motion, clump by clump (the twin). */
#ifndef TWIN_H
#define TWIN_H

#include "steps.h"

#include "motion/rotation.h"

/* Input of the twin for one clump. */
typedef struct {
  uint64_t blocked;
  Vec3     inertia, gravity;
  double   mass, extent, dt;
  bool     planar;
} Twin;

static inline Twin twin_of(const Bodies *b, PetscInt a, double step)
{
  const Clumps *c      = b->clumps;
  const bool    planar = b->domain.dimension == 2;
  const double  extent = b->templates.list[c->template[a]].extent;

  return (Twin){.blocked = c->blocked[a],
                .inertia = c->inertia[a],
                .gravity = planar ? flat_gravity : gravity,
                .mass    = c->mass[a],
                .extent  = extent * c->scale[a],
                .dt      = step,
                .planar  = planar};
}

static inline bool turns_blocked(const Twin *t)
{
  return (t->blocked & BLOCK_TURN) == BLOCK_TURN;
}

static inline bool is_round(const Twin *t)
{
  return t->inertia.x == t->inertia.y && t->inertia.y == t->inertia.z;
}

/* Velocity change in half a step by force and gravity, 0 along blocked axes. */
static inline Vec3 half_kick(const Twin *t, Vec3 force)
{
  const double inverse_mass = (t->blocked & BLOCK_MOVE) == BLOCK_MOVE ? 0 : 1 / t->mass,
               half         = 0.5 * t->dt;
  Vec3 kick                 = vec3_axpy(vec3_scale(half, t->gravity), half * inverse_mass, force);

  for (int k = 0; k < 3; k++)
    if (t->blocked & ((uint64_t)BLOCK_X << k)) vec3_set(&kick, k, 0);
  return kick;
}

/* Angular velocity from momentum and attitude. */
static inline Vec3 spin(const Twin *t, const Moment *s, Quat q, Vec3 momentum)
{
  const Vec3 inverse = {1 / t->inertia.x, 1 / t->inertia.y, 1 / t->inertia.z};

  if (turns_blocked(t)) return s->w;
  if (t->blocked & BLOCK_TURN) return clump_spin_blocked(momentum, q, t->inertia, s->w, t->blocked);
  if (is_round(t)) return vec3_scale(inverse.x, momentum);
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

static inline void twin_kick(const Twin *t, Vec3 force, Vec3 torque, Moment *s)
{
  s->motion.v        = vec3_add(s->motion.v, half_kick(t, force));
  s->motion.momentum = vec3_axpy(s->motion.momentum, 0.5 * t->dt, torque);
}

/* Second half kick. Where rotation is blocked, wholly or in part, the momentum follows from the
   angular velocity. */
static inline void twin_finish(const Twin *t, Vec3 force, Vec3 torque, Moment *s)
{
  twin_kick(t, force, torque, s);
  s->force  = force;
  s->torque = torque;
  s->w      = spin(t, s, s->pose.q, s->motion.momentum);
  if (t->blocked & BLOCK_TURN) s->motion.momentum = clump_momentum(s->w, s->pose.q, t->inertia);
}

static inline double drift(const Domain *d, double *x, double *rest, double way)
{
  const double owed = *rest + way, step = grid_round(d, owed), to = *x + step;

  *rest = owed - (to - *x);
  *x    = to;
  return way;
}

static inline Quat twin_turn(const Twin *t, const Moment *s)
{
  const Vec3 inverse = {1 / t->inertia.x, 1 / t->inertia.y, 1 / t->inertia.z},
             l       = s->motion.momentum;
  const Quat q       = s->pose.q;

  if (turns_blocked(t) && s->w.x == 0 && s->w.y == 0 && s->w.z == 0) return q;
  if (t->blocked & BLOCK_TURN) {
    Vec3 w = spin(t, s, q, l);

    for (int k = 0; k < 4; k++) w = spin(t, s, rotation_spin(q, w, 0.5 * t->dt), l);
    return rotation_spin(q, w, t->dt);
  }
  if (t->planar || is_round(t)) return rotation_spin(q, vec3_scale(inverse.z, l), t->dt);
  return rotation_free(q, l, inverse, t->dt);
}

static inline bool is_fixed(const Twin *t, const Moment *s)
{
  const Vec3 v = s->motion.v, w = s->w;

  return t->blocked == BLOCK_ALL && v.x == 0 && v.y == 0 && v.z == 0 && w.x == 0 && w.y == 0 &&
         w.z == 0;
}

/* First half kick, drift and rotation; velocities predicted to the end of the step; the report. */
static inline MotionReport twin_start(const Twin *t, const Domain *d, Vec3 force, Vec3 torque,
                                      Moment *s)
{
  MotionReport report = {.in_range = true};
  double       way[3], chord = 0;
  Quat         turned, by;

  twin_kick(t, force, torque, s);
  s->pose.v = vec3_add(s->motion.v, half_kick(t, force));
  way[0]    = drift(d, &s->pose.x.x, &s->motion.rest.x, t->dt * s->motion.v.x);
  way[1]    = drift(d, &s->pose.x.y, &s->motion.rest.y, t->dt * s->motion.v.y);
  way[2]    = drift(d, &s->pose.x.z, &s->motion.rest.z, t->dt * s->motion.v.z);
  turned    = twin_turn(t, s);
  by        = quat_mul(quat_conjugate(s->pose.q), turned);
  if (t->extent > 0 && !is_fixed(t, s))
    chord = 2 * sqrt(by.x * by.x + by.y * by.y + by.z * by.z) * t->extent;
  s->pose.q = turned;
  s->pose.w = spin(t, s, turned, vec3_axpy(s->motion.momentum, 0.5 * t->dt, torque));
  for (int k = 0; k < 3; k++) report.travel.lo[k] = report.travel.hi[k] = way[k];
  report.travel.turn = chord;
  report.travel.way  = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) + chord;
  report.left        = domain_has_left(d, s->pose.x);
  return report;
}

static inline Vec3 sum_at(const Bodies *b, PetscInt a, int part, double quantum)
{
  const int64_t *sum = b->loads->sum + (size_t)a * LOAD_PARTS + (size_t)part;

  return vec3((double)sum[0] * quantum, (double)sum[1] * quantum, (double)sum[2] * quantum);
}

static inline Vec3 summed_force(const Bodies *b, PetscInt a)
{
  return sum_at(b, a, LOAD_FORCE, b->loads->force.quantum);
}

static inline Vec3 summed_torque(const Bodies *b, PetscInt a)
{
  return sum_at(b, a, LOAD_TORQUE,
                LOAD_ARMS * b->loads->force.quantum / b->clumps->pose[a].per_arm);
}

#endif
