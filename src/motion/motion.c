/* SPDX-License-Identifier: MIT */
/* Kick, drift, rotation; second kick. Clumps are processed in tiles: rows are transposed to columns
   for vector operations, and back, so that each row is read and written once a step; the end of a
   step and the start of the next are one pass. Clumps with blocked rotation are rare and processed
   one by one. Operations that no clump of a tile needs are skipped. The result for a clump does not
   depend on the other clumps of its tile. */
#include "motion/motion.h"
#include "base/kernel.h"
#include "motion/clump_energy.h"
#include "motion/reflect.h"
#include "motion/rows.h"

/* ---- kick ---- */

KERNEL static void find_kick(MotionTile *t, double half, Vec3 gravity)
{
  const Vec3 g = vec3_scale(half, gravity);

#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++)
    put3(t->kick, k, vec3_axpy(g, half * t->pose[INVERSE_MASS][k], get3(&t->load[LOAD_FORCE], k)));
}

/* Velocity changes by loads and gravity in the time `half`, s. */
static void find_kicks(const Clumps *c, PetscInt from, int n, double half, Vec3 gravity,
                       MotionTile *t)
{
  find_kick(t, half, gravity);
  if (!(c->tile[from / CLUMPS_TILE] & TILE_WEIGHTLESS)) return;
  for (int k = 0; k < CLUMPS_TILE; k++)
    if (!clump_is_heavy(c, from + row_at(k, n)))
      put3(t->kick, k, vec3_scale(half * t->pose[INVERSE_MASS][k], get3(&t->load[LOAD_FORCE], k)));
}

/* Zero the kick along blocked axes. attitude: also the torque of clumps with all rotations
   blocked. */
ALWAYS_INLINE void hold_columns(const uint64_t *rows, int n, bool attitude, MotionTile *t)
{
  uint64_t        filled[CLUMPS_TILE];
  const uint64_t *blocked = n == CLUMPS_TILE ? rows : filled;

  for (int k = 0; n < CLUMPS_TILE && k < CLUMPS_TILE; k++) filled[k] = rows[row_at(k, n)];
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const bool still = (blocked[k] & BLOCK_TURN) == BLOCK_TURN;

    t->kick[0][k] = blocked[k] & BLOCK_X ? 0 : t->kick[0][k];
    t->kick[1][k] = blocked[k] & BLOCK_Y ? 0 : t->kick[1][k];
    t->kick[2][k] = blocked[k] & BLOCK_Z ? 0 : t->kick[2][k];
    if (!attitude) continue;
    t->load[LOAD_TORQUE][k]     = still ? 0 : t->load[LOAD_TORQUE][k];
    t->load[LOAD_TORQUE + 1][k] = still ? 0 : t->load[LOAD_TORQUE + 1][k];
    t->load[LOAD_TORQUE + 2][k] = still ? 0 : t->load[LOAD_TORQUE + 2][k];
  }
}

KERNEL static void hold(const uint64_t *rows, int n, bool attitude, MotionTile *t)
{
  if (attitude) hold_columns(rows, n, true, t);
  else hold_columns(rows, n, false, t);
}

/* Velocity change of a clump in the time `half`, s, as if it were free to move. */
static Vec3 free_kick(const Clumps *c, PetscInt a, int k, double half, Vec3 gravity, MotionTile *t)
{
  const Vec3 pull = vec3_scale(t->pose[INVERSE_MASS][k], get3(&t->load[LOAD_FORCE], k));

  return vec3_scale(half, clump_is_heavy(c, a) ? vec3_add(pull, gravity) : pull);
}

/* Kick of velocity, and of angular momentum by the torque in the time `half`, s. */
KERNEL static void kick(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    put3(&t->motion[U], k, vec3_add(get3(&t->motion[U], k), get3(t->kick, k)));
    put3(&t->motion[L], k, vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k)));
  }
}

/* ---- end of a step ---- */

/* Times for which loads change velocities at the start and at the end of a step, s. */
static double first_kick(const MotionStep *step)
{
  return (step->integrator ? step->integrator->first : 0.5) * step->dt;
}

static double last_kick(const MotionStep *step)
{
  return (step->integrator ? step->integrator->last : 0.5) * step->dt;
}

