/* SPDX-License-Identifier: MIT */
/* Kick, drift, turn; kick. In tiles of clumps as columns, so that divisions and roots are done many at a time; clumps whose
   turning is blocked are rare and go one by one. */
#include "motion/motion.h"
#include "base/kernel.h"
#include "motion/rotation.h"

enum { TILE_ROWS = 64 };

/* What a tile of clumps needs, component by component. */
typedef struct {
  int n;
  _Alignas(64) double x[3][TILE_ROWS], rest[3][TILE_ROWS], v[3][TILE_ROWS], kick[3][TILE_ROWS];
  double q[4][TILE_ROWS], l[3][TILE_ROWS], dl[3][TILE_ROWS]; /* attitude, angular momentum, its half kick */
  double inverse[3][TILE_ROWS];                              /* 1 / principal moments */
  double mass[TILE_ROWS];                                    /* kg; then half a step over the mass, s/kg */
  double free[3][TILE_ROWS];                                 /* 1, or 0 along a blocked axis */
  double pv[3][TILE_ROWS], pw[3][TILE_ROWS];                 /* predicted velocities */
  double x0[3][TILE_ROWS], q0[4][TILE_ROWS], extent[TILE_ROWS];
  double moved[TILE_ROWS], ahead[TILE_ROWS];
  int    spherical; /* rows with three equal moments */
} MotionTile;

static inline void put3(double column[3][TILE_ROWS], int k, Vec3 v)
{
  column[0][k] = v.x;
  column[1][k] = v.y;
  column[2][k] = v.z;
}

static inline Vec3 get3(double column[3][TILE_ROWS], int k)
{
  return (Vec3){column[0][k], column[1][k], column[2][k]};
}

static inline void put4(double column[4][TILE_ROWS], int k, Quat q)
{
  column[0][k] = q.w;
  column[1][k] = q.x;
  column[2][k] = q.y;
  column[3][k] = q.z;
}

static inline Quat get4(double column[4][TILE_ROWS], int k)
{
  return (Quat){column[0][k], column[1][k], column[2][k], column[3][k]};
}

/* Half a step of acceleration along the free axes. */
static inline Vec3 half_kick(Vec3 force, double mass, uint64_t blocked, double dt, Vec3 gravity)
{
  const double g = 0.5 * dt, s = g / mass; /* the same bits as in the tiles */

  return (Vec3){blocked & BLOCK_X ? 0 : s * force.x + g * gravity.x, blocked & BLOCK_Y ? 0 : s * force.y + g * gravity.y,
                blocked & BLOCK_Z ? 0 : s * force.z + g * gravity.z};
}

static inline Vec3 free_axes(uint64_t blocked)
{
  return (Vec3){blocked & BLOCK_X ? 0 : 1, blocked & BLOCK_Y ? 0 : 1, blocked & BLOCK_Z ? 0 : 1};
}

static Vec3 inverse_of(Vec3 inertia)
{
  return (Vec3){1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
}

/* ---- start of a step ---- */

static void load_start(const Clumps *c, const Templates *templates, PetscInt first, int n, MotionTile *t)
{
  t->n         = n;
  t->spherical = 0;
  for (int k = 0; k < n; k++) {
    const PetscInt a = first + k;
    const Vec3     i = c->inertia[a];

    put3(t->x, k, c->x[a]);
    put3(t->rest, k, c->rest[a]);
    put3(t->v, k, c->v[a]);
    put3(t->kick, k, c->force[a]);
    put3(t->free, k, free_axes(c->blocked[a]));
    t->mass[k] = c->mass[a];
    put4(t->q, k, c->q[a]);
    put3(t->l, k, c->momentum[a]);
    put3(t->dl, k, c->torque[a]);
    put3(t->inverse, k, i);
    put3(t->x0, k, c->x0[a]);
    put4(t->q0, k, c->q0[a]);
    t->extent[k] = templates->list[c->shape[a]].extent * c->scale[a];
    t->spherical += i.x == i.y && i.y == i.z;
  }
}

/* Kick, then drift by whole grid steps; what is left over is kept and added next time, so that no drift is lost. */
KERNEL static void kick_and_drift(MotionTile *t, double magic, double dt, Vec3 gravity)
{
  const double half = 0.5 * dt, g[3] = {half * gravity.x, half * gravity.y, half * gravity.z};

#pragma omp simd
  for (int k = 0; k < t->n; k++) t->mass[k] = half / t->mass[k];
  for (int i = 0; i < 3; i++) {
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
      t->kick[i][k]    = t->free[i][k] > 0 ? t->mass[k] * t->kick[i][k] + g[i] : 0;
      t->dl[i][k]      = half * t->dl[i][k];
      t->inverse[i][k] = 1 / t->inverse[i][k];
    }
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
      const double v = t->v[i][k] + t->kick[i][k], d = t->rest[i][k] + dt * v, step = (d + magic) - magic;

      t->v[i][k]    = v;
      t->pv[i][k]   = v + t->kick[i][k];
      t->rest[i][k] = d - step;
      t->x[i][k] += step;
      t->l[i][k] += t->dl[i][k];
    }
  }
}

