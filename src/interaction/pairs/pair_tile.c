/* SPDX-License-Identifier: MIT */
/* Tiles of pairs are gathered (pair_tile.h). */
#include "interaction/pairs/pair_tile.h"

KERNEL static void find_clumps(const int32_t *clump, const int32_t *pebble, int n, int32_t *row)
{
#pragma omp simd
  for (int k = 0; k < n; k++) row[k] = clump[pebble[k]];
}

/* Rows of the pairs from .. from + n - 1 of the near list; returns n padded. lone: as in
   Interactions. */
static int find_rows(const PairList *list, const Pebbles *p, bool lone, PetscInt from, int n,
                     PairTile *t)
{
  t->i = list->a + from;
  t->j = list->b + from;
  if (n % 4 != 0) {
    memcpy(t->end_i, t->i, (size_t)n * sizeof *t->i);
    memcpy(t->end_j, t->j, (size_t)n * sizeof *t->j);
    t->i = t->end_i;
    t->j = t->end_j;
    rows_pad(t->end_i, n);
    n = rows_pad(t->end_j, n);
  }
  if (lone) {
    memcpy(t->a, t->i, (size_t)n * sizeof *t->a);
    memcpy(t->b, t->j, (size_t)n * sizeof *t->b);
    return n;
  }
  find_clumps(p->clump, t->i, n, t->a);
  find_clumps(p->clump, t->j, n, t->b);
  return n;
}

/* x, and 0 where it is NaN. */
#define KNOWN(x) ((Four)((FourInts)(x) & (FourInts)((x) == (x))))

KERNEL static void find_ways(const Ball *at, const int32_t *i, const int32_t *j, int n,
                             double *const way[3], double *d2)
{
  const Four far = {INFINITY, INFINITY, INFINITY, INFINITY};

  for (int k = 0; k < n; k += 4) {
    Four     d[4], square;
    FourInts known;

    for (int m = 0; m < 4; m++) {
      Four x, y;

      four_get(&x, &at[i[k + m]].x);
      four_get(&y, &at[j[k + m]].x);
      d[m] = y - x;
    }
    four_turn(d);
    square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    known  = (FourInts)(square == square);
    for (int m = 0; m < 3; m++) four_put(way[m] + k, (Four)((FourInts)d[m] & known));
    four_put(d2 + k, (Four)(((FourInts)square & known) | ((FourInts)far & ~known)));
  }
}

void pair_ways(const Ball *at, const int32_t *i, const int32_t *j, int n, double *const way[3],
               double *d2)
{
  find_ways(at, i, j, n, way, d2);
}

KERNEL static void order_rows(const int32_t *a, const int32_t *b, int n, int32_t *later,
                              int32_t *other)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    later[k] = a[k] > b[k] ? a[k] : b[k];
    other[k] = a[k] > b[k] ? b[k] : a[k];
  }
}

int later_tile_gather(const Interactions *all, const Pebbles *p, PetscInt from, int n, LaterTile *t)
{
  const PairList *list = &all->pairs->pebbles;

  order_rows(list->a + from, list->b + from, n, t->later, t->other);
  rows_pad(t->later, n);
  n    = rows_pad(t->other, n);
  t->a = t->later;
  t->b = t->other;
  if (all->lone) return n;
  find_clumps(p->clump, t->later, n, t->clump[0]);
  find_clumps(p->clump, t->other, n, t->clump[1]);
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
                      PetscInt from, int n, PairTile *t, PairBatch *b)
{
  const int full = find_rows(&all->pairs->pebbles, s->pebbles, all->lone, from, n, t);

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
