/* SPDX-License-Identifier: MIT */
/* Kick, drift, rotation; second kick. Clumps are processed in tiles: rows are transposed to columns
   for vector operations, and back, so that each row is read and written once a step; the end of a
   step and the start of the next are one pass. Clumps with blocked rotation are rare and processed
   one by one. Operations that no clump of a tile needs are skipped. The result for a clump does not
   depend on the other clumps of its tile. */
#include "motion/motion.h"
#include "base/kernel.h"
#include "motion/quantities.h"
#include "motion/reflect.h"
#include "motion/rotation.h"
#include "motion/rows.h"
#include "motion/tile.h"
#include "motion/watch.h"

static inline Vec3 spin_of(Vec3 momentum, Quat q, Vec3 inverse)
{
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

/* Angular velocity of a clump that rotates freely. With three equal moments it is parallel to the
   momentum to the bit. */
static Vec3 free_spin(const Clumps *c, PetscInt a)
{
  const Motion *m = &c->motion[a];

  return clump_is_round(m->inverse_inertia)
           ? vec3_scale(m->inverse_inertia.x, m->momentum)
           : spin_of(m->momentum, c->pose[a].q, m->inverse_inertia);
}

/* ---- rows and columns ---- */

ALWAYS_INLINE void rows_of(double (*column)[CLUMPS_TILE], int k, int n, double *first,
                           size_t stride)
{
  Four r[4];

  for (int m = 0; m < 4; m++) four_get(&r[m], &column[m][k]);
  four_turn(r);
  for (int m = 0; m < 4; m++)
    if (k + m < n) four_put(first + (size_t)(k + m) * stride, r[m]);
}

/* Read all columns except pose velocities, which are computed anew. */
ALWAYS_INLINE void read_some_rows(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  const double *pose = &c->pose[from].x.x, *motion = &c->motion[from].v.x;

  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    columns_of(pose + POSE_X, POSE_REALS, k, n, &t->pose[POSE_X]);
    columns_of(pose + POSE_QX, POSE_REALS, k, n, &t->pose[POSE_QX]);
    columns_of(pose + POSE_WY, POSE_REALS, k, n, &t->pose[POSE_WY]);
    for (int part = 0; part < MOTION_REALS; part += 4)
      columns_of(motion + part, MOTION_REALS, k, n, &t->motion[part]);
  }
}

KERNEL static void read_rows(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  if (n == CLUMPS_TILE) read_some_rows(c, from, CLUMPS_TILE, t);
  else read_some_rows(c, from, n, t);
}

ALWAYS_INLINE void write_some_poses(MotionTile *t, int n, Pose *pose)
{
  for (int k = 0; k < n; k += 4)
    for (int part = 0; part < POSE_REALS; part += 4)
      rows_of(&t->pose[part], k, n, &pose->x.x + part, POSE_REALS);
}

KERNEL static void write_poses(MotionTile *t, int n, Pose *pose)
{
  if (n == CLUMPS_TILE) write_some_poses(t, CLUMPS_TILE, pose);
  else write_some_poses(t, n, pose);
}

ALWAYS_INLINE void write_some_motions(MotionTile *t, int n, Motion *motion)
{
  for (int k = 0; k < n; k += 4)
    for (int part = 0; part < MOTION_REALS; part += 4)
      rows_of(&t->motion[part], k, n, &motion->v.x + part, MOTION_REALS);
}

KERNEL static void write_motions(MotionTile *t, int n, Motion *motion)
{
  if (n == CLUMPS_TILE) write_some_motions(t, CLUMPS_TILE, motion);
  else write_some_motions(t, n, motion);
}

/* Parts part .. part+3 of the sums of rows k .. k+3, as reals in columns. */
ALWAYS_INLINE void read_parts(const int64_t *sum, int part, int k, int n, Four c[4])
{
  for (int m = 0; m < 4; m++) {
    FourBits s;

    four_get_bits(&s, sum + (size_t)row_at(k + m, n) * LOAD_PARTS + part);
    c[m] = __builtin_convertvector((FourInts)s, Four);
  }
  four_turn(c);
}

