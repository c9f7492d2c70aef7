/* SPDX-License-Identifier: MIT */
/* Damping of owned clumps, row by row (damping.h). */
#include "motion/damping.h"

/* A load and the velocities that it acts at. */
typedef struct {
  Vec3 force, torque; /* N, weight included; N m */
  Vec3 v, w;          /* m/s, rad/s */
} Damped;

static bool acts_on(const Damping *d, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && c->blocked[a] != BLOCK_ALL &&
         (!d->groups || (d->groups & c->group[a]));
}

double damping_weight(const Damping *d, const Clumps *c, Vec3 gravity)
{
  const double g    = vec3_norm(gravity);
  double       most = 0;

  for (PetscInt a = 0; a < c->n_owned && g > 0; a++)
    if (acts_on(d, c, a)) most = max_real(most, c->mass[a] * g);
  return most;
}

/* Angular velocity at the time of the torque. With blocked rotation the predicted one. */
static Vec3 spin_of(const Clumps *c, PetscInt a, Vec3 torque, double half)
{
  const Motion *m = &c->motion[a];
  const Pose   *p = &c->pose[a];

  if (c->blocked[a] & BLOCK_TURN) return p->w;
  return quat_turn(
    p->q, vec3_mul(m->inverse_inertia, quat_turn_back(p->q, vec3_axpy(m->momentum, half, torque))));
}

static Damped look_at(const Clumps *c, PetscInt a, Vec3 gravity, double half, const Loads *loads)
{
  const int64_t *sum = loads->sum + (size_t)a * LOAD_PARTS;
  const double   q = loads->force.quantum, turn = loads->torque.quantum / c->pose[a].per_arm;
  const Vec3     from = {q * (double)sum[0], q * (double)sum[1], q * (double)sum[2]};
  Damped d = {.torque = {turn * (double)sum[3], turn * (double)sum[4], turn * (double)sum[5]}};

  d.force = vec3_axpy(from, c->mass[a], gravity);
  d.v     = vec3_axpy(c->motion[a].v, half / c->mass[a], d.force);
  d.w     = spin_of(c, a, d.torque, half);
  return d;
}

/* -factor |load| sign(velocity), 0 where the axis is blocked. */
static double part_of(double factor, double load, double velocity, bool blocked)
{
  if (blocked || velocity == 0) return 0;
  return velocity > 0 ? -factor * fabs(load) : factor * fabs(load);
}

/* Quanta of a load that may be as large as a sum. */
static int64_t whole(double value, double inverse)
{
  const double n = value * inverse;

  return fabs(n) < 0x1p62 ? (int64_t)n : 0; /* larger: the step is discarded */
}

static void damp_row(Damping *d, const Clumps *c, PetscInt a, Vec3 gravity, double half,
                     double dt_work, Loads *loads)
{
  const Damped   b    = look_at(c, a, gravity, half, loads);
  const double   unit = loads->force.inverse, turn = loads->torque.inverse * c->pose[a].per_arm;
  const uint64_t blocked = c->blocked[a];
  int64_t        q[LOAD_PARTS];
  double         power = 0;

  for (int k = 0; k < 3; k++) {
    const double v = vec3_axis(b.v, k), w = vec3_axis(b.w, k),
                 f = part_of(d->factor, vec3_axis(b.force, k), v, blocked >> k & 1),
                 t = part_of(d->factor, vec3_axis(b.torque, k), w, blocked >> (3 + k) & 1);

    q[k]     = whole(f, unit);
    q[3 + k] = whole(t, turn);
    power += f * v + t * w;
  }
  loads_add_row(loads->sum + (size_t)a * LOAD_PARTS, q);
  if (isfinite(power)) sum_add(&d->work, -0.5 * dt_work * power);
}

void damping_apply(Damping *d, const Clumps *c, Vec3 gravity, double dt, double dt_work,
                   Loads *loads)
{
  sum_clear(&d->work);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (acts_on(d, c, a)) damp_row(d, c, a, gravity, 0.5 * dt, dt_work, loads);
}
