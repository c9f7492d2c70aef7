/* SPDX-License-Identifier: MIT */
/* Loads that follow from the sum of all others (total_loads.h), magnetic forces among them. */
#include "motion/total_loads.h"

TotalLoads total_loads_of(const Clumps *c, PetscInt a, Vec3 gravity, double half,
                          const Loads *loads)
{
  const int64_t *sum = loads->sum + (size_t)a * LOAD_PARTS;
  const double   q = loads->force.quantum, turn = loads->torque.quantum / c->pose[a].per_arm;
  const Vec3     from = loads_vector(sum + LOAD_FORCE, q);
  TotalLoads     l = {.force  = clump_is_heavy(c, a) ? vec3_axpy(from, c->mass[a], gravity) : from,
                      .torque = loads_vector(sum + LOAD_TORQUE, turn)};

  if (c->borne && half > 0) {
    l.force  = vec3_axpy(l.force, c->mass[a], c->borne[a]);
    l.torque = vec3_add(l.torque, c->borne_torque[a]);
  }
  l.v        = vec3_axpy(c->motion[a].v, half / c->mass[a], l.force);
  l.momentum = vec3_axpy(c->motion[a].momentum, half, l.torque);
  return l;
}

Vec3 total_loads_spin(const Clumps *c, PetscInt a, Vec3 momentum)
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

void total_loads_add(const Clumps *c, PetscInt a, Vec3 force, Vec3 torque, Loads *loads)
{
  const double unit = loads->force.inverse, turn = loads->torque.inverse * c->pose[a].per_arm;
  int64_t      q[LOAD_PARTS];

  for (int k = 0; k < 3; k++) {
    q[k]     = whole(vec3_axis(force, k), unit);
    q[3 + k] = whole(vec3_axis(torque, k), turn);
  }
  loads_add_row(loads->sum + (size_t)a * LOAD_PARTS, q);
}

/* ---- magnetic forces ---- */

/* Magnetic forces at the end of a step (gyrate in total_loads.h). u = (v, w) are the velocities
   sought, u* those by the loads in the sums, u' those of the pose, with which the magnetic force in
   the sums was found; R is the change of velocities by an impulse along free degrees of freedom, G
   the gyration, h half of the step:

     u = u* + h R G (u - u'),   solved for d = u - u':   (1 - h R G) d = u* - u',

   and G d is added to the loads. */

/* Response of velocities to an impulse, with viscous damping for half a step of h. */
typedef struct {
  const Clumps *clumps;
  PetscInt      row;
  double        slow, turn; /* 1 / (1 + rate h) */
} Response;

static Vec3 push(const Response *r, Vec3 impulse)
{
  const Clumps *c = r->clumps;

  return vec3_scale(r->slow / c->mass[r->row],
                    clump_free_way(c, r->row, c->pose[r->row].q, impulse));
}

static Vec3 turn(const Response *r, Vec3 impulse)
{
  const Clumps *c = r->clumps;

  if (clump_is_still(c, r->row)) return (Vec3){0, 0, 0};
  return vec3_scale(r->turn, clump_spin_by(c, r->row, c->pose[r->row].q, impulse));
}

static void put_both(double to[6], Vec3 a, Vec3 b)
{
  for (int i = 0; i < 3; i++) {
    to[i]     = vec3_axis(a, i);
    to[3 + i] = vec3_axis(b, i);
  }
}

static Vec3 get_half(const double from[6], int half)
{
  return (Vec3){from[3 * half], from[3 * half + 1], from[3 * half + 2]};
}

/* Solve m y = x by Gaussian elimination with partial pivoting; y takes the place of x. */
static void solve(double m[6][6], double x[6])
{
  for (int k = 0; k < 6; k++) {
    int top = k;

    for (int i = k + 1; i < 6; i++)
      if (fabs(m[i][k]) > fabs(m[top][k])) top = i;
    for (int j = 0; j < 6 && top != k; j++) {
      const double kept = m[k][j];

      m[k][j]   = m[top][j];
      m[top][j] = kept;
    }
    if (top != k) {
      const double kept = x[k];

      x[k]   = x[top];
      x[top] = kept;
    }
    for (int i = k + 1; i < 6; i++) {
      const double f = m[i][k] / m[k][k];

      for (int j = k; j < 6; j++) m[i][j] -= f * m[k][j];
      x[i] -= f * x[k];
    }
  }
  for (int k = 5; k >= 0; k--) {
    for (int j = k + 1; j < 6; j++) x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
}

/* Velocity after viscous damping; along blocked translations it is imposed, and not damped. */
static Vec3 slowed(const Response *r, Vec3 v)
{
  const Clumps *c    = r->clumps;
  const Vec3    left = vec3_scale(r->slow, v);

  if (!(c->blocked[r->row] & BLOCK_MOVE)) return left;
  return vec3_add(v, clump_free_way(c, r->row, c->pose[r->row].q, vec3_sub(left, v)));
}

static void gyrate_row(const Clumps *c, PetscInt a, const Gyration *g, const Response *r,
                       Vec3 gravity, double half, Loads *loads)
{
  const TotalLoads total = total_loads_of(c, a, gravity, half, loads);
  const Vec3       v     = vec3_add(c->motion[a].v,
                                    clump_free_way(c, a, c->pose[a].q, vec3_sub(total.v, c->motion[a].v))),
             w           = total_loads_spin(c, a, vec3_scale(r->turn, total.momentum));
  double m[6][6], x[6], load[6];

  put_both(x, vec3_sub(slowed(r, v), c->pose[a].v), vec3_sub(w, c->pose[a].w));
  for (int j = 0; j < 6; j++) {
    double by[6], made[6];

    for (int i = 0; i < 6; i++) by[i] = half * g->m[i][j];
    put_both(made, push(r, get_half(by, 0)), turn(r, get_half(by, 1)));
    for (int i = 0; i < 6; i++) m[i][j] = (i == j) - made[i];
  }
  solve(m, x);
  gyration_loads(g, x, load);
  total_loads_add(c, a, get_half(load, 0), get_half(load, 1), loads);
}

static bool acts(const Gyration *g)
{
  double sum = 0;

  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) sum += fabs(g->m[i][j]);
  return sum > 0 && isfinite(sum);
}

void gyrate(const Clumps *c, const Gyration *gyration, const Damping *damping, Vec3 gravity,
            double dt, Loads *loads)
{
  const double half = 0.5 * dt;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    DampingRates rates = {0, 0, 0};

    if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL || !acts(&gyration[a])) continue;
    if (damping->used) rates = damping_rates(damping, c, a);
    gyrate_row(c, a, &gyration[a],
               &(Response){.clumps = c,
                           .row    = a,
                           .slow   = 1 / (1 + half * rates.viscous),
                           .turn   = 1 / (1 + half * rates.turning)},
               gravity, half, loads);
  }
}