/* 1 / x for powers of two, by the exponent. */
ALWAYS_INLINE void four_inverse_powers(const double *from, Four *to)
{
  const uint64_t twice = 0x7fe0000000000000; /* twice the exponent bias, 2 x 1023 */
  Four           power;

  four_get(&power, from);
  *to = (Four)(twice - (FourBits)power);
}

/* Forces and torques of a tile that has been read, from the sums; these are zeroed if `take`. */
ALWAYS_INLINE void read_some_sums(const Loads *loads, PetscInt from, int n, bool take,
                                  MotionTile *t)
{
  const double   quantum = loads->force.quantum, turn = loads->torque.quantum;
  int64_t       *sum  = loads->sum + (size_t)from * LOAD_PARTS;
  const FourBits zero = {0, 0, 0, 0};

  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    Four f[4], m[4], arm;

    read_parts(sum, LOAD_FORCE, k, n, f);
    read_parts(sum, LOAD_TORQUE - 1, k, n, m);
    four_inverse_powers(&t->pose[PER_ARM][k], &arm);
    for (int i = 0; i < 3; i++) four_put(&t->load[LOAD_FORCE + i][k], f[i] * quantum);
    for (int i = 0; i < 3; i++) four_put(&t->load[LOAD_TORQUE + i][k], m[1 + i] * (turn * arm));
    for (int i = 0; take && n == CLUMPS_TILE && i < 4 * LOAD_PARTS; i += 4)
      four_put_bits(sum + (size_t)k * LOAD_PARTS + i, zero);
  }
  if (take && n < CLUMPS_TILE) memset(sum, 0, (size_t)n * LOAD_PARTS * sizeof *sum);
}

KERNEL static void read_sums(const Loads *loads, PetscInt from, int n, MotionTile *t)
{
  read_some_sums(loads, from, n, false, t);
}

KERNEL static void take_sums(const Loads *loads, PetscInt from, int n, MotionTile *t)
{
  if (n == CLUMPS_TILE) read_some_sums(loads, from, CLUMPS_TILE, true, t);
  else read_some_sums(loads, from, n, true, t);
}

KERNEL static void read_loads(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const PetscInt a = from + row_at(k, n);

    put3(&t->load[LOAD_FORCE], k, c->force[a]);
    put3(&t->load[LOAD_TORQUE], k, c->torque[a]);
  }
}

/* ---- kick ---- */

/* Velocity changes in half a step. */
KERNEL static void find_kick(MotionTile *t, double half, Vec3 gravity)
{
  const Vec3 g = vec3_scale(half, gravity);

#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++)
    put3(t->kick, k, vec3_axpy(g, half * t->pose[INVERSE_MASS][k], get3(&t->load[LOAD_FORCE], k)));
}

/* Velocity changes of a tile with clumps that gravity does not act on. */
static void find_some_kicks(const Clumps *c, PetscInt from, int n, double half, Vec3 gravity,
                            MotionTile *t)
{
  find_kick(t, half, gravity);
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

KERNEL static void hold_place(const uint64_t *rows, int n, MotionTile *t)
{
  hold_columns(rows, n, false, t);
}

KERNEL static void hold(const uint64_t *rows, int n, MotionTile *t)
{
  hold_columns(rows, n, true, t);
}

/* Half a step of the velocity of a clump, free to move. */
static Vec3 free_kick(const Clumps *c, PetscInt a, int k, double half, Vec3 gravity, MotionTile *t)
{
  const Vec3 pull = vec3_scale(t->pose[INVERSE_MASS][k], get3(&t->load[LOAD_FORCE], k));

  return vec3_scale(half, clump_is_heavy(c, a) ? vec3_add(pull, gravity) : pull);
}

/* Translations blocked along axes of the body: the kick at the attitudes of the poses. */
static void hold_in_body(const Clumps *c, PetscInt from, int n, double half, Vec3 gravity,
                         MotionTile *t)
{
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const PetscInt a = from + row_at(k, n);

    if (c->blocked[a] & BLOCK_BODY_MOVE)
      put3(t->kick, k, clump_free_way(c, a, c->pose[a].q, free_kick(c, a, k, half, gravity, t)));
  }
}

