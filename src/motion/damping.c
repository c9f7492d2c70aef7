/* SPDX-License-Identifier: MIT */
/* Damping of owned clumps, row by row (damping.h). */
#include "motion/damping.h"

/* Damping of one clump. */
typedef struct {
  double cundall, viscous, turning;
} Rates;

/* A clump at the end of the step. */
typedef struct {
  Vec3 force, torque; /* of all but damping, weight included, N, N m */
  Vec3 v, momentum;   /* with these in the step, m/s, kg m^2/s */
} Damped;

static Rates rates_of(const Damping *d, const Clumps *c, PetscInt a)
{
  double left = 1; /* by Cundall's of several objects */
  Rates  sum  = {0, 0, 0};

  if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) return sum;
  for (int k = 0; k < d->n; k++) {
    const DampingPart *part = &d->list[k];

    if (part->groups && !(part->groups & c->group[a])) continue;
    left *= 1 - part->cundall;
    sum.viscous += part->viscous;
    sum.turning += part->turning;
  }
  sum.cundall = 1 - left;
  return sum;
}

static bool acts(Rates r)
{
  return r.cundall > 0 || r.viscous > 0 || r.turning > 0;
}

void damping_largest(const Damping *d, const Clumps *c, Vec3 gravity, double *force, double *torque)
{
  const double g = vec3_norm(gravity);

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Rates r = rates_of(d, c, a);

    if (r.cundall > 0 || r.viscous > 0)
      *force = max_real(*force, c->mass[a] * (g + r.viscous * vec3_norm(c->pose[a].v)));
    if (r.turning > 0)
      *torque =
        max_real(*torque, r.turning * c->pose[a].per_arm * vec3_norm(c->motion[a].momentum));
  }
}

static Damped look_at(const Clumps *c, PetscInt a, Vec3 gravity, double half, const Loads *loads)
{
  const int64_t *sum = loads->sum + (size_t)a * LOAD_PARTS;
  const double   q = loads->force.quantum, turn = loads->torque.quantum / c->pose[a].per_arm;
  const Vec3     from = {q * (double)sum[0], q * (double)sum[1], q * (double)sum[2]},
             torque   = {turn * (double)sum[3], turn * (double)sum[4], turn * (double)sum[5]};
  const Vec3 force    = clump_is_heavy(c, a) ? vec3_axpy(from, c->mass[a], gravity) : from;

  return (Damped){.force    = force,
                  .torque   = torque,
                  .v        = vec3_axpy(c->motion[a].v, half / c->mass[a], force),
                  .momentum = vec3_axpy(c->motion[a].momentum, half, torque)};
}

/* Angular velocity at the time of the torque. */
static Vec3 spin_of(const Clumps *c, PetscInt a, Vec3 momentum)
{
  const Quat q = c->pose[a].q;

  if (clump_is_still(c, a)) return c->w[a];
  if (c->blocked[a] & BLOCK_TURN) return clump_spin_held(c, a, q, momentum);
  return quat_turn(q, vec3_mul(c->motion[a].inverse_inertia, quat_turn_back(q, momentum)));
}

/* Components along free axes alone; of blocked ones 0. */
static Vec3 freely(Vec3 v, uint64_t blocked)
{
  return (Vec3){blocked & 1 ? 0 : v.x, blocked & 2 ? 0 : v.y, blocked & 4 ? 0 : v.z};
}

/* Of a load: the viscous one, and Cundall's part of the sum of both, along each axis against the
   velocity. */
static Vec3 damping_of(double cundall, Vec3 viscous, Vec3 load, Vec3 velocity)
{
  const Vec3 all = vec3_add(load, viscous);
  Vec3       sum = viscous;

  for (int k = 0; k < 3; k++) {
    const double v = vec3_axis(velocity, k), taken = cundall * fabs(vec3_axis(all, k));

    if (v != 0) vec3_set(&sum, k, vec3_axis(viscous, k) + (v > 0 ? -taken : taken));
  }
  return sum;
}

/* Quanta of a load that may be as large as a sum. */
static int64_t whole(double value, double inverse)
{
  const double n = value * inverse;

  return fabs(n) < 0x1p62 ? (int64_t)n : 0; /* larger: the step is discarded */
}

static void add_load(const Clumps *c, PetscInt a, Vec3 force, Vec3 torque, Loads *loads)
{
  const double unit = loads->force.inverse, turn = loads->torque.inverse * c->pose[a].per_arm;
  int64_t      q[LOAD_PARTS];

  for (int k = 0; k < 3; k++) {
    q[k]     = whole(vec3_axis(force, k), unit);
    q[3 + k] = whole(vec3_axis(torque, k), turn);
  }
  loads_add_row(loads->sum + (size_t)a * LOAD_PARTS, q);
}

static void damp_row(Damping *d, const Clumps *c, PetscInt a, Rates r, Vec3 gravity, double half,
                     double dt_work, Loads *loads)
{
  const Damped   b       = look_at(c, a, gravity, half, loads);
  const uint64_t blocked = c->blocked[a];
  const Quat     q       = c->pose[a].q;
  const Vec3     v       = vec3_scale(1 / (1 + half * r.viscous), b.v),
             momentum    = vec3_scale(1 / (1 + half * r.turning), b.momentum),
             w           = clump_along(c, a, q, spin_of(c, a, momentum));
  const Vec3 force       = clump_way_from(
                     c, a, q,
                     freely(damping_of(r.cundall,
                                       clump_way_along(c, a, q, vec3_scale(-r.viscous * c->mass[a], v)),
                                       clump_way_along(c, a, q, b.force), clump_way_along(c, a, q, v)),
                            blocked)),
             torque =
               freely(damping_of(r.cundall, clump_along(c, a, q, vec3_scale(-r.turning, momentum)),
                                 clump_along(c, a, q, b.torque), w),
                      blocked >> 3);
  const double power = vec3_dot(force, v) + vec3_dot(torque, w);

  add_load(c, a, force, clump_from(c, a, q, torque), loads);
  if (isfinite(power)) sum_add(&d->work, -0.5 * dt_work * power);
}

void damping_apply(Damping *d, const Clumps *c, Vec3 gravity, double dt, double dt_work,
                   Loads *loads)
{
  sum_clear(&d->work);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Rates r = rates_of(d, c, a);

    if (acts(r)) damp_row(d, c, a, r, gravity, 0.5 * dt, dt_work, loads);
  }
}
