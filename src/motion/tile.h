/* SPDX-License-Identifier: MIT */
/* Tiles of clumps as columns: types and helpers shared by the files of this room. Not for other
   rooms. */
#ifndef MOTION_TILE_H
#define MOTION_TILE_H

#include "base/rows.h"
#include "motion/motion.h"

/* Column indices of a pose and of a motion. */
enum { X = 0, Q = 3, SCALE = 7, V = 8, W = 11, INVERSE_MASS = 14, PER_ARM = 15 };
enum { U = MOTION_V, L = 3, REST = 6, INVERSE = 9 };

/* Columns of a tile of clumps, and intermediate results. */
typedef struct {
  _Alignas(64) double pose[POSE_REALS][CLUMPS_TILE], motion[MOTION_REALS][CLUMPS_TILE];
  double load[LOAD_PARTS][CLUMPS_TILE];
  double kick[3][CLUMPS_TILE];   /* velocity change in half a step, m/s */
  double turned[4][CLUMPS_TILE]; /* attitude at the end of the step */
  /* bound of a pebble's displacement by rotation in this step, m; TILE_EXTENDED only */
  double turn[CLUMPS_TILE];
  double way[CLUMPS_TILE]; /* the same by rotation and drift, m */
} MotionTile;

static inline void put3(double (*column)[CLUMPS_TILE], int k, Vec3 v)
{
  column[0][k] = v.x;
  column[1][k] = v.y;
  column[2][k] = v.z;
}

static inline Vec3 get3(double (*column)[CLUMPS_TILE], int k)
{
  return (Vec3){column[0][k], column[1][k], column[2][k]};
}

static inline Quat get4(double (*column)[CLUMPS_TILE], int k)
{
  return (Quat){column[0][k], column[1][k], column[2][k], column[3][k]};
}

static inline void put4(double (*column)[CLUMPS_TILE], int k, Quat q)
{
  column[0][k] = q.w;
  column[1][k] = q.x;
  column[2][k] = q.y;
  column[3][k] = q.z;
}

/* Drift of row k by `way`, m, in whole grid steps (grid_drift); with tile_drift_from from a centre
   x with the part `rest` below its quantum. */
static inline void tile_drift(MotionTile *t, int k, Vec3 way, double magic)
{
  grid_drift(&t->pose[X][k], &t->motion[REST][k], way.x, magic);
  grid_drift(&t->pose[X + 1][k], &t->motion[REST + 1][k], way.y, magic);
  grid_drift(&t->pose[X + 2][k], &t->motion[REST + 2][k], way.z, magic);
}

static inline void tile_drift_from(MotionTile *t, int k, Vec3 x, Vec3 rest, Vec3 way, double magic)
{
  put3(&t->pose[X], k, x);
  put3(&t->motion[REST], k, rest);
  tile_drift(t, k, way, magic);
}

static inline int rows_in(PetscInt from, PetscInt to)
{
  return (int)min_int(CLUMPS_TILE, to - from);
}

/* Row at index k of a tile with n rows: indices past the end repeat the last row. */
static inline int row_at(int k, int n)
{
  return k < n ? k : n - 1;
}

/* Transpose four reals of rows k .. k+3 of a tile with n rows to four columns. */
ALWAYS_INLINE void columns_of(const double *first, size_t stride, int k, int n,
                              double (*column)[CLUMPS_TILE])
{
  Four c[4];

  for (int m = 0; m < 4; m++) four_get(&c[m], first + (size_t)row_at(k + m, n) * stride);
  four_turn(c);
  for (int m = 0; m < 4; m++) four_put(&column[m][k], c[m]);
}

/* The vector with 0 along the axes of these blocks, BLOCK_X to BLOCK_Z. */
static inline Vec3 unblocked(Vec3 v, uint64_t blocked)
{
  return (Vec3){blocked & BLOCK_X ? 0 : v.x, blocked & BLOCK_Y ? 0 : v.y,
                blocked & BLOCK_Z ? 0 : v.z};
}

/* ---- rows and columns (tile.c) ---- */

/* Read all columns of the rows from .. from + n - 1 except pose velocities, which are computed
   anew. */
void tile_read(const Clumps *clumps, PetscInt from, int n, MotionTile *tile);
/* Write motions, and poses unless they are NULL. */
void tile_write(MotionTile *tile, int n, Pose *pose, Motion *motion);
/* Forces and torques of a tile that has been read, from the sums, which are zeroed if `take`;
   loads: from the columns force and torque. */
