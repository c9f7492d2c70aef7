/* SPDX-License-Identifier: MIT */
/* Extremes over tiles by vector operations; rows are looked at one by one only if the extremes are
   out of bounds. */
#include "motion/watch.h"
#include "base/kernel.h"

Edges watch_edges(const Domain *d)
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

/* The profile and, of a tile, the scaled coordinates along its axis at motion_mark. motion_moved
   takes the field at the same coordinates, so that displacements from both, on all ranks, are
   relative to the same field. */
typedef struct {
  const Profile *profile; /* NULL: there is none */
  const double  *s;       /* [CLUMPS_TILE] of a whole tile in Clumps.s0, else copied */
  _Alignas(64) double copy[CLUMPS_TILE];
} Marked;

static void mark_tile(const Clumps *c, PetscInt from, int n, const Profile *profile, Marked *m)
{
  m->profile = profile;
  m->s       = c->s0 + from;
  if (!profile || n == CLUMPS_TILE) return;
  for (int k = 0; k < CLUMPS_TILE; k++) m->copy[k] = m->s[row_at(k, n)];
  m->s = m->copy;
}

/* Overwrite the columns of clumps that have left before with those of another clump of the tile, so
   that they do not count. False if the tile has no other. */
static bool hide_gone(const Clumps *c, PetscInt from, int n, bool extended, MotionTile *t,
                      Marked *m)
{
  int other = 0;

  while (other < n && clump_is_gone(c, from + other)) other++;
  if (m->profile && m->s != m->copy) m->s = memcpy(m->copy, m->s, sizeof m->copy);
  for (int k = 0; other < n && k < CLUMPS_TILE; k++) {
    if (!clump_is_gone(c, from + row_at(k, n))) continue;
    put3(&t->pose[X], k, get3(&t->pose[X], other));
    put3(&t->pose[V], k, get3(&t->pose[V], other));
    put3(&t->pose[W], k, get3(&t->pose[W], other));
    put3(&t->motion[U], k, get3(&t->motion[U], other));
    if (m->profile) m->copy[k] = m->copy[other];
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

/* Extremes of a column. They are copied, so that they stay in registers. field: coefficients of a
   component of the profile, which is subtracted at the places s; or NULL. */
ALWAYS_INLINE void watch_column(const double *restrict column, const double *field,
                                const double *restrict s, double *restrict lo, double *restrict hi)
{
  const double c[PROFILE_TERMS] = {field ? field[0] : 0, field ? field[1] : 0, field ? field[2] : 0,
                                   field ? field[3] : 0};
  double least[LANES], most[LANES];

  memcpy(least, lo, sizeof least);
  memcpy(most, hi, sizeof most);
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const double x = field ? column[k + l] - profile_part(c, s[k + l]) : column[k + l];

      least[l] = min_real(x, least[l]);
      most[l]  = max_real(x, most[l]);
    }
  }
  memcpy(lo, least, sizeof least);
  memcpy(hi, most, sizeof most);
}

/* Maxima of a column. */
ALWAYS_INLINE void watch_most(const double *restrict column, double *restrict hi)
{
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) hi[l] = max_real(column[k + l], hi[l]);
  }
}

/* Largest squared speed. */
ALWAYS_INLINE void watch_speeds(const MotionTile *restrict t, double *restrict u2)
{
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const Vec3 u = {t->motion[U][k + l], t->motion[U + 1][k + l], t->motion[U + 2][k + l]};

      u2[l] = max_real(u.x * u.x + u.y * u.y + u.z * u.z, u2[l]);
    }
  }
}

/* Whether all values are finite. */
ALWAYS_INLINE void watch_values(const MotionTile *restrict t, double *restrict zero)
{
  for (int k = 0; k < CLUMPS_TILE; k += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++)
      zero[l] += 0 * ((t->pose[X][k + l] + t->pose[X + 1][k + l] + t->pose[X + 2][k + l]) +
                      (t->pose[V][k + l] + t->pose[V + 1][k + l] + t->pose[V + 2][k + l]) +
                      (SPIN_PROBE * t->pose[W][k + l] + SPIN_PROBE * t->pose[W + 1][k + l] +
                       SPIN_PROBE * t->pose[W + 2][k + l]));
  }
}

