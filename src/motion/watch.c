/* SPDX-License-Identifier: MIT */
/* All bodies of a tile at once, and only where something is odd one by one. */
#include "motion/watch.h"
#include "base/kernel.h"

/* Between these nothing has left and all is in range. */
typedef struct {
  Vec3 lo, hi;
} Edges;

static Edges edges_of(const Domain *d)
{
  const double limit = d->limit;
  Edges        e     = {.lo = {-limit, -limit, -limit}, .hi = {limit, limit, limit}};

  for (int k = 0; k < 3; k++) {
    if (d->boundary[k] != BOUNDARY_OPEN) continue;
    vec3_set(&e.lo, k, max_real(-limit, vec3_axis(d->lo, k)));
    vec3_set(&e.hi, k, min_real(limit, vec3_axis(d->hi, k)));
  }
  return e;
}

static double size_of(Vec3 v)
{
  return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* Who has left is dropped; is any out of the grid's range though it has not left, or not a number? One by one. */
static void look_for_lost(Clumps *c, PetscInt from, PetscInt to, const Domain *d, MotionReport *report)
{
  for (PetscInt a = from; a < to; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool gone = domain_has_left(d, x);
    const bool in   = domain_in_range(d, x);

    if (clump_is_gone(c, a)) continue;
    if (!(in || gone) || !(size_of(c->pose[a].v) + size_of(c->pose[a].w) < INFINITY)) {
      report->in_range = false;
    } else if (gone) {
      report->left = true;
      clump_drop(c, a);
    }
  }
}

/* Nobody looks at bodies that have left: another of the tile is there twice. False: there is no other. */
static bool hide_gone(const Clumps *c, PetscInt from, int n, bool extended, MotionTile *t)
{
  int other = 0;

  while (other < n && clump_is_gone(c, from + other)) other++;
  for (int k = 0; other < n && k < CLUMPS_TILE; k++) {
    if (!clump_is_gone(c, from + row_at(k, n))) continue;
    put3(&t->pose[X], k, get3(&t->pose[X], other));
    put3(&t->pose[V], k, get3(&t->pose[V], other));
    put3(&t->pose[W], k, get3(&t->pose[W], other));
    put3(&t->motion[U], k, get3(&t->motion[U], other));
    if (extended) t->turn[k] = t->turn[other];
    if (extended) t->way[k] = t->way[other];
  }
  return other < n;
}

void watch_begin(Watch *w)
{
  memset(w, 0, sizeof *w);
  extremes_begin(&w->u);
  extremes_begin(&w->x);
}

/* In passes of which each keeps what it has found in registers. */
ALWAYS_INLINE void watch_columns(const MotionTile *restrict t, bool extended, Watch *restrict w)
{
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++)
      extremes_take(&w->u, l, (Vec3){t->motion[U][k + l], t->motion[U + 1][k + l], t->motion[U + 2][k + l]});
  }
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++)
      extremes_take(&w->x, l, (Vec3){t->pose[X][k + l], t->pose[X + 1][k + l], t->pose[X + 2][k + l]});
  }
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const Vec3 u = {t->motion[U][k + l], t->motion[U + 1][k + l], t->motion[U + 2][k + l]};

      w->u2[l] = larger(u.x * u.x + u.y * u.y + u.z * u.z, w->u2[l]);
      if (extended) w->turn[l] = larger(t->turn[k + l], w->turn[l]);
      if (extended) w->way[l] = larger(t->way[k + l], w->way[l]);
      w->zero[l] += 0 * ((t->pose[X][k + l] + t->pose[X + 1][k + l] + t->pose[X + 2][k + l]) +
                         (t->pose[V][k + l] + t->pose[V + 1][k + l] + t->pose[V + 2][k + l]) +
                         (t->pose[W][k + l] + t->pose[W + 1][k + l] + t->pose[W + 2][k + l]));
    }
  }
}

KERNEL static void look(const MotionTile *t, bool extended, Watch *watch)
{
  if (extended) watch_columns(t, true, watch);
  else watch_columns(t, false, watch);
}

void watch_tile(const Clumps *c, PetscInt from, int n, MotionTile *t, Watch *watch)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];

  if (!(has & TILE_GONE) || hide_gone(c, from, n, has & TILE_EXTENDED, t)) look(t, has & TILE_EXTENDED, watch);
}

/* What was found is added to the travel. Are all numbers, and between the edges? */
static bool note_travel(const Watch *w, double dt, const Edges *e, Travel *travel)
{
  bool in = true;

  for (int l = 0; l < LANES; l++) {
    *travel = travel_join(*travel, (Travel){.lo   = {dt * w->u.lo[0][l], dt * w->u.lo[1][l], dt * w->u.lo[2][l]},
                                            .hi   = {dt * w->u.hi[0][l], dt * w->u.hi[1][l], dt * w->u.hi[2][l]},
                                            .turn = w->turn[l],
                                            .way  = larger(dt * sqrt(w->u2[l]), w->way[l])});
    in &= w->zero[l] == 0;
    for (int axis = 0; axis < 3; axis++)
      in &= w->x.lo[axis][l] > vec3_axis(e->lo, axis) && w->x.hi[axis][l] < vec3_axis(e->hi, axis);
  }
  return in;
}

void watch_fixed(Watch *watch)
{
  for (int l = 0; l < LANES; l++) extremes_take(&watch->u, l, (Vec3){0, 0, 0});
}

void watch_end(const Watch *watch, const MotionStep *step, PetscInt first, PetscInt end, Clumps *c, MotionReport *report)
{
  const Edges edges = edges_of(step->domain);

  if (!note_travel(watch, step->dt, &edges, &report->travel)) look_for_lost(c, first, end, step->domain, report);
}
