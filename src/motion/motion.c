/* SPDX-License-Identifier: MIT */
/* Kick, drift, turn; kick. */
#include "motion/motion.h"
#include "motion/rotation.h"

/* Half a step of acceleration along the free axes. */
static Vec3 kick(const Clumps *c, PetscInt a, double dt, Vec3 gravity)
{
  const double   s = 0.5 * dt / c->mass[a];
  const uint64_t b = c->blocked[a];
  Vec3           k = {s * c->force[a].x + 0.5 * dt * gravity.x, s * c->force[a].y + 0.5 * dt * gravity.y, s * c->force[a].z + 0.5 * dt * gravity.z};

  if (b & BLOCK_X) k.x = 0;
  if (b & BLOCK_Y) k.y = 0;
  if (b & BLOCK_Z) k.z = 0;
  return k;
}

/* The centre moves by whole grid steps; what is left over is kept and added next time, so no drift is lost. */
static void drift(Clumps *c, PetscInt a, const Domain *domain, double dt)
{
  const Vec3 d = vec3_axpy(c->rest[a], dt, c->v[a]), step = grid_round3(domain, d);

  c->rest[a] = vec3_sub(d, step);
  c->x[a]    = vec3_add(c->x[a], step);
}

/* Turning with some lab axes blocked: half way for the angular velocity, then the whole step with it. */
static void turn_constrained(Clumps *c, PetscInt a, double dt)
{
  const Vec3 w    = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
  const Quat half = rotation_spin(c->q[a], w, 0.5 * dt);

  c->q[a] = rotation_spin(c->q[a], rotation_constrained(half, c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]), dt);
}

/* Bound on how far a pebble centre has moved since the list was built: the centre's way plus the chord of the turn. */
static double way(const Clumps *c, PetscInt a, double extent)
{
  const Quat   p = quat_mul(quat_conjugate(c->q0[a]), c->q[a]);
  const double chord = 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z);

  return vec3_norm(vec3_sub(c->x[a], c->x0[a])) + chord * extent;
}

static bool in_range(const Domain *d, Vec3 x)
{
  return fabs(x.x) < d->limit && fabs(x.y) < d->limit && fabs(x.z) < d->limit; /* false for NaN */
}

/* The pose at the time of x and q, from velocities half a step behind. */
static void predict(Clumps *c, PetscInt a, double dt, Vec3 gravity)
{
  const Vec3 momentum = vec3_axpy(c->momentum[a], 0.5 * dt, c->torque[a]);
  Pose      *pose     = &c->pose[a];

  pose->x = c->x[a];
  pose->q = c->q[a];
  pose->v = vec3_add(c->v[a], kick(c, a, dt, gravity));
  if (c->blocked[a] & BLOCK_TURN) pose->w = rotation_constrained(c->q[a], momentum, c->inertia[a], c->w[a], c->blocked[a]);
  else pose->w = clump_spin(momentum, c->q[a], c->inertia[a]);
}

void motion_start(Clumps *c, const Templates *templates, const Domain *domain, double dt, Vec3 gravity, MotionReport *report)
{
  *report = (MotionReport){.in_range = true};
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double extent = templates->list[c->shape[a]].extent * c->scale[a];
    double       moved, ahead;

    c->v[a]        = vec3_add(c->v[a], kick(c, a, dt, gravity));
    c->momentum[a] = vec3_axpy(c->momentum[a], 0.5 * dt, c->torque[a]);
    drift(c, a, domain, dt);
    if (c->blocked[a] & BLOCK_TURN) turn_constrained(c, a, dt);
    else c->q[a] = rotation_free(c->q[a], c->momentum[a], c->inertia[a], dt);
    predict(c, a, dt, gravity);
    moved = way(c, a, extent);
    ahead = moved + 1.1 * dt * (vec3_norm(c->pose[a].v) + vec3_norm(c->pose[a].w) * extent);
    report->moved      = max_real(report->moved, moved);
    report->moved_next = max_real(report->moved_next, ahead);
    report->left       = report->left || domain_has_left(domain, c->x[a]);
    report->in_range   = report->in_range && in_range(domain, c->x[a]) && ahead < INFINITY;
  }
}

void motion_finish(Clumps *c, const Loads *loads, double dt, Vec3 gravity)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->force[a]    = loads_force(loads, a);
    c->torque[a]   = loads_torque(loads, a);
    c->v[a]        = vec3_add(c->v[a], kick(c, a, dt, gravity));
    c->momentum[a] = vec3_axpy(c->momentum[a], 0.5 * dt, c->torque[a]);
    if (c->blocked[a] & BLOCK_TURN) {
      c->w[a]        = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
      c->momentum[a] = clump_momentum(c->w[a], c->q[a], c->inertia[a]);
    } else {
      c->w[a] = clump_spin(c->momentum[a], c->q[a], c->inertia[a]);
    }
  }
}

void motion_predict(Clumps *c, double dt, Vec3 gravity)
{
  for (PetscInt a = 0; a < c->n_owned; a++) predict(c, a, dt, gravity);
}

void motion_mark(Clumps *c)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->x0[a] = c->x[a];
    c->q0[a] = c->q[a];
  }
}

void motion_settle(Clumps *c, PetscInt a)
{
  c->momentum[a] = clump_momentum(c->w[a], c->q[a], c->inertia[a]);
}
