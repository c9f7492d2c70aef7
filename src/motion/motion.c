/* SPDX-License-Identifier: MIT */
/* Kick, drift, turn; kick. In tiles of clumps, so that divisions and roots are done many at a time and a tile stays in
   cache between the kernels; clumps whose turning is blocked are rare and go one by one. */
#include "motion/motion.h"
#include "base/kernel.h"
#include "motion/rotation.h"

enum { TILE_ROWS = 64 };

/* What a tile of clumps works out on the way; columns are read and written where they are, while they are in cache. */
typedef struct {
  _Alignas(64) double pv[3][TILE_ROWS], pw[3][TILE_ROWS]; /* predicted velocities */
  double inverse[3][TILE_ROWS];                           /* 1 / principal moments */
  double extent[TILE_ROWS], moved[TILE_ROWS], ahead[TILE_ROWS];
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

static inline Vec3 spin_of(Vec3 momentum, Quat q, Vec3 inverse)
{
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

/* Half a step of acceleration along the free axes; s: half a step over the mass, g: half a step. */
static inline Vec3 half_kick(Vec3 force, double s, double g, uint64_t blocked, Vec3 gravity)
{
  return (Vec3){blocked & BLOCK_X ? 0 : s * force.x + g * gravity.x, blocked & BLOCK_Y ? 0 : s * force.y + g * gravity.y,
                blocked & BLOCK_Z ? 0 : s * force.z + g * gravity.z};
}

static inline Vec3 inverse_of(Vec3 inertia)
{
  return (Vec3){1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
}

/* ---- start of a step ---- */

static inline double drift(double x, double *rest, double way, double magic)
{
  const double d = *rest + way, step = (d + magic) - magic;

  *rest = d - step;
  return x + step;
}

/* Kick, then drift by whole grid steps; what is left over is kept and added next time, so that no drift is lost. */
KERNEL static void kick_and_drift(const Clumps *c, PetscInt first, int n, double magic, double dt, Vec3 gravity, MotionTile *t)
{
  const double half          = 0.5 * dt;
  const Vec3 *restrict force = c->force + first, *restrict torque = c->torque + first, *restrict inertia = c->inertia + first;
  const double *restrict mass      = c->mass + first;
  const uint64_t *restrict blocked = c->blocked + first;
  Vec3 *restrict v = c->v + first, *restrict x = c->x + first, *restrict rest = c->rest + first,
                 *restrict l = c->momentum + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 dv = half_kick(force[k], half / mass[k], half, blocked[k], gravity), u = vec3_add(v[k], dv);

    v[k] = u;
    put3(t->pv, k, vec3_add(u, dv));
    x[k].x = drift(x[k].x, &rest[k].x, dt * u.x, magic);
    x[k].y = drift(x[k].y, &rest[k].y, dt * u.y, magic);
    x[k].z = drift(x[k].z, &rest[k].z, dt * u.z, magic);
  }
#pragma omp simd
  for (int k = 0; k < n; k++) {
    l[k] = vec3_axpy(l[k], half, torque[k]);
    put3(t->inverse, k, inverse_of(inertia[k]));
  }
}

KERNEL static void turn_free(const Quat *restrict q, const Vec3 *restrict l, int n, double dt, MotionTile *t, Quat *restrict out)
{
#pragma omp simd
  for (int k = 0; k < n; k++) out[k] = rotation_free(q[k], l[k], get3(t->inverse, k), dt);
}

KERNEL static void turn_spherical(const Quat *restrict q, const Vec3 *restrict l, int n, double dt, MotionTile *t,
                                  Quat *restrict out)
{
#pragma omp simd
  for (int k = 0; k < n; k++) out[k] = rotation_spin(q[k], vec3_scale(t->inverse[0][k], l[k]), dt);
}

static bool is_spherical(Vec3 inertia)
{
  return inertia.x == inertia.y && inertia.y == inertia.z;
}

/* Turning with some lab axes blocked: half way for the angular velocity, then the whole step with it. */
static Quat turn_blocked(const Clumps *c, PetscInt a, double dt)
{
  const Vec3 w    = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
  const Quat half = rotation_spin(c->q[a], w, 0.5 * dt);

  return rotation_spin(c->q[a], rotation_constrained(half, c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]), dt);
}

/* Spherical bodies turn about a fixed axis, which is known exactly. A tile may hold both kinds, and blocked ones. */
static void turn(Clumps *c, PetscInt first, int n, double dt, MotionTile *t)
{
  Quat free[TILE_ROWS], spherical[TILE_ROWS];
  int  n_spherical = 0;

  for (int k = 0; k < n; k++) n_spherical += is_spherical(c->inertia[first + k]);
  if (n_spherical < n) turn_free(c->q + first, c->momentum + first, n, dt, t, free);
  if (n_spherical > 0) turn_spherical(c->q + first, c->momentum + first, n, dt, t, spherical);
  for (int k = 0; k < n; k++) {
    const PetscInt a = first + k;

    c->q[a] = c->blocked[a] & BLOCK_TURN ? turn_blocked(c, a, dt) : is_spherical(c->inertia[a]) ? spherical[k] : free[k];
  }
}

/* Angular velocity predicted to the end of the step; how far a pebble's centre may have moved since the list was built, the
   centre's way plus the chord of the turn, and may after one more step. */
KERNEL static void predict_tile(const Clumps *c, PetscInt first, int n, double dt, MotionTile *t)
{
  const double half      = 0.5 * dt;
  const Vec3 *restrict x = c->x + first, *restrict x0 = c->x0 + first, *restrict l = c->momentum + first,
                       *restrict torque = c->torque + first;
  const Quat *restrict q = c->q + first, *restrict q0 = c->q0 + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Quat   p     = quat_mul(quat_conjugate(q0[k]), q[k]);
    const Vec3   w     = spin_of(vec3_axpy(l[k], half, torque[k]), q[k], get3(t->inverse, k));
    const double chord = 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    const double moved = vec3_norm(vec3_sub(x[k], x0[k])) + chord * t->extent[k];

    put3(t->pw, k, w);
    t->moved[k] = moved;
    t->ahead[k] = moved + 1.1 * dt * (vec3_norm(get3(t->pv, k)) + vec3_norm(w) * t->extent[k]);
  }
}

