/* SPDX-License-Identifier: MIT */
/* Tiles of pairs are gathered (pair_tile.h). */
#include "interaction/pairs/pair_tile.h"

KERNEL static void find_clumps(const int32_t *clump, const int32_t *pebble, int n, int32_t *row)
{
#pragma omp simd
  for (int k = 0; k < n; k++) row[k] = clump[pebble[k]];
}

void pair_clumps(const Pebbles *p, const int32_t *pebble, int n, int32_t *row)
{
  find_clumps(p->clump, pebble, n, row);
}

/* From later pebbles i and entries of RowList.other to pebbles in canonical order. */
KERNEL static void order_rows(const int32_t *other, int n, int32_t *i, int32_t *j)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const int32_t reversed = other[k] >> 31, row = other[k] ^ reversed,
                  swapped = (i[k] ^ row) & reversed;

    i[k] = i[k] ^ swapped;
    j[k] = row ^ swapped;
  }
}

static int next_pairs(const RowWalk *w)
{
  return (int)min_int(INTERACTION_TILE, w->end - w->at);
}

/* Rows of the next n pairs; returns n padded. lone: as in Interactions. */
static int find_rows(const Pebbles *p, bool lone, RowWalk *walk, int n, PairTile *t)
{
  order_rows(row_walk_take(walk, n, t->i), n, t->i, t->j);
  rows_pad(t->i, n);
  n    = rows_pad(t->j, n);
  t->a = t->i;
  t->b = t->j;
  if (lone) return n;
  find_clumps(p->clump, t->i, n, t->clump[0]);
  find_clumps(p->clump, t->j, n, t->clump[1]);
  t->a = t->clump[0];
  t->b = t->clump[1];
  return n;
}

/* x, and 0 where it is NaN. */
#define KNOWN(x) ((Four)((FourInts)(x) & (FourInts)((x) == (x))))

/* Returns true if a distance is NaN. */
KERNEL static bool find_ways(const Ball *at, const int32_t *i, const int32_t *j, int n,
                             double *const way[3], double *d2)
{
  FourInts gone = {0, 0, 0, 0};

  for (int k = 0; k < n; k += 4) {
    Four d[4], square;

    for (int m = 0; m < 4; m++) {
      Four x, y;

      four_get(&x, &at[i[k + m]].x);
      four_get(&y, &at[j[k + m]].x);
      d[m] = y - x;
    }
    four_turn(d);
    square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    gone   = gone | (FourInts)(square != square);
    for (int m = 0; m < 3; m++) four_put(way[m] + k, d[m]);
    four_put(d2 + k, square);
  }
  return four_mask(&gone) != 0;
}

void pair_ways_of_gone(int n, double *const way[3], double *d2)
{
  for (int k = 0; k < n; k++)
    if (isnan(way[0][k] + way[1][k] + way[2][k])) {
      way[0][k] = way[1][k] = way[2][k] = 0;
      d2[k]                             = INFINITY;
    }
}

void pair_ways(const Ball *at, const int32_t *i, const int32_t *j, int n, double *const way[3],
               double *d2)
{
  if (find_ways(at, i, j, n, way, d2)) pair_ways_of_gone(n, way, d2);
}

KERNEL static void find_others(const int32_t *other, int n, int32_t *row)
{
#pragma omp simd
  for (int k = 0; k < n; k++) row[k] = row_of_other(other[k]);
}

int later_tile_gather(const Interactions *all, const Pebbles *p, RowWalk *walk, LaterTile *t,
                      int *padded)
{
  const int n = next_pairs(walk);
  int       full;

  find_others(row_walk_take(walk, n, t->later), n, t->other);
  rows_pad(t->later, n);
  full    = rows_pad(t->other, n);
  *padded = full;
  t->a    = t->later;
  t->b    = t->other;
  if (all->lone) return n;
  find_clumps(p->clump, t->later, full, t->clump[0]);
  find_clumps(p->clump, t->other, full, t->clump[1]);
  t->a = t->clump[0];
  t->b = t->clump[1];
  return n;
}

KERNEL static void gather_arms(const Ball *at, const Pose *pose, int n, PairTile *t)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };
  Four x[4], c[4], e[4];

  for (int k = 0; k < n; k += 4) {
    four_gather(&at->x, BALL, t->i + k, x);
    four_gather(&pose->x.x + POSE_X, POSE_REALS, t->a + k, c);
    four_gather(&pose->x.x + POSE_WY, POSE_REALS, t->a + k, e); /* wy wz 1/m 1/arm */
    for (int m = 0; m < 3; m++) four_put(&t->arm_a[m][k], KNOWN(x[m] - c[m]));
    four_put(&t->per_arm[0][k], e[3]);
    four_gather(&at->x, BALL, t->j + k, x);
    four_gather(&pose->x.x + POSE_X, POSE_REALS, t->b + k, c);
    four_gather(&pose->x.x + POSE_WY, POSE_REALS, t->b + k, e);
    for (int m = 0; m < 3; m++) four_put(&t->arm_b[m][k], KNOWN(x[m] - c[m]));
    four_put(&t->per_arm[1][k], e[3]);
  }
}

/* Velocity of a pebble relative to the centre of its clump. */
static Vec3 velocity_at(const Pose *pose, const Ball *at)
{
  return vec3_cross(pose->w, vec3_sub((Vec3){at->x, at->y, at->z}, pose->x));
}

static void gather_velocities(const InteractionScene *s, const PairTile *t, PairBatch *b)
{
  const Ball *at   = s->pebbles->at;
  const Pose *pose = s->clumps->pose;

  for (int k = 0; k < b->n; k++) {
    const Pose *a = &pose[t->a[k]], *c = &pose[t->b[k]];
    const Vec3  slip = vec3_sub(velocity_at(a, &at[t->i[k]]), velocity_at(c, &at[t->j[k]])),
               v     = vec3_add(vec3_sub(a->v, c->v), slip);

    b->vx[k] = isfinite(b->d2[k]) ? v.x : 0;
    b->vy[k] = isfinite(b->d2[k]) ? v.y : 0;
    b->vz[k] = isfinite(b->d2[k]) ? v.z : 0;
  }
}

void pair_tile_clear_forces(PairBatch *b)
{
  double *const columns[] = {b->fx, b->fy, b->fz};

  for (int c = 0; c < 3; c++) memset(columns[c], 0, (size_t)b->n * sizeof(double));
}

void pair_tile_gather(const Interactions *all, const InteractionScene *s, const Set *set,
                      RowWalk *walk, PairTile *t, PairBatch *b)
{
  const int n = next_pairs(walk), full = find_rows(s->pebbles, all->lone, walk, n, t);

  b->n = n;
  b->i = t->i;
  b->j = t->j;
  b->a = t->a;
  b->b = t->b;
  memset(b->push, 0, (size_t)full * sizeof *b->push);
  pair_ways(s->pebbles->at, t->i, t->j, full, (double *const[]){b->dx, b->dy, b->dz}, b->d2);
  if (all->extended) gather_arms(s->pebbles->at, s->clumps->pose, full, t);
  if (set->needs & NEEDS_PAIR_VELOCITY) gather_velocities(s, t, b);
  for (int k = 0; set->needs & NEEDS_PAIR_RADII && k < n; k++) {
    b->ra[k] = s->pebbles->at[t->i[k]].r;
    b->rb[k] = s->pebbles->at[t->j[k]].r;
  }
  if (set->needs & NEEDS_PAIR_FORCE) pair_tile_clear_forces(b);
}
