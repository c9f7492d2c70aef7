/* SPDX-License-Identifier: MIT */
/* Rows of clumps to columns and back, with the sums of their loads (tile.h). */
#include "motion/tile.h"
#include "base/kernel.h"

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

ALWAYS_INLINE void write_some_rows(MotionTile *t, int n, Pose *pose, Motion *motion)
{
  for (int k = 0; pose && k < n; k += 4)
    for (int part = 0; part < POSE_REALS; part += 4)
      rows_of(&t->pose[part], k, n, &pose->x.x + part, POSE_REALS);
  for (int k = 0; k < n; k += 4)
    for (int part = 0; part < MOTION_REALS; part += 4)
      rows_of(&t->motion[part], k, n, &motion->v.x + part, MOTION_REALS);
}

KERNEL static void write_rows(MotionTile *t, int n, Pose *pose, Motion *motion)
{
  if (n == CLUMPS_TILE) write_some_rows(t, CLUMPS_TILE, pose, motion);
  else write_some_rows(t, n, pose, motion);
}

/* Read parts part .. part+3 of the sums of rows k .. k+3, as reals in columns. */
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

/* Read forces and torques of a tile from the sums, which are zeroed if `take`. */
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

KERNEL static void read_sums(const Loads *loads, PetscInt from, int n, bool take, MotionTile *t)
{
  if (!take) read_some_sums(loads, from, n, false, t);
  else if (n == CLUMPS_TILE) read_some_sums(loads, from, CLUMPS_TILE, true, t);
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

void tile_read(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  read_rows(c, from, n, t);
}

void tile_write(MotionTile *t, int n, Pose *pose, Motion *motion)
{
  write_rows(t, n, pose, motion);
}

void tile_read_sums(const Loads *loads, PetscInt from, int n, bool take, MotionTile *t)
{
  read_sums(loads, from, n, take, t);
}

void tile_read_loads(const Clumps *c, PetscInt from, int n, MotionTile *t)
{
  read_loads(c, from, n, t);
}