/* Velocities, and displacements by rotation of a tile that is extended. */
KERNEL static void look_at_ways(const MotionTile *t, bool extended, const Marked *m, Watch *w)
{
  for (int axis = 0; axis < 3; axis++)
    if (m->profile)
      watch_column(t->motion[U + axis], m->profile->c[axis], m->s, w->u.lo[axis], w->u.hi[axis]);
    else watch_column(t->motion[U + axis], NULL, NULL, w->u.lo[axis], w->u.hi[axis]);
  watch_speeds(t, w->u2);
  if (!extended) return;
  watch_most(t->turn, w->turn);
  watch_most(t->way, w->way);
}

/* Centres, and whether all values are finite. */
KERNEL static void look_at_values(const MotionTile *t, Watch *w)
{
  for (int axis = 0; axis < 3; axis++)
    watch_column(t->pose[X + axis], NULL, NULL, w->x.lo[axis], w->x.hi[axis]);
  watch_values(t, w->zero);
}

void watch_rows(const Clumps *c, PetscInt from, const MotionTile *t, bool extended,
                const Profile *profile, Watch *watch)
{
  Marked marked;

  mark_tile(c, from, CLUMPS_TILE, profile, &marked);
  look_at_ways(t, extended, &marked, watch);
}

void watch_tile(const Clumps *c, PetscInt from, int n, const Profile *profile, MotionTile *t,
                Watch *watch)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];
  Marked         marked;

  mark_tile(c, from, n, profile, &marked);
  if ((has & TILE_GONE) && !hide_gone(c, from, n, has & TILE_EXTENDED, t, &marked)) return;
  look_at_ways(t, has & TILE_EXTENDED, &marked, watch);
  look_at_values(t, watch);
}

/* Add the findings to the travel. True if all values are within bounds and all centres between the
   edges. */
static bool note_travel(const Watch *w, const MotionStep *step, Travel *travel)
{
  const Edges  e  = watch_edges(step->domain);
  const double dt = step->dt;
  bool         in = true;

  if (step->profile) travel->strain = max_real(travel->strain, dt * step->profile->rate);
  for (int l = 0; l < LANES; l++) {
    *travel = travel_join(
      *travel, (Travel){.lo   = {dt * w->u.lo[0][l], dt * w->u.lo[1][l], dt * w->u.lo[2][l]},
                        .hi   = {dt * w->u.hi[0][l], dt * w->u.hi[1][l], dt * w->u.hi[2][l]},
                        .turn = w->turn[l],
                        .way  = max_real(dt * sqrt(w->u2[l]), w->way[l])});
    in &= w->zero[l] == 0 && w->u2[l] <= SPEED_MOST * SPEED_MOST;
    for (int axis = 0; axis < 3; axis++)
      in &= w->x.lo[axis][l] > vec3_axis(e.lo, axis) && w->x.hi[axis][l] < vec3_axis(e.hi, axis);
  }
  return in;
}

void watch_bounced(Vec3 mean, Watch *watch)
{
  extremes_take(&watch->u, 0, mean);
  watch->u2[0] = max_real(vec3_dot(mean, mean), watch->u2[0]);
}

/* Velocity 0 relative to the profile. */
KERNEL static void look_at_rest(const Marked *m, Watch *w)
{
  static const double rest[CLUMPS_TILE];

  for (int axis = 0; axis < 3; axis++)
    watch_column(rest, m->profile->c[axis], m->s, w->u.lo[axis], w->u.hi[axis]);
}

void watch_fixed(const Clumps *c, PetscInt from, int n, const Profile *profile, Watch *watch)
{
  Marked marked;

  mark_tile(c, from, n, profile, &marked);
  if (profile) look_at_rest(&marked, watch);
  else
    for (int l = 0; l < LANES; l++) extremes_take(&watch->u, l, (Vec3){0, 0, 0});
}

void watch_end(const Watch *watch, const MotionStep *step, PetscInt first, PetscInt end, Clumps *c,
               MotionReport *report)
{
  if (note_travel(watch, step, &report->travel)) return;
  /* row by row: drop clumps that have left; report others that are out of range, and velocities or
     spins beyond the bounds of base/bounds.h */
  for (PetscInt a = first; a < end; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool gone = domain_has_left(step->domain, x);
    const bool in   = domain_in_range(step->domain, x);

    if (clump_is_gone(c, a)) continue;
    if (!(in || gone) || !motion_is_possible(c, a)) {
      report->in_range = false;
    } else if (gone) {
      report->left = true;
      motion_drop(c, step, a);
    }
  }
}

void watch_corrected(const Watch *watch, const MotionStep *step, const uint8_t *marked,
                     const Clumps *c, MotionReport *report)
{
  if (note_travel(watch, step, &report->travel)) return;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (marked[a / CLUMPS_TILE] && !motion_is_possible(c, a)) report->in_range = false;
}