/* Last kick of a tile that has been read with its loads. */
static void finish_tile(Clumps *c, PetscInt from, int n, const MotionStep *step, MotionTile *t)
{
  const unsigned has  = c->tile[from / CLUMPS_TILE];
  const double   time = last_kick(step);

  find_kicks(c, from, n, time, step->gravity, t);
  if (has & TILE_MOVE_BLOCKED) hold(c->blocked + from, n, false, t);
  for (int k = 0; has & TILE_MOVE_BODY && k < CLUMPS_TILE; k++) {
    const PetscInt a = from + row_at(k, n);

    if (c->blocked[a] & BLOCK_BODY_MOVE)
      put3(t->kick, k,
           clump_free_way(c, a, c->pose[a].q, free_kick(c, a, k, time, step->gravity, t)));
  }
  kick(t, time);
  tile_write(t, n, NULL, c->motion + from);
  for (PetscInt a = from; has & (TILE_TURN_BLOCKED | TILE_STILL) && a < from + n; a++) {
    if (!(c->blocked[a] & BLOCK_TURN)) continue;
    /* the angular velocity is their state, from which the momentum follows */
    c->w[a] = motion_spin(c, a, c->pose[a].q, c->motion[a].momentum);
    motion_set_momentum(c, a);
  }
}

static void keep_loads(Clumps *c, PetscInt from, int n, MotionTile *t)
{
  for (int k = 0; k < n; k++) {
    c->force[from + k]  = get3(&t->load[LOAD_FORCE], k);
    c->torque[from + k] = get3(&t->load[LOAD_TORQUE], k);
  }
}

void motion_finish(Clumps *c, Loads *loads, const MotionStep *step)
{
  MotionTile t;

  if (c->uses) quantities_finish(c, loads, step->dt);
  for (PetscInt from = 0; from < c->n_owned; from += CLUMPS_TILE) {
    const int n = rows_in(from, c->n_owned);

    tile_read(c, from, n, &t);
    tile_read_sums(loads, from, n, false, &t);
    finish_tile(c, from, n, step, &t);
    keep_loads(c, from, n, &t);
    for (PetscInt a = from; a < from + n; a++)
      if (!(c->blocked[a] & BLOCK_TURN))
        c->w[a] = motion_spin(c, a, c->pose[a].q, c->motion[a].momentum);
  }
}

/* ---- start of a step ---- */

/* Half kick, or two if `twice` (the last step is pending), then drift. U: velocity at half the
   step; V: predicted to its end. */
ALWAYS_INLINE void kick_and_drift_columns(MotionTile *t, double magic, double dt, bool twice)
{
  const double half = 0.5 * dt;

#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 by = get3(t->kick, k), torque = get3(&t->load[LOAD_TORQUE], k);
    Vec3       u = get3(&t->motion[U], k), momentum = get3(&t->motion[L], k);

    if (twice) {
      u        = vec3_add(u, by);
      momentum = vec3_axpy(momentum, half, torque);
    }
    u = vec3_add(u, by);
    put3(&t->motion[U], k, u);
    put3(&t->motion[L], k, vec3_axpy(momentum, half, torque));
    put3(&t->pose[V], k, vec3_add(u, by));
    tile_drift(t, k, vec3_scale(dt, u), magic);
  }
}

KERNEL static void kick_and_drift(MotionTile *t, double magic, double dt, bool twice)
{
  if (twice) kick_and_drift_columns(t, magic, dt, true);
  else kick_and_drift_columns(t, magic, dt, false);
}

/* Step of an integrator with unequal kicks: the first kick of `first` s, which is in the columns of
   the kick, then drift, then prediction by the kick times `last` over `first`. */
static void kick_unevenly(MotionTile *t, double magic, double dt, double first, double last)
{
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 by = get3(t->kick, k), u = vec3_add(get3(&t->motion[U], k), by);

    put3(&t->motion[U], k, u);
    put3(&t->motion[L], k,
         vec3_axpy(get3(&t->motion[L], k), first, get3(&t->load[LOAD_TORQUE], k)));
    put3(&t->pose[V], k, vec3_axpy(u, last / first, by));
    tile_drift(t, k, vec3_scale(dt, u), magic);
  }
}

/* Bounds of the pebbles' displacements in this step: by rotation, the chord at the clump's extent,
   and in total. */
