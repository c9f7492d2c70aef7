/* SPDX-License-Identifier: MIT */
/* Extremes over tiles by vector operations; rows are looked at one by one only if the extremes are
   out of bounds. */
#include "motion/watch.h"
#include "base/bounds.h"
#include "base/kernel.h"

/* Centres strictly between these have not left and are in range. */
typedef struct {
  Vec3 lo, hi;
} Edges;

static Edges edges_of(const Domain *d)
{
  Edges e = {.lo = vec3_scale(-1, d->limit), .hi = d->limit};

  for (int k = 0; k < 3; k++) {
    if (!boundary_removes(d->boundary[k])) continue;
    vec3_set(&e.lo, k, max_real(vec3_axis(e.lo, k), vec3_axis(d->lo, k)));
    vec3_set(&e.hi, k, min_real(vec3_axis(e.hi, k), vec3_axis(d->hi, k)));
  }
  return e;
}

/* False if a component is NaN. */
static bool is_within(Vec3 v, double most)
{
  return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

bool motion_is_possible(const Clumps *c, PetscInt a)
{
  return is_within(c->pose[a].v, SPEED_MOST) && is_within(c->motion[a].v, SPEED_MOST) &&
         is_within(c->pose[a].w, SPIN_MOST);
}

/* Row by row: drop clumps that have left; report others that are out of range, and velocities or
   spins beyond the bounds of base/bounds.h. */
static void look_for_lost(Clumps *c, PetscInt from, PetscInt to, const Domain *d,
                          MotionReport *report)
{
  for (PetscInt a = from; a < to; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool gone = domain_has_left(d, x);
    const bool in   = domain_in_range(d, x);

    if (clump_is_gone(c, a)) continue;
    if (!(in || gone) || !motion_is_possible(c, a)) {
      report->in_range = false;
    } else if (gone) {
      report->left = true;
      clump_drop(c, a);
    }
  }
}

/* The profile and, of a tile, the coordinates along its axis at motion_mark, m, with which
   motion_moved looks at it, too: so displacements of all ranks, whichever looked, are relative to
   the same. */
typedef struct {
  const Profile *profile; /* NULL: there is none */
  _Alignas(64) double z[CLUMPS_TILE];
} Marked;

static void mark_tile(const Clumps *c, PetscInt from, int n, const Profile *profile, Marked *m)
{
  m->profile = profile;
  for (int k = 0; profile && k < CLUMPS_TILE; k++)
    m->z[k] = vec3_axis(c->x0[from + row_at(k, n)], profile->axis);
}

/* Overwrite the columns of clumps that have left before with those of another clump of the tile, so
   that they do not count. False if the tile has no other. */
static bool hide_gone(const Clumps *c, PetscInt from, int n, bool extended, MotionTile *t,
                      Marked *m)
{
  int other = 0;

  while (other < n && clump_is_gone(c, from + other)) other++;
  for (int k = 0; other < n && k < CLUMPS_TILE; k++) {
    if (!clump_is_gone(c, from + row_at(k, n))) continue;
    put3(&t->pose[X], k, get3(&t->pose[X], other));
    put3(&t->pose[V], k, get3(&t->pose[V], other));
    put3(&t->pose[W], k, get3(&t->pose[W], other));
    put3(&t->motion[U], k, get3(&t->motion[U], other));
    if (m->profile) m->z[k] = m->z[other];
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

/* Extremes of three columns. They are copied, so that they stay in registers. */
ALWAYS_INLINE void watch_extremes(const double (*column)[CLUMPS_TILE], Extremes *to)
{
  Extremes e = *to;

  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++)
      extremes_take(&e, l, (Vec3){column[0][k + l], column[1][k + l], column[2][k + l]});
  }
  *to = e;
}

/* Extremes of the velocities relative to a profile. */
ALWAYS_INLINE void watch_rest(const MotionTile *restrict t, const Marked *restrict m,
                              Extremes *restrict to)
{
  const Profile p = *m->profile;
  Extremes      e = *to;

  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const Vec3 u = {t->motion[U][k + l], t->motion[U + 1][k + l], t->motion[U + 2][k + l]};

      extremes_take(&e, l, vec3_sub(u, profile_at(&p, m->z[k + l])));
    }
  }
  *to = e;
}