void tile_read_sums(const Loads *loads, PetscInt from, int n, bool take, MotionTile *tile);
void tile_read_loads(const Clumps *clumps, PetscInt from, int n, MotionTile *tile);

/* ---- attitudes and spins (turn.c) ---- */

/* New attitudes of a tile with these TILE_ bits, which may mix clumps that rotate freely, about a
   fixed axis, and with blocked rotation. */
void tile_turn(const Clumps *clumps, PetscInt from, int n, double dt, bool planar, unsigned has,
               MotionTile *tile);
/* Set the attitudes and spins of the poses; spins are predicted by the torque acting for `more` s
   longer. */
void tile_predict(const Clumps *clumps, PetscInt from, int n, double more, unsigned has,
                  MotionTile *tile);

/* ---- of one clump, any row (turn.c) ---- */

/* Angular velocity by momentum and attitude; attitude after rotation for dt. planar: in two
   dimensions. momentum: changes where rotations are blocked about axes of the body. */
Vec3 motion_spin(const Clumps *clumps, PetscInt row, Quat q, Vec3 momentum);
Quat motion_turned(const Clumps *clumps, PetscInt row, Quat q, Vec3 *momentum, double dt,
                   bool planar);

/* Extremes over many clumps, kept separately for each of LANES lanes and combined once at the
   end. */
enum { LANES = 8 };

typedef struct {
  double lo[3][LANES], hi[3][LANES];
} Extremes;

static inline void extremes_begin(Extremes *e)
{
  for (int axis = 0; axis < 3; axis++)
    for (int l = 0; l < LANES; l++) {
      e->lo[axis][l] = INFINITY;
      e->hi[axis][l] = -INFINITY;
    }
}

static inline void extremes_take(Extremes *e, int l, Vec3 x)
{
  e->lo[0][l] = min_real(x.x, e->lo[0][l]);
  e->lo[1][l] = min_real(x.y, e->lo[1][l]);
  e->lo[2][l] = min_real(x.z, e->lo[2][l]);
  e->hi[0][l] = max_real(x.x, e->hi[0][l]);
  e->hi[1][l] = max_real(x.y, e->hi[1][l]);
  e->hi[2][l] = max_real(x.z, e->hi[2][l]);
}

/* ---- images (images.c) ----

   Clumps that leave a cell which deforms (space/cell/cell.h): from then on the image that is in the
   cell is the clump whose velocity is kept, while its pose is followed where it is until the next
   rebuild. Which image is in the cell follows from places alone, in every step, so that velocities
   change in the same step whenever lists are built. */

/* True if for all of these rows the image that the pose follows is in the cell. */
bool images_are_home(const Clumps *clumps, PetscInt from, int n);
/* Move the poses of rows outside the cell as their images have moved by the last cell_advance. */
void images_carry(Clumps *clumps, const Domain *domain, PetscInt from, int n);
/* After a drift: change to the image in the cell, and set the velocities of poses to those of the
   image followed, on the grid of velocities. The columns U of the tile get them, too, for bounds of
   displacements. */
void images_follow(Clumps *clumps, const MotionStep *step, PetscInt from, int n, MotionTile *tile);
/* Set the velocities of poses from those in the cell, as images_follow leaves them. */
void images_pose(Clumps *clumps, const Domain *domain);

/* ---- transport (transport.c) ----

   Drift of centres beside that by the velocities of clumps, as fluids of particles need to keep
   their particles evenly spread. */

/* Drift by MotionStep.transport after all else has moved the centres; `carried` gets the
   velocities, m/s. Clumps are not transported along blocked axes, nor against reflecting faces; not
   at all if they are driven or fixed. */
void transport_places(const Clumps *clumps, const MotionStep *step, PetscInt from, int n,
                      MotionTile *tile, Vec3 carried[CLUMPS_TILE]);
/* Add `carried` to the velocities of a tile that has been written, for bounds of displacements. */
void transport_ways(const Vec3 carried[CLUMPS_TILE], MotionTile *tile);

/* ---- quantities of clumps (quantities.c) ---- */

/* First half of a step of owned rows from .. to - 1. If the last step is `pending`, its second half
   comes first, with the sums in `loads`, which are zeroed; else the flow is that in its column.
   Local. */
void quantities_start(Clumps *clumps, double dt, bool pending, PetscInt from, PetscInt to,
                      Loads *loads);
/* Second half of a step, with the sums in `loads`, which are written to the columns of flows.
   Local. */
void quantities_finish(Clumps *clumps, Loads *loads, double dt);
/* Set the predicted values of owned rows between steps. Local. */
void quantities_pose(Clumps *clumps);

#endif