static bool in_range(const Domain *d, Vec3 x)
{
  return fabs(x.x) < d->limit && fabs(x.y) < d->limit && fabs(x.z) < d->limit; /* false for NaN */
}

static Vec3 predicted_spin(const Clumps *c, PetscInt a, double dt)
{
  const Vec3 momentum = vec3_axpy(c->momentum[a], 0.5 * dt, c->torque[a]);

  if (c->blocked[a] & BLOCK_TURN) return rotation_constrained(c->q[a], momentum, c->inertia[a], c->w[a], c->blocked[a]);
  return spin_of(momentum, c->q[a], inverse_of(c->inertia[a]));
}

static void finish_tile(Clumps *c, PetscInt first, int n, double dt, const Domain *domain, MotionTile *t, MotionReport *report)
{
  for (int k = 0; k < n; k++) {
    const PetscInt a = first + k;
    const Vec3     x = c->x[a], w = c->blocked[a] & BLOCK_TURN ? predicted_spin(c, a, dt) : get3(t->pw, k);
    bool           left;

    c->pose[a]         = (Pose){.x = x, .q = c->q[a], .v = get3(t->pv, k), .w = w};
    report->moved      = max_real(report->moved, t->moved[k]);
    report->moved_next = max_real(report->moved_next, t->ahead[k]);
    left               = domain_has_left(domain, x);
    report->left       = report->left || left;
    report->in_range   = report->in_range && (left || in_range(domain, x)) && t->ahead[k] < INFINITY;
  }
}

void motion_start(Clumps *c, const Templates *templates, const Domain *domain, double dt, Vec3 gravity, MotionReport *report)
{
  MotionTile t;

  *report = (MotionReport){.in_range = true};
  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int n = (int)min_int(TILE_ROWS, c->n_owned - first);

    for (int k = 0; k < n; k++) t.extent[k] = templates->list[c->shape[first + k]].extent * c->scale[first + k];
    kick_and_drift(c, first, n, domain->magic, dt, gravity, &t);
    turn(c, first, n, dt, &t);
    predict_tile(c, first, n, dt, &t);
    finish_tile(c, first, n, dt, domain, &t, report);
  }
}

void motion_predict(Clumps *c, double dt, Vec3 gravity)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double half = 0.5 * dt;
    const Vec3   v    = vec3_add(c->v[a], half_kick(c->force[a], half / c->mass[a], half, c->blocked[a], gravity));

    c->pose[a] = (Pose){.x = c->x[a], .q = c->q[a], .v = v, .w = predicted_spin(c, a, dt)};
  }
}

/* ---- end of a step ---- */

KERNEL static void kick_tile(const Clumps *c, PetscInt first, int n, double dt, Vec3 gravity, const Loads *loads,
                             Vec3 *restrict w)
{
  const double half = 0.5 * dt, qf = loads->force.quantum, qt = loads->torque.quantum;
  const int64_t *restrict sum      = loads->sum + (size_t)first * LOAD_PARTS;
  const double *restrict mass      = c->mass + first;
  const uint64_t *restrict blocked = c->blocked + first;
  const Quat *restrict q           = c->q + first;
  const Vec3 *restrict inertia     = c->inertia + first;
  Vec3 *restrict v = c->v + first, *restrict l = c->momentum + first, *restrict f = c->force + first,
                 *restrict m = c->torque + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const int64_t *s = sum + (size_t)k * LOAD_PARTS;

    f[k] = (Vec3){(double)s[0] * qf, (double)s[1] * qf, (double)s[2] * qf};
    m[k] = (Vec3){(double)s[3] * qt, (double)s[4] * qt, (double)s[5] * qt};
  }
#pragma omp simd
  for (int k = 0; k < n; k++) {
    v[k] = vec3_add(v[k], half_kick(f[k], half / mass[k], half, blocked[k], gravity));
    l[k] = vec3_axpy(l[k], half, m[k]);
    w[k] = spin_of(l[k], q[k], inverse_of(inertia[k]));
  }
}

void motion_finish(Clumps *c, const Loads *loads, double dt, Vec3 gravity)
{
  Vec3 w[TILE_ROWS];

  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int n = (int)min_int(TILE_ROWS, c->n_owned - first);

    kick_tile(c, first, n, dt, gravity, loads, w);
    for (int k = 0; k < n; k++) {
      const PetscInt a = first + k;

      if (c->blocked[a] & BLOCK_TURN) {
        c->w[a] = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
        motion_settle(c, a);
      } else {
        c->w[a] = w[k];
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
