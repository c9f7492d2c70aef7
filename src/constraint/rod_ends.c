/* SPDX-License-Identifier: MIT */
/* Clumps to columns and back (rods.h), tile by tile: rows of four numbers are turned to columns. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "constraint/rods.h"

/* Columns of a tile: numbers of poses and motions, in their order. */
typedef struct {
  _Alignas(64) double x[4][CLUMPS_TILE], v[4][CLUMPS_TILE], motion[MOTION_REALS][CLUMPS_TILE];
  double to[3][CLUMPS_TILE], rest[3][CLUMPS_TILE], began[3][CLUMPS_TILE], response[CLUMPS_TILE],
    mass[CLUMPS_TILE];
  double taken[CLUMPS_TILE], answer[3][CLUMPS_TILE];
} EndTile;

/* Of the first rows of motions. */
enum { MOMENTUM = 3, REST = 6 };

ALWAYS_INLINE int at_most(int k, int n)
{
  return k < n ? k : n - 1;
}

/* Four numbers of n rows to four columns; columns past the last row repeat it. */
ALWAYS_INLINE void turn_rows(const double *first, size_t stride, int n,
                             double (*column)[CLUMPS_TILE])
{
  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    Four c[4];

    for (int m = 0; m < 4; m++) four_get(&c[m], first + (size_t)at_most(k + m, n) * stride);
    four_turn(c);
    for (int m = 0; m < 4; m++) four_put(&column[m][k], c[m]);
  }
}

/* And back. */
ALWAYS_INLINE void turn_columns(const double (*column)[CLUMPS_TILE], int n, size_t stride,
                                double *first)
{
  for (int k = 0; k < n; k += 4) {
    Four c[4];

    for (int m = 0; m < 4; m++) four_get(&c[m], &column[m][k]);
    four_turn(c);
    for (int m = 0; m < 4 && k + m < n; m++) four_put(first + (size_t)(k + m) * stride, c[m]);
  }
}

static inline void fill(double *column, const double *from, int n)
{
  memcpy(column, from, (size_t)n * sizeof *column);
  for (int k = n; k < CLUMPS_TILE; k++) column[k] = from[n - 1];
}

/* ---- to columns ---- */

ALWAYS_INLINE void take_tile(const Pose *pose, const Motion *motion, const uint64_t *blocked,
                             const double *mass, uint64_t bits, int n, EndTile *t,
                             double *restrict response)
{
  turn_rows(&pose->x.x + POSE_X, POSE_REALS, n, t->x);
  turn_rows(&motion->v.x + 4, MOTION_REALS, n, t->motion + 4);
  turn_rows(&motion->v.x + 8, MOTION_REALS, n, t->motion + 8);
  for (int k = 0; k < n; k++) response[k] = blocked[k] & bits ? 0 : 1 / mass[k];
}

/* blocked: bits of directions; with any of them a clump does not move in columns. */
KERNEL static void take_tiles(const Pose *pose, const Motion *motion, const uint64_t *blocked,
                              const double *mass, uint64_t bits, int n, EndTile *t,
                              double *restrict response)
{
  if (n == CLUMPS_TILE) take_tile(pose, motion, blocked, mass, bits, CLUMPS_TILE, t, response);
  else take_tile(pose, motion, blocked, mass, bits, n, t, response);
}

void rod_columns_take_rows(const RodColumns *k, const Clumps *c, PetscInt from, PetscInt to,
                           uint64_t bits, bool began)
{
  EndTile t;

  for (PetscInt a = from; a < to; a += CLUMPS_TILE) {
    const int    n    = (int)min_int(CLUMPS_TILE, to - a);
    const size_t size = (size_t)n * sizeof(double);

    take_tiles(c->pose + a, c->motion + a, c->blocked + a, c->mass + a, bits, n, &t,
               k->response + a);
    for (int i = 0; i < 3; i++) {
      memcpy(k->x[i] + a, t.x[i], size);
      if (began) memcpy(k->began[i] + a, t.x[i], size);
      memcpy(k->rest[i] + a, t.motion[REST + i], size);
    }
  }
}

/* ---- back ---- */

RodEnd rod_end_begin(const ConstraintScene *s)
{
  const Domain *d = s->domain;
  RodEnd        e = {.rate = 1 / s->dt, .last = s->last};

  for (int i = 0; i < 3; i++) {
    const bool   open  = boundary_removes(d->boundary[i]);
    const double limit = vec3_axis(d->limit, i);

    e.lo[i] = open ? max_real(-limit, vec3_axis(d->lo, i)) : -limit;
    e.hi[i] = open ? min_real(limit, vec3_axis(d->hi, i)) : limit;
  }
  return e;
}

Travel rod_end_travel(const RodEnd *e)
{
  Travel all = TRAVEL_REST;

  for (int l = 0; l < ROD_LANES; l++)
    all = travel_join(all, (Travel){.lo  = {e->least[0][l], e->least[1][l], e->least[2][l]},
                                    .hi  = {e->most[0][l], e->most[1][l], e->most[2][l]},
                                    .way = e->way[l]});
  return all;
}