KERNEL static void find_chords(const double *extents, int n, double dt, MotionTile *t)
{
  double extent[CLUMPS_TILE];

  for (int k = 0; k < CLUMPS_TILE; k++) extent[k] = extents[row_at(k, n)];
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Quat p = quat_mul(quat_conjugate(get4(&t->pose[Q], k)), get4(t->turned, k));

    t->turn[k] = 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z) * extent[k];
    t->way[k]  = dt * vec3_norm(get3(&t->motion[U], k)) + t->turn[k];
  }
}

/* Prefetch part 0 .. 4 of the rows of the tile after the next to the second-level cache. The parts
   are spread over the passes on this tile, so that memory is read during computation. Prefetching
   all at once, or to the first-level cache, which has few outstanding lines, takes up to twice as
   long. */
static inline void prefetch_rows(const Clumps *c, const Loads *loads, PetscInt from, int part)
{
  enum { HALF = CLUMPS_TILE / 2 };
  const PetscInt row = from + 2 * CLUMPS_TILE + part % 2 * HALF;

  if (part < 2) lines_ahead(&c->pose[row], HALF * sizeof(Pose));
  else if (part < 4) lines_ahead(&c->motion[row], HALF * sizeof(Motion));
  else if (loads)
    lines_ahead(loads->sum + (size_t)row * LOAD_PARTS,
                CLUMPS_TILE * LOAD_PARTS * sizeof *loads->sum);
}

/* Set Clumps.w, the state of rotations imposed about axes of the body, at the new attitudes: they
   have turned with the body. */
static void carry_imposed(Clumps *c, PetscInt from, int n)
{
  for (PetscInt a = from; a < from + n; a++)
    if (c->blocked[a] & BLOCK_BODY) c->w[a] = c->pose[a].w;
}

/* ---- translations blocked along axes of the body ---- */

/* Repeat the drift with velocities that turn with the body: U becomes their mean, for bounds of
   displacements, and `kick` holds the velocity after the drift. */
static void glide_places(const Clumps *c, const MotionStep *step, PetscInt from, int n,
                         MotionTile *t)
{
  const double first = first_kick(step), last = last_kick(step);

  for (int k = 0; k < CLUMPS_TILE; k++) {
    const PetscInt a  = from + row_at(k, n);
    const Quat     to = get4(t->turned, k);
    Vec3           u, mean, pull;

    if (!(c->blocked[a] & BLOCK_BODY_MOVE)) continue;
    pull = free_kick(c, a, k, first, step->gravity, t);
    u    = vec3_add(c->motion[a].v, clump_free_way(c, a, c->pose[a].q, pull));
    mean = motion_glide(c, a, c->pose[a].q, to, &u);
    put3(&t->motion[U], k, mean);
    put3(t->kick, k, u);
    put3(&t->pose[V], k, vec3_axpy(u, last / first, clump_free_way(c, a, to, pull)));
    tile_drift_from(t, k, c->pose[a].x, c->motion[a].rest, vec3_scale(step->dt, mean),
                    step->domain->magic);
  }
}

static void glide_velocities(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  for (int k = 0; k < CLUMPS_TILE; k++)
    if (c->blocked[from + row_at(k, n)] & BLOCK_BODY_MOVE) put3(&t->motion[U], k, get3(t->kick, k));
}

/* ---- driven clumps ---- */

static bool follows(const Clumps *c, PetscInt a)
{
  return clump_is_driven(c, a) && !clump_is_gone(c, a);
}

/* Set the poses of the driven clumps of a tile from their groups. U becomes the mean velocity of
   the step, for bounds of displacements. */
static void drive_places(const Clumps *c, const MotionStep *step, PetscInt from, int n,
                         MotionTile *t)
{
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const PetscInt a = from + row_at(k, n);

    if (!follows(c, a)) continue;
    const DrivenGroup *g = driven_group(step->driven, c, a);
    const Vec3         x = driven_place(g, step->domain, c, a);

    put3(&t->motion[U], k, vec3_scale(1 / step->dt, vec3_sub(x, c->pose[a].x)));
    put3(&t->pose[X], k, x);
    put3(&t->motion[REST], k, (Vec3){0, 0, 0});
    put4(t->turned, k, driven_attitude(g, c, a));
  }
}