/* Half kick of velocity and angular momentum. */
KERNEL static void kick(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    put3(&t->motion[U], k, vec3_add(get3(&t->motion[U], k), get3(t->kick, k)));
    put3(&t->motion[L], k, vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k)));
  }
}

/* Angular velocity from the momentum of a clump with blocked rotation. */
static Vec3 blocked_spin(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  return clump_is_still(c, a) ? c->w[a] : clump_spin_held(c, a, q, momentum);
}

/* ---- end of a step ---- */

/* Clumps with blocked rotation: angular velocity is the state; update it, then derive the momentum
   from it. */
static void set_blocked_momenta(Clumps *c, PetscInt from, int n)
{
  for (PetscInt a = from; a < from + n; a++) {
    if (!(c->blocked[a] & BLOCK_TURN)) continue;
    c->w[a] = blocked_spin(c, a, c->pose[a].q, c->motion[a].momentum);
    motion_set_momentum(c, a);
  }
}

/* Second half kick of a tile that has been read with its loads. */
static void finish_tile(Clumps *c, PetscInt from, int n, double dt, Vec3 gravity, MotionTile *t)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];

  if (has & TILE_WEIGHTLESS) find_some_kicks(c, from, n, 0.5 * dt, gravity, t);
  else find_kick(t, 0.5 * dt, gravity);
  if (has & TILE_MOVE_BLOCKED) hold_place(c->blocked + from, n, t);
  if (has & TILE_MOVE_BODY) hold_in_body(c, from, n, 0.5 * dt, gravity, t);
  kick(t, 0.5 * dt);
  write_motions(t, n, c->motion + from);
  if (has & (TILE_TURN_BLOCKED | TILE_STILL)) set_blocked_momenta(c, from, n);
}

void motion_finish(Clumps *c, Loads *loads, double dt, Vec3 gravity)
{
  MotionTile t;

  if (c->uses) quantities_finish(c, loads, dt);
  for (PetscInt from = 0; from < c->n_owned; from += CLUMPS_TILE) {
    const int n = rows_in(from, c->n_owned);

    read_rows(c, from, n, &t);
    read_sums(loads, from, n, &t);
    finish_tile(c, from, n, dt, gravity, &t);
    for (int k = 0; k < n; k++) {
      const PetscInt a = from + k;

      c->force[a]  = get3(&t.load[LOAD_FORCE], k);
      c->torque[a] = get3(&t.load[LOAD_TORQUE], k);
      if (!(c->blocked[a] & BLOCK_TURN)) c->w[a] = free_spin(c, a);
    }
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
    grid_drift(&t->pose[X][k], &t->motion[REST][k], dt * u.x, magic);
    grid_drift(&t->pose[X + 1][k], &t->motion[REST + 1][k], dt * u.y, magic);
    grid_drift(&t->pose[X + 2][k], &t->motion[REST + 2][k], dt * u.z, magic);
  }
}

KERNEL static void kick_and_drift(MotionTile *t, double magic, double dt)
{
  kick_and_drift_columns(t, magic, dt, false);
}

KERNEL static void kick_twice_and_drift(MotionTile *t, double magic, double dt)
{
  kick_and_drift_columns(t, magic, dt, true);
}

KERNEL static void turn_free(MotionTile *t, double dt)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++)
    put4(t->turned, k,
         rotation_free(get4(&t->pose[Q], k), get3(&t->motion[L], k), get3(&t->motion[INVERSE], k),
                       dt));
}

/* Rotation about a fixed axis, for clumps with three equal moments and, in two dimensions, for all
   clumps (third principal axis: z). Clumps with zero inverse inertia keep the bits of their
   attitude. all: the tile has no other clumps. */
