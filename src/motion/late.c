/* SPDX-License-Identifier: MIT */
/* Loads that follow from others (late.h). */
#include "motion/late.h"

Late late_look(const Clumps *c, PetscInt a, Vec3 gravity, double half, const Loads *loads)
{
  const int64_t *sum = loads->sum + (size_t)a * LOAD_PARTS;
  const double   q = loads->force.quantum, turn = loads->torque.quantum / c->pose[a].per_arm;
  const Vec3     from = {q * (double)sum[0], q * (double)sum[1], q * (double)sum[2]},
             torque   = {turn * (double)sum[3], turn * (double)sum[4], turn * (double)sum[5]};
  Late l = {.force  = clump_is_heavy(c, a) ? vec3_axpy(from, c->mass[a], gravity) : from,
            .torque = torque};

  if (c->borne && half > 0) {
    l.force  = vec3_axpy(l.force, c->mass[a], c->borne[a]);
    l.torque = vec3_add(l.torque, c->borne_torque[a]);
  }
  l.v        = vec3_axpy(c->motion[a].v, half / c->mass[a], l.force);
  l.momentum = vec3_axpy(c->motion[a].momentum, half, l.torque);
  return l;
}

Vec3 late_spin(const Clumps *c, PetscInt a, Vec3 momentum)
{
  const Quat q = c->pose[a].q;

  if (clump_is_still(c, a)) return c->w[a];
  if (c->blocked[a] & BLOCK_TURN) return clump_spin_held(c, a, q, momentum);
  return quat_turn(q, vec3_mul(c->motion[a].inverse_inertia, quat_turn_back(q, momentum)));
}

/* Nearest number of quanta of a load that may be as large as a sum. */
static int64_t whole(double value, double inverse)
{
  const double n = value * inverse;

  return fabs(n) < 0x1p62 ? (int64_t)(n < 0 ? n - 0.5 : n + 0.5)
                          : 0; /* larger: the step is discarded */
}

void late_add(const Clumps *c, PetscInt a, Vec3 force, Vec3 torque, Loads *loads)
{
  const double unit = loads->force.inverse, turn = loads->torque.inverse * c->pose[a].per_arm;
  int64_t      q[LOAD_PARTS];

  for (int k = 0; k < 3; k++) {
    q[k]     = whole(vec3_axis(force, k), unit);
    q[3 + k] = whole(vec3_axis(torque, k), turn);
  }
  loads_add_row(loads->sum + (size_t)a * LOAD_PARTS, q);
}