/* Set the velocities of driven clumps, after their poses. */
static void drive_velocities(Clumps *c, const MotionStep *step, PetscInt from, int n)
{
  for (PetscInt a = from; a < from + n; a++) {
    if (!follows(c, a)) continue;
    const DrivenGroup *g = driven_group(step->driven, c, a);

    c->pose[a].v = c->motion[a].v = driven_velocity(g, step->domain, c, a);
    c->pose[a].w = c->w[a] = g->spin;
    c->motion[a].momentum  = (Vec3){0, 0, 0};
  }
}

/* Fixed clumps of a tile: their rows, with pose and motion from before the step. */
typedef struct {
  int    n;
  int    row[CLUMPS_TILE];
  Pose   pose[CLUMPS_TILE];
  Motion motion[CLUMPS_TILE];
} FixedRows;

static void keep_fixed(const Clumps *c, PetscInt from, int n, FixedRows *kept)
{
  kept->n = 0;
  for (int k = 0; k < n; k++) {
    if (!clump_is_fixed(c, from + k)) continue;
    kept->row[kept->n]      = k;
    kept->pose[kept->n]     = c->pose[from + k];
    kept->motion[kept->n++] = c->motion[from + k];
  }
}

static void put_back_fixed(const FixedRows *kept, PetscInt from, Clumps *c)
{
  for (int i = 0; i < kept->n; i++) {
    c->pose[from + kept->row[i]]   = kept->pose[i];
    c->motion[from + kept->row[i]] = kept->motion[i];
  }
}

static void move_tile(Clumps *c, const MotionStep *step, PetscInt from, int n, Loads *loads,
                      MotionTile *t, Watch *watch)
{
  const Domain  *domain = step->domain;
  const double   dt     = step->dt;
  const unsigned has    = c->tile[from / CLUMPS_TILE];
  const double   first = first_kick(step), last = last_kick(step);
  const bool     even = first == last,
             twice    = step->pending && even && !(has & (TILE_TURN_BLOCKED | TILE_MOVE_BODY));

  Vec3 after[CLUMPS_TILE];   /* of clumps with baths */
  Vec3 carried[CLUMPS_TILE]; /* velocities of transport */

  tile_read(c, from, n, t);
  if (step->pending) tile_read_sums(loads, from, n, true, t);
  else {
    tile_read_loads(c, from, n, t);
    if (loads) loads_clear_rows(loads, from, from + n);
  }
  if (!even) keep_loads(c, from, n, t); /* of the step before, for constraint/energy.c */
  if (step->pending && !twice) { /* finish first: set_blocked_momenta changes momenta row by row */
    finish_tile(c, from, n, step, t);
    tile_read(c, from, n, t);
  }
  if (!step->pending || twice || !even) find_kicks(c, from, n, first, step->gravity, t);
  prefetch_rows(c, loads, from, 0);
  if (has & (TILE_MOVE_BLOCKED | TILE_STILL)) hold(c->blocked + from, n, true, t);
  if (!even) kick_unevenly(t, domain->magic, dt, first, last);
  else kick_and_drift(t, domain->magic, dt, twice);
  prefetch_rows(c, loads, from, 1);
  tile_turn(c, from, n, dt, domain->dimension == 2, has, t);
  if (has & TILE_DRIVEN) drive_places(c, step, from, n, t);
  if (has & TILE_MOVE_BODY) glide_places(c, step, from, n, t);
  if (step->baths) bath_places(c, step, from, n, t, after);
  if (step->transport[0]) transport_places(c, step, from, n, t, carried);
  prefetch_rows(c, loads, from, 2);
  if (has & TILE_EXTENDED) find_chords(c->extent + from, n, dt, t);
  if (has & TILE_MOVE_BODY) glide_velocities(c, from, n, t);
  if (step->baths) bath_velocities(step, from, n, after, t, watch);
  tile_predict(c, from, n, last, has, t);
  if (step->faces) reflect_tile(c, step, from, n, t, watch);
  prefetch_rows(c, loads, from, 3);
  tile_write(t, n, c->pose + from, c->motion + from);
  if (has & TILE_TURN_BLOCKED) carry_imposed(c, from, n);
  if (has & TILE_DRIVEN) drive_velocities(c, step, from, n);
  if (step->transport[0]) transport_ways(carried, t);
  prefetch_rows(c, loads, from, 4);
}