ALWAYS_INLINE void turn_about(MotionTile *t, double dt, bool all)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 inverse = get3(&t->motion[INVERSE], k);
    const Quat before = get4(&t->pose[Q], k), other = all ? before : get4(t->turned, k);
    const Quat turned = rotation_spin(before, vec3_scale(inverse.z, get3(&t->motion[L], k)), dt);
    const Quat mine   = inverse.z > 0 ? turned : before;
    const bool steady = all || clump_is_round(inverse);

    put4(t->turned, k,
         (Quat){steady ? mine.w : other.w, steady ? mine.x : other.x, steady ? mine.y : other.y,
                steady ? mine.z : other.z});
  }
}

KERNEL static void turn_some_steadily(MotionTile *t, double dt)
{
  turn_about(t, dt, false);
}

KERNEL static void turn_all_steadily(MotionTile *t, double dt)
{
  turn_about(t, dt, true);
}

/* New attitudes of a tile, which may mix clumps that rotate freely, about a fixed axis, and with
   blocked rotation. */
static void turn(const Clumps *c, PetscInt from, int n, double dt, bool planar, unsigned has,
                 MotionTile *t)
{
  const bool steady = planar || !(has & TILE_NOT_ROUND);

  if (!steady) turn_free(t, dt);
  if (steady) turn_all_steadily(t, dt);
  else if (has & TILE_ROUND) turn_some_steadily(t, dt);
  for (int k = 0; (has & TILE_TURN_BLOCKED) && k < CLUMPS_TILE; k++) {
    const PetscInt a        = from + row_at(k, n);
    Vec3           momentum = get3(&t->motion[L], k);

    if (!(c->blocked[a] & BLOCK_TURN)) continue;
    put4(t->turned, k, motion_turn_blocked(c, a, get4(&t->pose[Q], k), dt, &momentum));
    put3(&t->motion[L], k, momentum);
  }
}

Vec3 motion_spin(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  const Vec3 inverse = c->motion[a].inverse_inertia;

  if (c->blocked[a] & BLOCK_TURN) return blocked_spin(c, a, q, momentum);
  return clump_is_round(inverse) ? vec3_scale(inverse.x, momentum) : spin_of(momentum, q, inverse);
}

Quat motion_turned(const Clumps *c, PetscInt a, Quat q, Vec3 *momentum, double dt, bool planar)
{
  const Vec3 inverse = c->motion[a].inverse_inertia;

  if (c->blocked[a] & BLOCK_TURN) return motion_turn_blocked(c, a, q, dt, momentum);
  return planar || clump_is_round(inverse) ? rotation_spin(q, vec3_scale(inverse.z, *momentum), dt)
                                           : rotation_free(q, *momentum, inverse, dt);
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

/* Angular velocity predicted to the end of the step, for a tile of clumps with three equal moments:
   parallel to the momentum to the bit. */
KERNEL static void predict_round(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k));

    put3(&t->pose[W], k, vec3_scale(t->motion[INVERSE][k], momentum));
    put4(&t->pose[Q], k, get4(t->turned, k));
  }
}

KERNEL static void predict_any(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k));
    const Vec3 inverse  = get3(&t->motion[INVERSE], k);
    const Quat turned   = get4(t->turned, k);
    const Vec3 along = vec3_scale(inverse.x, momentum), other = spin_of(momentum, turned, inverse);
    const bool is_round = clump_is_round(inverse);

    put3(&t->pose[W], k,
         (Vec3){is_round ? along.x : other.x, is_round ? along.y : other.y,
                is_round ? along.z : other.z});
    put4(&t->pose[Q], k, turned);
  }
}

static void predict(const Clumps *c, PetscInt from, int n, double dt, unsigned has, MotionTile *t)
{
  const double half = 0.5 * dt;

  if (has & TILE_NOT_ROUND) predict_any(t, half);
  else predict_round(t, half);
  for (int k = 0; (has & TILE_TURN_BLOCKED) && k < CLUMPS_TILE; k++) {
    const PetscInt a    = from + row_at(k, n);
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k));

    if (c->blocked[a] & BLOCK_TURN)
      put3(&t->pose[W], k, blocked_spin(c, a, get4(&t->pose[Q], k), momentum));
  }
}

