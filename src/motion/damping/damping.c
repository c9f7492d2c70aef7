/* SPDX-License-Identifier: MIT */
/* Damping of owned clumps, row by row (damping.h). */
#include "motion/damping/damping.h"
#include "motion/late.h"

DampingRates damping_rates(const Damping *d, const Clumps *c, PetscInt a)
{
  double       left = 1; /* part of a load that Cundall's damping of all objects leaves */
  DampingRates sum  = {0, 0, 0};

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

static bool acts(DampingRates r)
{
  return r.cundall > 0 || r.viscous > 0 || r.turning > 0;
}

/* Flow to which damped velocities are relative, m/s. */
static Vec3 flow_of(const CellFlow *flow, const Clumps *c, PetscInt a)
{
  return flow ? cell_flow_at(flow, c, a) : (Vec3){0, 0, 0};
}

/* Speed that is damped, the same whichever image is followed. */
static double speed_of(const CellFlow *flow, const Clumps *c, PetscInt a)
{
  return vec3_norm(flow ? vec3_sub(c->motion[a].v, flow_of(flow, c, a)) : c->pose[a].v);
}

void damping_largest(const Damping *d, const Clumps *c, Vec3 gravity, const CellFlow *flow,
                     double *force, double *torque)
{
  const double g = vec3_norm(gravity);

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const DampingRates r     = damping_rates(d, c, a);
    const double       borne = c->borne ? vec3_norm(c->borne[a]) : 0;

    if (r.cundall > 0 || r.viscous > 0)
      *force = max_real(*force, c->mass[a] * (g + borne + r.viscous * speed_of(flow, c, a)));
    if (r.turning > 0)
      *torque =
        max_real(*torque, r.turning * c->pose[a].per_arm * vec3_norm(c->motion[a].momentum));
    if (r.cundall > 0 && c->borne)
      *torque = max_real(*torque, c->pose[a].per_arm * vec3_norm(c->borne_torque[a]));
  }
}

/* The vector with its components along blocked axes set to 0. */
static Vec3 freely(Vec3 v, uint64_t blocked)
{
  return (Vec3){blocked & 1 ? 0 : v.x, blocked & 2 ? 0 : v.y, blocked & 4 ? 0 : v.z};
}

/* Damping of a load: `viscous`, plus `cundall` times |load + viscous| along each axis, against the
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

static void damp_row(Damping *d, const Clumps *c, PetscInt a, DampingRates r, Vec3 gravity,
                     Vec3 flow, double half, double dt_work, Loads *loads)
{
  const Late     b       = late_look(c, a, gravity, half, loads);
  const uint64_t blocked = c->blocked[a];
  const Quat     q       = c->pose[a].q;
  const Vec3     v       = vec3_scale(1 / (1 + half * r.viscous), vec3_sub(b.v, flow)),
             momentum    = vec3_scale(1 / (1 + half * r.turning), b.momentum),
             w           = clump_along(c, a, q, late_spin(c, a, momentum));
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
  const double power = vec3_dot(force, v) + vec3_dot(torque, w), along = vec3_dot(force, flow);

  late_add(c, a, force, clump_from(c, a, q, torque), loads);
  if (isfinite(power)) sum_add(&d->work, -0.5 * dt_work * power);
  if (along != 0 && isfinite(along)) sum_add(&d->flow, 0.5 * dt_work * along);
}

void damping_apply(Damping *d, const Clumps *c, Vec3 gravity, const CellFlow *flow, double dt,
                   double dt_work, Loads *loads)
{
  sum_clear(&d->work);
  sum_clear(&d->flow);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const DampingRates r = damping_rates(d, c, a);

    if (acts(r)) damp_row(d, c, a, r, gravity, flow_of(flow, c, a), 0.5 * dt, dt_work, loads);
  }
}
