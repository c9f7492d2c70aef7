/* SPDX-License-Identifier: MIT */
/* Kick, drift, turn; kick. In tiles of clumps, so that divisions and roots are done many at a time and a tile stays in
   cache between the kernels; clumps whose turning is blocked are rare and go one by one. A large simulation waits for
   memory here: every column is read once and written once a step, where the end of a step and the start of the next are
   one pass. */
#include "motion/motion.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "motion/rotation.h"

enum { TILE_ROWS = 64 };

/* What a tile of clumps works out on the way. */
typedef struct {
  _Alignas(64) double f[3][TILE_ROWS], m[3][TILE_ROWS];                /* the last evaluation's force and torque */
  double x[3][TILE_ROWS], q[4][TILE_ROWS];                             /* at the end of the step */
  double pv[3][TILE_ROWS], pw[3][TILE_ROWS];                           /* predicted velocities */
  double scale[TILE_ROWS], inverse_mass[TILE_ROWS], extent[TILE_ROWS]; /* see Pose */
  double way[TILE_ROWS];                                               /* how far a pebble may have come in this step */
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

static inline Quat get4(double column[4][TILE_ROWS], int k)
{
  return (Quat){column[0][k], column[1][k], column[2][k], column[3][k]};
}

static inline void put4(double column[4][TILE_ROWS], int k, Quat q)
{
  column[0][k] = q.w;
  column[1][k] = q.x;
  column[2][k] = q.y;
  column[3][k] = q.z;
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

/* What a row has from the last rebuild. */
KERNEL static void recall_rows(const Pose *restrict pose, int n, MotionTile *t)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    t->scale[k]        = pose[k].scale;
    t->inverse_mass[k] = pose[k].inverse_mass;
    t->extent[k]       = pose[k].extent;
  }
}

/* ---- end of a step ---- */

/* Forces and torques as last summed. */
KERNEL static void take_loads(PetscInt first, int n, const Loads *loads, MotionTile *t)
{
  const double qf = loads->last_force, qt = loads->last_torque;
  const int64_t *restrict sum = loads->last + (size_t)first * LOAD_PARTS;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const int64_t *s = sum + (size_t)k * LOAD_PARTS;

    for (int i = 0; i < 3; i++) t->f[i][k] = (double)s[LOAD_FORCE + i] * qf;
    for (int i = 0; i < 3; i++) t->m[i][k] = (double)s[LOAD_TORQUE + i] * qt;
  }
}

KERNEL static void recall_loads(const Clumps *c, PetscInt first, int n, MotionTile *t)
{
  const Vec3 *restrict f = c->force + first, *restrict m = c->torque + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    put3(t->f, k, f[k]);
    put3(t->m, k, m[k]);
  }
}

void motion_take(Clumps *c, const Loads *loads)
{
  MotionTile t;

  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int n = (int)min_int(TILE_ROWS, c->n_owned - first);

    take_loads(first, n, loads, &t);
    for (int k = 0; k < n; k++) {
      c->force[first + k]  = get3(t.f, k);
      c->torque[first + k] = get3(t.m, k);
    }
  }
}

/* The kick that ends a step. */
KERNEL static void kick(const Clumps *c, PetscInt first, int n, double dt, Vec3 gravity, MotionTile *t)
{
  const double half                = 0.5 * dt;
  const uint64_t *restrict blocked = c->blocked + first;
  Vec3 *restrict v = c->v + first, *restrict l = c->momentum + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    v[k] = vec3_add(v[k], half_kick(get3(t->f, k), half * t->inverse_mass[k], half, blocked[k], gravity));
    l[k] = vec3_axpy(l[k], half, get3(t->m, k));
  }
}

KERNEL static uint64_t any_blocked(const uint64_t *restrict blocked, int n)
{
  uint64_t any = 0;

#pragma omp simd reduction(| : any)
  for (int k = 0; k < n; k++) any |= blocked[k];
  return any;
}