/* Prefetch part 0 .. 4 of the rows of the tile after the next to the second-level cache. The parts
   are spread over the passes on this tile, so that memory is read during computation. Prefetching
   all at once, or to the first-level cache, which has few outstanding lines, takes up to twice as
   long. */
static inline void ask_ahead(const Clumps *c, const Loads *loads, PetscInt from, int part)
{
  enum { HALF = CLUMPS_TILE / 2 };
  const PetscInt row = from + 2 * CLUMPS_TILE + part % 2 * HALF;

  if (part < 2) lines_ahead(&c->pose[row], HALF * sizeof(Pose));
  else if (part < 4) lines_ahead(&c->motion[row], HALF * sizeof(Motion));
  else if (loads)
    lines_ahead(loads->sum + (size_t)row * LOAD_PARTS,
                CLUMPS_TILE * LOAD_PARTS * sizeof *loads->sum);
}

/* Rotations imposed about axes of the body have turned with it: their state is Clumps.w at the new
   attitudes. */
static void carry_imposed(Clumps *c, PetscInt from, int n)
{
  for (PetscInt a = from; a < from + n; a++)
    if (c->blocked[a] & BLOCK_BODY) c->w[a] = c->pose[a].w;
}

/* ---- translations blocked along axes of the body ---- */

/* Drift anew, with velocities that turn with the body: U is their mean, for bounds of displacements,
   and the kick the velocity after the drift. */