KERNEL static void turn_free(MotionTile *t, double dt)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) put4(t->q, k, rotation_free(get4(t->q, k), get3(t->l, k), get3(t->inverse, k), dt));
}

KERNEL static void turn_spherical(MotionTile *t, double dt)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) put4(t->q, k, rotation_spin(get4(t->q, k), vec3_scale(t->inverse[0][k], get3(t->l, k)), dt));
}

/* Spherical bodies turn about a fixed axis, which is known exactly. A tile may hold both kinds. */
static void turn(MotionTile *t, double dt)
{
  double before[4][TILE_ROWS], free[4][TILE_ROWS];

  if (t->spherical == t->n) {
    turn_spherical(t, dt);
    return;
  }
  if (t->spherical == 0) {
    turn_free(t, dt);
    return;
  }
  memcpy(before, t->q, sizeof before);
  turn_free(t, dt);
  memcpy(free, t->q, sizeof free);
  memcpy(t->q, before, sizeof before);
  turn_spherical(t, dt);
  for (int k = 0; k < t->n; k++)
    if (t->inverse[0][k] != t->inverse[1][k] || t->inverse[1][k] != t->inverse[2][k]) put4(t->q, k, get4(free, k));
}

static inline Vec3 spin_of(Vec3 momentum, Quat q, Vec3 inverse)
{
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

/* Angular velocity predicted to the end of the step; how far a pebble's centre may have moved since the list was built, the
   centre's way plus the chord of the turn, and may after one more step. */
KERNEL static void predict_tile(MotionTile *t, double dt)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const Quat   q = get4(t->q, k), p = quat_mul(quat_conjugate(get4(t->q0, k)), q);
    const Vec3   w     = spin_of(vec3_add(get3(t->l, k), get3(t->dl, k)), q, get3(t->inverse, k));
    const double chord = 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    const double moved = vec3_norm(vec3_sub(get3(t->x, k), get3(t->x0, k))) + chord * t->extent[k];

    put3(t->pw, k, w);
    t->moved[k] = moved;
    t->ahead[k] = moved + 1.1 * dt * (vec3_norm(get3(t->pv, k)) + vec3_norm(w) * t->extent[k]);
  }
}

static void store_start(Clumps *c, PetscInt first, MotionTile *t)
{
  for (int k = 0; k < t->n; k++) {
    const PetscInt a = first + k;

    c->x[a]        = get3(t->x, k);
    c->rest[a]     = get3(t->rest, k);
    c->v[a]        = get3(t->v, k);
    c->momentum[a] = get3(t->l, k);
    c->q[a]        = get4(t->q, k);
    c->pose[a]     = (Pose){.x = c->x[a], .q = c->q[a], .v = get3(t->pv, k), .w = get3(t->pw, k)};
  }
}

/* Turning with some lab axes blocked: half way for the angular velocity, then the whole step with it. The tile turned this row as
   if it were free: its column 0 .. 3 of q is not used. */
static void turn_blocked(const Clumps *c, PetscInt a, MotionTile *t, int k, double dt)
{
  const Quat q = c->q[a];
  const Vec3 l = get3(t->l, k), w = rotation_constrained(q, l, c->inertia[a], c->w[a], c->blocked[a]);
  const Quat half = rotation_spin(q, w, 0.5 * dt);

  put4(t->q, k, rotation_spin(q, rotation_constrained(half, l, c->inertia[a], c->w[a], c->blocked[a]), dt));
}

static bool in_range(const Domain *d, Vec3 x)
{
  return fabs(x.x) < d->limit && fabs(x.y) < d->limit && fabs(x.z) < d->limit; /* false for NaN */
}