static void move_rows(Clumps *c, const MotionStep *step, const RowsStep *rows, PetscInt from,
                      const Loads *loads, MotionTile *t, Watch *watch)
{
  const unsigned has   = c->tile[from / CLUMPS_TILE];
  const bool     turns = has & TILE_TURNS, extended = turns && (has & TILE_EXTENDED);

  if (!rows_move(c, rows, from, loads, turns, step->pebbles, NULL, t)) watch->zero[0] = NAN;
  if (extended) find_chords(c->extent + from, CLUMPS_TILE, step->dt, t);
  if (step->domain->cell.flows) images_follow(c, step, from, CLUMPS_TILE, t);
  watch_rows(c, from, t, extended, step->profile, watch);
}

/* Place the lone pebbles of rows that were not moved by rows. */
static void place_rows(const Clumps *c, const MotionStep *step, PetscInt from, PetscInt to)
{
  if (step->pebbles) pebbles_place(step->pebbles, c, from, to, step->domain->magic);
}

void motion_start(Clumps *c, const MotionStep *step, PetscInt first, PetscInt end, Loads *loads,
                  MotionReport *report)
{
  MotionTile t;
  FixedRows  kept;
  Watch      watch;
  RowsStep   rows;

  kept.n = 0;
  if (step->pending) rows = rows_begin(step, loads);
  if (c->uses) quantities_start(c, step->dt, step->pending, first, end, loads);
  watch_begin(&watch);
  for (PetscInt from = first; from < end; from += CLUMPS_TILE) {
    const int      n   = rows_in(from, end);
    const unsigned has = c->tile[from / CLUMPS_TILE];

    if (step->domain->cell.flows) images_carry(c, step->domain, from, n);
    if (!(has & TILE_FREE)) {
      if (loads) loads_clear_rows(loads, from, from + n);
      watch_fixed(c, from, n, step->profile, &watch);
      place_rows(c, step, from, from + n);
      continue;
    }
    if (rows_fit(step, has, n)) {
      move_rows(c, step, &rows, from, loads, &t, &watch);
      continue;
    }
    if (has & TILE_FIXED) keep_fixed(c, from, n, &kept);
    move_tile(c, step, from, n, loads, &t, &watch);
    if (has & TILE_FIXED) put_back_fixed(&kept, from, c);
    if (step->domain->cell.flows) images_follow(c, step, from, n, &t);
    watch_tile(c, from, n, step->profile, &t, &watch);
    place_rows(c, step, from, from + n);
  }
  watch_end(&watch, step, first, end, c, report);
  if (report->left) place_rows(c, step, first, end); /* those that were dropped */
}

/* Count a clump at x by the first open face that it is beyond. */
static void count_face(const Domain *d, Vec3 x, int64_t through[6])
{
  for (int k = 0; k < d->dimension; k++) {
    const bool above = vec3_axis(x, k) >= vec3_axis(d->hi, k);

    if (!boundary_removes(d->boundary[k]) || !(above || vec3_axis(x, k) < vec3_axis(d->lo, k)))
      continue;
    through[2 * k + above]++;
    return;
  }
}

void motion_drop(Clumps *c, const MotionStep *step, PetscInt a)
{
  const Weighing weighing = {step->domain, step->gravity, c->heavy};
  const Quat     q        = c->pose[a].q;
  const Vec3     fall     = clump_free_way(c, a, q, vec3_scale(last_kick(step), step->gravity)),
             half = c->motion[a].v, v = clump_is_heavy(c, a) ? vec3_add(half, fall) : half;

  c->w[a] = motion_spin(c, a, q, c->motion[a].momentum);
  /* in the middle of a step, whether torques are in the momentum of blocked rotations depends on
     the other clumps of the tile */
  if (c->blocked[a] & BLOCK_TURN) motion_set_momentum(c, a);
  if (step->left) clump_energy_add(&weighing, c, a, v, c->w[a], 1, step->left);
  if (step->through) count_face(step->domain, c->pose[a].x, step->through);
  clump_drop(c, a);
}

void motion_pose(Clumps *c, const Domain *domain)
{
  if (c->uses) quantities_pose(c);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->pose[a].v = c->motion[a].v;
    c->pose[a].w = motion_spin(c, a, c->pose[a].q, c->motion[a].momentum);
  }
  if (domain->cell.flows) images_pose(c, domain);
}

void motion_set_momentum(Clumps *c, PetscInt a)
{
  c->motion[a].momentum =
    clump_is_still(c, a) ? (Vec3){0, 0, 0} : clump_momentum(c->w[a], c->pose[a].q, c->inertia[a]);
}