static void glide_places(const Clumps *c, const MotionStep *step, PetscInt from, int n,
                         MotionTile *t)
{
  const double half = 0.5 * step->dt;

  for (int k = 0; k < CLUMPS_TILE; k++) {
    const PetscInt a  = from + row_at(k, n);
    const Quat     to = get4(t->turned, k);
    Vec3           u, mean, pull;

    if (!(c->blocked[a] & BLOCK_BODY_MOVE)) continue;
    pull = free_kick(c, a, k, half, step->gravity, t);
    u    = vec3_add(c->motion[a].v, clump_free_way(c, a, c->pose[a].q, pull));
    mean = motion_glide(c, a, c->pose[a].q, to, &u);
    put3(&t->motion[U], k, mean);
    put3(t->kick, k, u);
    put3(&t->pose[V], k, vec3_add(u, clump_free_way(c, a, to, pull)));
    put3(&t->pose[X], k, c->pose[a].x);
    put3(&t->motion[REST], k, c->motion[a].rest);
    for (int i = 0; i < 3; i++)
      drift(&t->pose[X + i][k], &t->motion[REST + i][k], step->dt * vec3_axis(mean, i),
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

/* Put the driven clumps of a tile where their groups are. The velocity of the drift is the mean of
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

/* Set their velocities, after their poses. */
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
  const bool     twice  = step->pending && !(has & (TILE_TURN_BLOCKED | TILE_MOVE_BODY));

  read_rows(c, from, n, t);
  if (step->pending) {
    take_sums(loads, from, n, t);
  } else {
    read_loads(c, from, n, t);
    if (loads) loads_clear_rows(loads, from, from + n);
  }
  if (step->pending && !twice) { /* finish first: set_blocked_momenta changes momenta row by row */
    finish_tile(c, from, n, dt, step->gravity, t);
    read_rows(c, from, n, t);
  } else if (has & TILE_WEIGHTLESS) {
    find_some_kicks(c, from, n, 0.5 * dt, step->gravity, t);
  } else {
    find_kick(t, 0.5 * dt, step->gravity);
  }
  ask_ahead(c, loads, from, 0);
  if (has & (TILE_MOVE_BLOCKED | TILE_STILL)) hold(c->blocked + from, n, t);
  if (twice) kick_twice_and_drift(t, domain->magic, dt);
  else kick_and_drift(t, domain->magic, dt);
  ask_ahead(c, loads, from, 1);
  turn(c, from, n, dt, domain->dimension == 2, has, t);
  if (has & TILE_DRIVEN) drive_places(c, step, from, n, t);
  if (has & TILE_MOVE_BODY) glide_places(c, step, from, n, t);
  ask_ahead(c, loads, from, 2);
  if (has & TILE_EXTENDED) find_chords(c->extent + from, n, dt, t);
  if (has & TILE_MOVE_BODY) glide_velocities(c, from, n, t);
  predict(c, from, n, dt, has, t);
  if (step->faces) reflect_tile(c, step, from, n, t, watch);
  ask_ahead(c, loads, from, 3);
  write_poses(t, n, c->pose + from);
  write_motions(t, n, c->motion + from);
  if (has & TILE_TURN_BLOCKED) carry_imposed(c, from, n);
  if (has & TILE_DRIVEN) drive_velocities(c, step, from, n);
  ask_ahead(c, loads, from, 4);
}

/* True for a whole tile of clumps that move freely, and turn freely with three equal moments or never
   turn. */
static bool moves_by_rows(const MotionStep *step, unsigned has, int n)
{
  const unsigned kinds = has & ~(unsigned)(TILE_ROUND | TILE_EXTENDED);

  return step->pending && !step->faces && n == CLUMPS_TILE &&
         (kinds == (TILE_FREE | TILE_TURNS) || kinds == (TILE_FREE | TILE_STILL));
}

static void move_rows(Clumps *c, const MotionStep *step, PetscInt from, Loads *loads, MotionTile *t,
                      Watch *watch)
{
  const unsigned has   = c->tile[from / CLUMPS_TILE];
  const bool     turns = has & TILE_TURNS, extended = turns && (has & TILE_EXTENDED);
  double         zero;

  ask_ahead(c, loads, from, 0);
  ask_ahead(c, loads, from, 1);
  zero = rows_move(c, step, from, loads, turns, t);
  ask_ahead(c, loads, from, 2);
  if (turns) turn_all_steadily(t, step->dt);
  ask_ahead(c, loads, from, 3);
  if (extended) find_chords(c->extent + from, CLUMPS_TILE, step->dt, t);
  if (turns) rows_turn(c, from, t);
  ask_ahead(c, loads, from, 4);
  watch_rows(t, extended, zero, watch);
}

void motion_start(Clumps *c, const MotionStep *step, PetscInt first, PetscInt end, Loads *loads,
                  MotionReport *report)
{
  MotionTile t;
  FixedRows  kept;
  Watch      watch;

  kept.n = 0;
  if (c->uses) quantities_start(c, step->dt, step->pending, first, end, loads);
  watch_begin(&watch);
  for (PetscInt from = first; from < end; from += CLUMPS_TILE) {
    const int      n   = rows_in(from, end);
    const unsigned has = c->tile[from / CLUMPS_TILE];

    if (!(has & TILE_FREE)) {
      if (loads) loads_clear_rows(loads, from, from + n);
      watch_fixed(&watch);
      continue;
    }
    if (moves_by_rows(step, has, n)) {
      move_rows(c, step, from, loads, &t, &watch);
      continue;
    }
    if (has & TILE_FIXED) keep_fixed(c, from, n, &kept);
    move_tile(c, step, from, n, loads, &t, &watch);
    if (has & TILE_FIXED) put_back_fixed(&kept, from, c);
    watch_tile(c, from, n, &t, &watch);
  }
  watch_end(&watch, step, first, end, c, report);
}

void motion_pose(Clumps *c)
{
  if (c->uses) quantities_pose(c);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const bool blocked = c->blocked[a] & BLOCK_TURN;

    c->pose[a].v = c->motion[a].v;
    c->pose[a].w =
      blocked ? blocked_spin(c, a, c->pose[a].q, c->motion[a].momentum) : free_spin(c, a);
  }
}

void motion_set_momentum(Clumps *c, PetscInt a)
{
  c->motion[a].momentum =
    clump_is_still(c, a) ? (Vec3){0, 0, 0} : clump_momentum(c->w[a], c->pose[a].q, c->inertia[a]);
}