/* Held in its attitude for good: the common case of bodies that do not turn. */
static bool is_still(const Clumps *c, PetscInt a)
{
  return (c->blocked[a] & BLOCK_TURN) == BLOCK_TURN && c->w[a].x == 0 && c->w[a].y == 0 && c->w[a].z == 0;
}

/* Where turning is blocked the spin is state, and the momentum follows. */
static void settle_blocked(Clumps *c, PetscInt first, int n)
{
  for (PetscInt a = first; a < first + n; a++) {
    if (!(c->blocked[a] & BLOCK_TURN)) continue;
    if (!is_still(c, a)) c->w[a] = rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]);
    motion_settle(c, a);
  }
}

KERNEL static void find_spins(const Clumps *c, PetscInt first, int n)
{
  const Quat *restrict q           = c->q + first;
  const Inertness *restrict inert  = c->inert + first;
  const Vec3 *restrict l           = c->momentum + first;
  const uint64_t *restrict blocked = c->blocked + first;
  Vec3 *restrict w                 = c->w + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 spin = spin_of(l[k], q[k], inert[k].inverse_inertia), held = w[k];

    w[k] = blocked[k] & BLOCK_TURN ? held : spin;
  }
}

void motion_finish(Clumps *c, const Loads *loads, double dt, Vec3 gravity)
{
  MotionTile t;

  motion_take(c, loads);
  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int n = (int)min_int(TILE_ROWS, c->n_owned - first);

    recall_rows(c->pose + first, n, &t);
    recall_loads(c, first, n, &t);
    kick(c, first, n, dt, gravity, &t);
    if (any_blocked(c->blocked + first, n) & BLOCK_TURN) settle_blocked(c, first, n);
    find_spins(c, first, n);
  }
}

/* ---- start of a step ---- */

static inline double drift(double x, double *rest, double way, double magic)
{
  const double d = *rest + way, step = (d + magic) - magic;

  *rest = d - step;
  return x + step;
}

/* Kick, then drift by whole grid steps; what is left over is kept and added next time, so that no drift is lost. `twice`: the
   kick that ends the last step comes first. */
ALWAYS_INLINE void kick_and_drift(const Clumps *c, PetscInt first, int n, double magic, double dt, Vec3 gravity, bool twice,
                                  MotionTile *t)
{
  const double half                = 0.5 * dt;
  const uint64_t *restrict blocked = c->blocked + first;
  Vec3 *restrict v = c->v + first, *restrict x = c->x + first, *restrict rest = c->rest + first,
                 *restrict l = c->momentum + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 dv = half_kick(get3(t->f, k), half * t->inverse_mass[k], half, blocked[k], gravity);
    const Vec3 u  = vec3_add(twice ? vec3_add(v[k], dv) : v[k], dv);

    v[k] = u;
    put3(t->pv, k, vec3_add(u, dv));
    x[k].x = drift(x[k].x, &rest[k].x, dt * u.x, magic);
    x[k].y = drift(x[k].y, &rest[k].y, dt * u.y, magic);
    x[k].z = drift(x[k].z, &rest[k].z, dt * u.z, magic);
    put3(t->x, k, x[k]);
    t->way[k] = dt * vec3_norm(u);
  }
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Vec3 m = get3(t->m, k), before = l[k];

    l[k] = vec3_axpy(twice ? vec3_axpy(before, half, m) : before, half, m);
  }
}

KERNEL static void start(const Clumps *c, PetscInt first, int n, double magic, double dt, Vec3 gravity, MotionTile *t)
{
  kick_and_drift(c, first, n, magic, dt, gravity, false, t);
}

KERNEL static void finish_and_start(const Clumps *c, PetscInt first, int n, double magic, double dt, Vec3 gravity, MotionTile *t)
{
  kick_and_drift(c, first, n, magic, dt, gravity, true, t);
}

KERNEL static void turn_free(const Quat *restrict q, const Vec3 *restrict l, const Inertness *restrict inert, int n, double dt,
                             MotionTile *t)
{
#pragma omp simd
  for (int k = 0; k < n; k++) put4(t->q, k, rotation_free(q[k], l[k], inert[k].inverse_inertia, dt));
}