/* values: whether all are finite, too. */
ALWAYS_INLINE void watch_columns(const MotionTile *restrict t, bool extended, bool values,
                                 const Marked *marked, Watch *restrict w)
{
  Watch now = *w;

  if (marked) watch_rest(t, marked, &now.u);
  else watch_extremes(&t->motion[U], &now.u);
  watch_extremes(&t->pose[X], &now.x);
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const Vec3 u = {t->motion[U][k + l], t->motion[U + 1][k + l], t->motion[U + 2][k + l]};

      now.u2[l] = larger(u.x * u.x + u.y * u.y + u.z * u.z, now.u2[l]);
      if (extended) now.turn[l] = larger(t->turn[k + l], now.turn[l]);
      if (extended) now.way[l] = larger(t->way[k + l], now.way[l]);
      if (values)
        now.zero[l] += 0 * ((t->pose[X][k + l] + t->pose[X + 1][k + l] + t->pose[X + 2][k + l]) +
                            (t->pose[V][k + l] + t->pose[V + 1][k + l] + t->pose[V + 2][k + l]) +
                            (SPIN_PROBE * t->pose[W][k + l] + SPIN_PROBE * t->pose[W + 1][k + l] +
                             SPIN_PROBE * t->pose[W + 2][k + l]));
    }
  }
  *w = now;
}

KERNEL static void look(const MotionTile *t, bool extended, const Marked *m, Watch *watch)
{
  if (extended && m->profile) watch_columns(t, true, true, m, watch);
  else if (extended) watch_columns(t, true, true, NULL, watch);
  else if (m->profile) watch_columns(t, false, true, m, watch);
  else watch_columns(t, false, true, NULL, watch);
}

KERNEL static void look_at_ways(const MotionTile *t, bool extended, const Marked *m, Watch *watch)
{
  if (extended && m->profile) watch_columns(t, true, false, m, watch);
  else if (extended) watch_columns(t, true, false, NULL, watch);
  else if (m->profile) watch_columns(t, false, false, m, watch);
  else watch_columns(t, false, false, NULL, watch);
}

void watch_rows(const Clumps *c, PetscInt from, const MotionTile *t, bool extended, double zero,
                const Profile *profile, Watch *watch)
{
  Marked marked;

  mark_tile(c, from, CLUMPS_TILE, profile, &marked);
  look_at_ways(t, extended, &marked, watch);
  watch->zero[0] += zero;
}

void watch_tile(const Clumps *c, PetscInt from, int n, const Profile *profile, MotionTile *t,
                Watch *watch)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];
  Marked         marked;

  mark_tile(c, from, n, profile, &marked);
  if (!(has & TILE_GONE) || hide_gone(c, from, n, has & TILE_EXTENDED, t, &marked))
    look(t, has & TILE_EXTENDED, &marked, watch);
}

/* Add the findings to the travel. True if all values are within bounds and all centres between the
   edges. */
static bool note_travel(const Watch *w, double dt, const Edges *e, Travel *travel)
{
  bool in = true;

  for (int l = 0; l < LANES; l++) {
    *travel = travel_join(
      *travel, (Travel){.lo   = {dt * w->u.lo[0][l], dt * w->u.lo[1][l], dt * w->u.lo[2][l]},
                        .hi   = {dt * w->u.hi[0][l], dt * w->u.hi[1][l], dt * w->u.hi[2][l]},
                        .turn = w->turn[l],
                        .way  = larger(dt * sqrt(w->u2[l]), w->way[l])});
    in &= w->zero[l] == 0 && w->u2[l] <= SPEED_MOST * SPEED_MOST;
    for (int axis = 0; axis < 3; axis++)
      in &= w->x.lo[axis][l] > vec3_axis(e->lo, axis) && w->x.hi[axis][l] < vec3_axis(e->hi, axis);
  }
  return in;
}

void watch_bounced(Vec3 mean, Watch *watch)
{
  extremes_take(&watch->u, 0, mean);
  watch->u2[0] = larger(vec3_dot(mean, mean), watch->u2[0]);
}

void watch_fixed(const Clumps *c, PetscInt from, int n, const Profile *profile, Watch *watch)
{
  for (PetscInt a = from; profile && a < from + n; a++)
    extremes_take(&watch->u, 0,
                  vec3_scale(-1, profile_at(profile, vec3_axis(c->x0[a], profile->axis))));
  if (profile) return;
  for (int l = 0; l < LANES; l++) extremes_take(&watch->u, l, (Vec3){0, 0, 0});
}

void watch_end(const Watch *watch, const MotionStep *step, PetscInt first, PetscInt end, Clumps *c,
               MotionReport *report)
{
  const Edges edges = edges_of(step->domain);

  if (step->profile)
    report->travel.strain = max_real(report->travel.strain, step->dt * step->profile->rate);
  if (!note_travel(watch, step->dt, &edges, &report->travel))
    look_for_lost(c, first, end, step->domain, report);
}