static void report_tile(const Clumps *c, PetscInt first, MotionTile *t, const Domain *domain, MotionReport *report)
{
  for (int k = 0; k < t->n; k++) {
    const Vec3 x = c->x[first + k];

    report->moved      = max_real(report->moved, t->moved[k]);
    report->moved_next = max_real(report->moved_next, t->ahead[k]);
    report->left       = report->left || domain_has_left(domain, x);
    report->in_range   = report->in_range && in_range(domain, x) && t->ahead[k] < INFINITY;
  }
}

static Vec3 predicted_spin(const Clumps *c, PetscInt a, double dt)
{
  const Vec3 momentum = vec3_axpy(c->momentum[a], 0.5 * dt, c->torque[a]);

  if (c->blocked[a] & BLOCK_TURN) return rotation_constrained(c->q[a], momentum, c->inertia[a], c->w[a], c->blocked[a]);
  return spin_of(vec3_add(c->momentum[a], vec3_scale(0.5 * dt, c->torque[a])), c->q[a], inverse_of(c->inertia[a]));
}

void motion_start(Clumps *c, const Templates *templates, const Domain *domain, double dt, Vec3 gravity, MotionReport *report)
{
  MotionTile t;

  *report = (MotionReport){.in_range = true};
  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    load_start(c, templates, first, (int)min_int(TILE_ROWS, c->n_owned - first), &t);
    kick_and_drift(&t, domain->magic, dt, gravity);
    turn(&t, dt);
    for (int k = 0; k < t.n; k++)
      if (c->blocked[first + k] & BLOCK_TURN) turn_blocked(c, first + k, &t, k, dt);
    predict_tile(&t, dt);
    store_start(c, first, &t);
    for (int k = 0; k < t.n; k++)
      if (c->blocked[first + k] & BLOCK_TURN) c->pose[first + k].w = predicted_spin(c, first + k, dt);
    report_tile(c, first, &t, domain, report);
  }
}

void motion_predict(Clumps *c, double dt, Vec3 gravity)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = vec3_add(c->v[a], half_kick(c->force[a], c->mass[a], c->blocked[a], dt, gravity));

    c->pose[a] = (Pose){.x = c->x[a], .q = c->q[a], .v = v, .w = predicted_spin(c, a, dt)};
  }
}

/* ---- end of a step ---- */

static void load_finish(Clumps *c, const Loads *loads, PetscInt first, int n, MotionTile *t)
{
  t->n = n;
  for (int k = 0; k < n; k++) {
    const PetscInt a = first + k;

    c->force[a]  = loads_force(loads, a);
    c->torque[a] = loads_torque(loads, a);
    put3(t->v, k, c->v[a]);
    put3(t->kick, k, c->force[a]);
    put3(t->free, k, free_axes(c->blocked[a]));
    t->mass[k] = c->mass[a];
    put4(t->q, k, c->q[a]);
    put3(t->l, k, c->momentum[a]);
    put3(t->dl, k, c->torque[a]);
    put3(t->inverse, k, c->inertia[a]);
  }
}

KERNEL static void kick_tile(MotionTile *t, double dt, Vec3 gravity)
{
  const double half = 0.5 * dt, g[3] = {half * gravity.x, half * gravity.y, half * gravity.z};

#pragma omp simd
  for (int k = 0; k < t->n; k++) t->mass[k] = half / t->mass[k];
  for (int i = 0; i < 3; i++) {
#pragma omp simd
    for (int k = 0; k < t->n; k++) {
      t->v[i][k] += t->free[i][k] > 0 ? t->mass[k] * t->kick[i][k] + g[i] : 0;
      t->l[i][k] += half * t->dl[i][k];
      t->inverse[i][k] = 1 / t->inverse[i][k];
    }
  }
}

KERNEL static void spin_tile(MotionTile *t)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) put3(t->pw, k, spin_of(get3(t->l, k), get4(t->q, k), get3(t->inverse, k)));
}

void motion_finish(Clumps *c, const Loads *loads, double dt, Vec3 gravity)
{
  MotionTile t;

  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    load_finish(c, loads, first, (int)min_int(TILE_ROWS, c->n_owned - first), &t);
    kick_tile(&t, dt, gravity);
    spin_tile(&t);
    for (int k = 0; k < t.n; k++) {
      const PetscInt a = first + k;

      c->v[a]        = get3(t.v, k);
      c->momentum[a] = get3(t.l, k);
      if (c->blocked[a] & BLOCK_TURN) {
        c->w[a] = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
        motion_settle(c, a);
      } else {
        c->w[a] = get3(t.pw, k);
      }
    }
  }
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