/* Bodies with three equal moments, and all in the plane, whose third principal axis is z, turn about a fixed axis, which is known
   exactly. `all`: there are no others. */
ALWAYS_INLINE void turn_about(const Quat *restrict q, const Vec3 *restrict l, const Inertness *restrict inert, int n, double dt,
                              bool planar, bool all, MotionTile *t)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Quat turned = rotation_spin(q[k], vec3_scale(inert[k].inverse_inertia.z, l[k]), dt), other = get4(t->q, k);
    const Vec3 inverse = inert[k].inverse_inertia;
    const bool mine    = all | planar | (inverse.x == inverse.y && inverse.y == inverse.z);

    put4(t->q, k,
         (Quat){mine ? turned.w : other.w, mine ? turned.x : other.x, mine ? turned.y : other.y, mine ? turned.z : other.z});
  }
}

KERNEL static void turn_steadily(const Quat *restrict q, const Vec3 *restrict l, const Inertness *restrict inert, int n,
                                 double dt, bool planar, MotionTile *t)
{
  turn_about(q, l, inert, n, dt, planar, false, t);
}

KERNEL static void turn_all_steadily(const Quat *restrict q, const Vec3 *restrict l, const Inertness *restrict inert, int n,
                                     double dt, MotionTile *t)
{
  turn_about(q, l, inert, n, dt, false, true, t);
}

KERNEL static int count_spherical(const Inertness *restrict inert, int n)
{
  int count = 0;

#pragma omp simd reduction(+ : count)
  for (int k = 0; k < n; k++) {
    const Vec3 inverse = inert[k].inverse_inertia;

    count += inverse.x == inverse.y && inverse.y == inverse.z;
  }
  return count;
}

/* Turning with some lab axes blocked: half way for the angular velocity, then the whole step with it. */
static Quat turn_blocked(const Clumps *c, PetscInt a, double dt)
{
  Quat half;

  if (is_still(c, a)) return c->q[a];
  half = rotation_spin(c->q[a], rotation_constrained(c->q[a], c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]), 0.5 * dt);
  return rotation_spin(c->q[a], rotation_constrained(half, c->momentum[a], c->inertia[a], c->w[a], c->blocked[a]), dt);
}

static Vec3 predicted_spin(const Clumps *c, PetscInt a, Vec3 torque, double dt)
{
  const Vec3 momentum = vec3_axpy(c->momentum[a], 0.5 * dt, torque);

  if (is_still(c, a)) return c->w[a];
  if (c->blocked[a] & BLOCK_TURN) return rotation_constrained(c->q[a], momentum, c->inertia[a], c->w[a], c->blocked[a]);
  return spin_of(momentum, c->q[a], c->inert[a].inverse_inertia);
}

/* New attitudes in the tile. A tile may hold bodies of both kinds, and blocked ones. */
static void turn(Clumps *c, PetscInt first, int n, double dt, bool planar, bool blocked, MotionTile *t)
{
  const Inertness *inert    = c->inert + first;
  const int        n_steady = planar ? n : count_spherical(inert, n);

  if (n_steady < n) turn_free(c->q + first, c->momentum + first, inert, n, dt, t);
  if (n_steady == n) turn_all_steadily(c->q + first, c->momentum + first, inert, n, dt, t);
  else if (n_steady > 0) turn_steadily(c->q + first, c->momentum + first, inert, n, dt, planar, t);
  for (int k = 0; blocked && k < n; k++) {
    if (c->blocked[first + k] & BLOCK_TURN) put4(t->q, k, turn_blocked(c, first + k, dt));
  }
}