ALWAYS_INLINE double larger(double a, double b)
{
  return a > b ? a : b;
}

ALWAYS_INLINE double smaller(double a, double b)
{
  return a < b ? a : b;
}

ALWAYS_INLINE bool is_fast(double v)
{
  return !(fabs(v) <= SPEED_MOST);
}

/* New places and velocities of the clumps that move in columns, as follow_end finds them: the same bits.
   True if all are within bounds. */
ALWAYS_INLINE bool move_columns(RodEnd *e, EndTile *t)
{
  double wild[ROD_LANES] = {0};

  for (int first = 0; first < CLUMPS_TILE; first += ROD_LANES) {
#pragma omp simd
    for (int l = 0; l < ROD_LANES; l++) {
      const int    k     = first + l;
      const bool   moves = t->response[k] != 0;
      double       v[3], seen[3], way[3], dv[3], mean[3];
      bool         bad  = false;
      const double rate = e->rate, last = e->last;

      for (int i = 0; i < 3; i++) {
        const double from = t->motion[i][k],
                     by = (t->to[i][k] - t->began[i][k]) + (t->rest[i][k] - t->motion[REST + i][k]);

        v[i]    = from + rate * by;
        seen[i] = t->v[i][k] + rate * by;
        bad |=
          is_fast(v[i]) | is_fast(seen[i]) | !(t->to[i][k] > e->lo[i]) | !(t->to[i][k] < e->hi[i]);
        dv[i]           = v[i] - from;
        mean[i]         = 0.5 * (v[i] + from) - (seen[i] - v[i]);
        way[i]          = moves ? t->to[i][k] - t->began[i][k] : 0;
        e->least[i][l]  = smaller(way[i], e->least[i][l]);
        e->most[i][l]   = larger(way[i], e->most[i][l]);
        t->answer[i][k] = last * dv[i];
        seen[i] += last * dv[i];
        t->x[i][k]             = moves ? t->to[i][k] : t->x[i][k];
        t->motion[i][k]        = moves ? v[i] : t->motion[i][k];
        t->v[i][k]             = moves ? seen[i] : t->v[i][k];
        t->motion[REST + i][k] = moves ? t->rest[i][k] : t->motion[REST + i][k];
      }
      t->taken[k] = 0 - t->mass[k] * (dv[0] * mean[0] + dv[1] * mean[1] + dv[2] * mean[2]);
      e->way[l]   = larger(sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]), e->way[l]);
      wild[l] += bad & moves ? 1 : 0;
    }
  }
  for (int l = 1; l < ROD_LANES; l++) wild[0] += wild[l];
  return wild[0] == 0;
}

ALWAYS_INLINE bool end_rows(RodEnd *e, int n, Pose *pose, Motion *motion, bool began, EndTile *t)
{
  double *p = &pose->x.x, *m = &motion->v.x;

  turn_rows(p + POSE_X, POSE_REALS, n, t->x);
  if (!began) memcpy(t->began, t->x, sizeof t->began);
  turn_rows(p + POSE_V, POSE_REALS, n, t->v);
  for (int i = 0; i < MOTION_REALS; i += 4) turn_rows(m + i, MOTION_REALS, n, t->motion + i);
  if (!move_columns(e, t)) return false;
  turn_columns(t->x, n, POSE_REALS, p + POSE_X);
  turn_columns(t->v, n, POSE_REALS, p + POSE_V);
  for (int i = 0; i < MOTION_REALS; i += 4) turn_columns(t->motion + i, n, MOTION_REALS, m + i);
  return true;
}

/* Loops over whole tiles have a constant length. */
KERNEL static bool end_tile(RodEnd *e, int n, Pose *pose, Motion *motion, bool began, EndTile *t)
{
  return n == CLUMPS_TILE ? end_rows(e, CLUMPS_TILE, pose, motion, began, t)
                          : end_rows(e, n, pose, motion, began, t);
}

bool rod_end_tile(RodEnd *e, const RodColumns *k, Clumps *c, PetscInt from, int n, bool began,
                  Sum *taken)
{
  const RodEnd before = *e;
  EndTile      t;

  for (int i = 0; i < 3; i++) {
    fill(t.to[i], k->x[i] + from, n);
    fill(t.rest[i], k->rest[i] + from, n);
    if (began) fill(t.began[i], k->began[i] + from, n);
  }
  fill(t.response, k->response + from, n);
  fill(t.mass, c->mass + from, n);
  if (!end_tile(e, n, c->pose + from, c->motion + from, began, &t)) {
    *e = before;
    return false;
  }
  for (int i = 0; i < n && c->answer; i++)
    if (t.response[i] != 0)
      c->answer[from + i] = (Vec3){t.answer[0][i], t.answer[1][i], t.answer[2][i]};
  for (int i = 0; i < n && taken; i++)
    if (t.response[i] != 0) sum_add(taken, t.taken[i]);
  return true;
}