/* Attitudes to their column; how far the pebbles have come with the turn; angular velocity predicted to the end of the step. */
KERNEL static void predict_tile(const Clumps *c, PetscInt first, int n, double dt, MotionTile *t)
{
  const double half               = 0.5 * dt;
  const Vec3 *restrict l          = c->momentum + first;
  const Inertness *restrict inert = c->inert + first;
  Quat *restrict q                = c->q + first;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const Quat turned = get4(t->q, k), p = quat_mul(quat_conjugate(q[k]), turned);
    const Vec3 w = spin_of(vec3_axpy(l[k], half, get3(t->m, k)), turned, inert[k].inverse_inertia);

    t->way[k] += 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z) * t->extent[k]; /* the chord */
    q[k] = turned;
    put3(t->pw, k, w);
  }
}

/* Rows from columns. */
KERNEL static void write_poses(MotionTile *t, int n, Pose *pose)
{
  double *column[POSE_REALS] = {t->x[0],  t->x[1],  t->x[2],  t->q[0],  t->q[1],  t->q[2],  t->q[3],         t->scale,
                                t->pv[0], t->pv[1], t->pv[2], t->pw[0], t->pw[1], t->pw[2], t->inverse_mass, t->extent};

  for (int k = 0; k < n; k += 4) {
    const int rows = n - k < 4 ? n - k : 4;

    for (int part = 0; part < POSE_REALS; part += 4) {
      Four r[4];

      for (int m = 0; m < 4; m++) four_get(&r[m], column[part + m] + k);
      four_turn(r);
      for (int m = 0; m < rows; m++) four_put((double *)&pose[k + m] + part, r[m]);
    }
  }
}

/* Faces through which clumps leave; endless where there are none. */
typedef struct {
  Vec3   lo, hi;
  double limit;
} Edges;

static Edges edges_of(const Domain *d)
{
  Edges e = {.lo = {-INFINITY, -INFINITY, -INFINITY}, .hi = {INFINITY, INFINITY, INFINITY}, .limit = d->limit};

  for (int k = 0; k < 3; k++) {
    if (d->boundary[k] != BOUNDARY_OPEN) continue;
    vec3_set(&e.lo, k, vec3_axis(d->lo, k));
    vec3_set(&e.hi, k, vec3_axis(d->hi, k));
  }
  return e;
}

/* Has any left; is any out of the grid's range though it has not left, or not a number. */
KERNEL static void watch_tile(MotionTile *t, int n, const Edges *edges, int *left_out, int *lost_out, double *way_out)
{
  const Edges e    = *edges;
  int         left = 0, lost = 0;
  double      way = *way_out;

#pragma omp simd reduction(| : left, lost) reduction(max : way)
  for (int k = 0; k < n; k++) {
    const double x = t->x[0][k], y = t->x[1][k], z = t->x[2][k];
    const int    gone  = (x < e.lo.x) | (x >= e.hi.x) | (y < e.lo.y) | (y >= e.hi.y) | (z < e.lo.z) | (z >= e.hi.z);
    const int    in    = (fabs(x) < e.limit) & (fabs(y) < e.limit) & (fabs(z) < e.limit);
    const double spin  = fabs(t->pw[0][k]) + fabs(t->pw[1][k]) + fabs(t->pw[2][k]);
    const double speed = fabs(t->pv[0][k]) + fabs(t->pv[1][k]) + fabs(t->pv[2][k]);

    left |= gone;
    lost |= !((in | gone) & (t->way[k] + spin + speed < INFINITY));
    way = t->way[k] > way ? t->way[k] : way;
  }
  *left_out |= left;
  *lost_out |= lost;
  *way_out = way;
}

void motion_start(Clumps *c, const Domain *domain, double dt, Vec3 gravity, const Loads *pending, MotionReport *report)
{
  const Edges edges = edges_of(domain);
  int         left = 0, lost = 0;
  double      way = 0;
  MotionTile  t;

  memset(&t, 0, sizeof t); /* rows beyond a short last tile are worked on, too */
  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int  n       = (int)min_int(TILE_ROWS, c->n_owned - first);
    const bool blocked = any_blocked(c->blocked + first, n) & BLOCK_TURN;

    recall_rows(c->pose + first, n, &t);
    if (pending) take_loads(first, n, pending, &t);
    else recall_loads(c, first, n, &t);
    if (pending && !blocked) {
      finish_and_start(c, first, n, domain->magic, dt, gravity, &t);
    } else {
      if (pending) {
        kick(c, first, n, dt, gravity, &t);
        settle_blocked(c, first, n);
      }
      start(c, first, n, domain->magic, dt, gravity, &t);
    }
    turn(c, first, n, dt, domain->dimension == 2, blocked, &t);
    predict_tile(c, first, n, dt, &t);
    for (int k = 0; blocked && k < n; k++)
      if (c->blocked[first + k] & BLOCK_TURN) put3(t.pw, k, predicted_spin(c, first + k, get3(t.m, k), dt));
    write_poses(&t, n, c->pose + first);
    watch_tile(&t, n, &edges, &left, &lost, &way);
  }
  *report = (MotionReport){.way = way + 2 * domain->quantum, .left = left, .in_range = !lost};
}

/* No pebble in the box of these halves, nor any within the extent, is farther from the axis than this, times |u|. */
static inline double lever(Vec3 u, Vec3 half, double extent)
{
  const double x = fabs(u.y) * half.z + fabs(u.z) * half.y, y = fabs(u.z) * half.x + fabs(u.x) * half.z,
               z   = fabs(u.x) * half.y + fabs(u.y) * half.x;
  const double box = sqrt(x * x + y * y + z * z), ball = vec3_norm(u) * extent;

  return box < ball ? box : ball;
}

/* A pebble's centre has come as far as its clump's plus the chord of the turn, and may come as far again in one more step. What
   turns about its long axis moves by its width. */
KERNEL static void moved_tile(const Clumps *c, PetscInt first, int n, double dt, double half[3][TILE_ROWS], double *moved_out,
                              double *ahead_out)
{
  const Vec3 *restrict x0   = c->x0 + first;
  const Quat *restrict q0   = c->q0 + first;
  const Pose *restrict pose = c->pose + first;
  double moved = *moved_out, ahead = *ahead_out;

#pragma omp simd reduction(max : moved, ahead)
  for (int k = 0; k < n; k++) {
    const Pose   now  = pose[k];
    const Quat   p    = quat_mul(quat_conjugate(q0[k]), now.q);
    const Vec3   box  = get3(half, k);
    const double way  = vec3_norm(vec3_sub(now.x, x0[k])) + 2 * lever((Vec3){p.x, p.y, p.z}, box, now.extent);
    const double next = way + 1.1 * dt * (vec3_norm(now.v) + lever(quat_turn_back(now.q, now.w), box, now.extent));

    moved = way > moved ? way : moved;
    ahead = next > ahead ? next : ahead;
  }
  *moved_out = moved;
  *ahead_out = ahead;
}

void motion_moved(const Clumps *c, const Templates *templates, double dt, double *moved, double *ahead)
{
  double half[3][TILE_ROWS];

  *moved = *ahead = 0;
  for (PetscInt first = 0; first < c->n_owned; first += TILE_ROWS) {
    const int n = (int)min_int(TILE_ROWS, c->n_owned - first);

    for (int k = 0; k < n; k++) put3(half, k, vec3_scale(c->scale[first + k], templates->list[c->shape[first + k]].half));
    moved_tile(c, first, n, dt, half, moved, ahead);
  }
}

void motion_predict(Clumps *c, double dt, Vec3 gravity)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double half = 0.5 * dt;
    Pose        *pose = &c->pose[a];

    pose->x = c->x[a];
    pose->q = c->q[a];
    pose->v = vec3_add(c->v[a], half_kick(c->force[a], half * pose->inverse_mass, half, c->blocked[a], gravity));
    pose->w = predicted_spin(c, a, c->torque[a], dt);
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
  c->momentum[a] = is_still(c, a) ? (Vec3){0, 0, 0} : clump_momentum(c->w[a], c->q[a], c->inertia[a]);
}
