/* SPDX-License-Identifier: MIT */
/* Bounds of the displacements of pebbles since pair lists were built, tile by tile. */
#include "base/kernel.h"
#include "motion/tile.h"

void motion_mark(Clumps *c, const Profile *profile)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->x0[a] = c->pose[a].x;
    c->q0[a] = c->pose[a].q;
    if (profile) c->s0[a] = profile_scaled(profile, vec3_axis(c->x0[a], profile->axis));
  }
}

/* Upper bound of |u x r| for pebble centres r in a box of these half sides and no farther from the
   centre than the extent. */
static inline double lever(Vec3 u, Vec3 half, double extent)
{
  const double x   = fabs(u.y) * half.z + fabs(u.z) * half.y,
               y   = fabs(u.z) * half.x + fabs(u.x) * half.z,
               z   = fabs(u.x) * half.y + fabs(u.y) * half.x;
  const double box = sqrt(x * x + y * y + z * z), ball = vec3_norm(u) * extent;

  return box < ball ? box : ball;
}

/* Extremes of displacements: of centres, by rotation, and in total. */
typedef struct {
  Extremes d;
  double   turn[LANES], way[LANES];
} Ways;

static Travel ways_end(const Ways *w)
{
  Travel all = TRAVEL_NONE;

  for (int l = 0; l < LANES; l++)
    all = travel_join(all, (Travel){.lo   = {w->d.lo[0][l], w->d.lo[1][l], w->d.lo[2][l]},
                                    .hi   = {w->d.hi[0][l], w->d.hi[1][l], w->d.hi[2][l]},
                                    .turn = w->turn[l],
                                    .way  = w->way[l]});
  return all;
}

/* Extend the extremes. d: displacement; left: the same without the displacement by a profile. */
static inline void ways_take(Ways *w, int l, Vec3 d, Vec3 left, double chord)
{
  extremes_take(&w->d, l, left);
  w->turn[l] = max_real(chord, w->turn[l]);
  w->way[l]  = max_real(vec3_norm(d) + chord, w->way[l]);
}

/* Columns of a tile: present poses and those at motion_mark; half: half sides of the box around the
   pebble centres, in the principal frame, m. Attitudes, half and extent are only set if some
   pebbles are away from the centre (extended). */
typedef struct {
  _Alignas(64) double pose[POSE_REALS][CLUMPS_TILE];
  double x0[3][CLUMPS_TILE], q0[4][CLUMPS_TILE], half[3][CLUMPS_TILE], extent[CLUMPS_TILE];
} MovedTile;

ALWAYS_INLINE void read_moved(const Clumps *c, PetscInt from, int n, bool extended, MovedTile *t)
{
  const double *pose = &c->pose[from].x.x;

  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    columns_of(pose + POSE_X, POSE_REALS, k, n, &t->pose[POSE_X]);
    columns_of(pose + POSE_V, POSE_REALS, k, n, &t->pose[POSE_V]);
    if (!extended) continue;
    columns_of(pose + POSE_QX, POSE_REALS, k, n, &t->pose[POSE_QX]);
    columns_of(pose + POSE_WY, POSE_REALS, k, n, &t->pose[POSE_WY]);
  }
  for (int k = 0; k < CLUMPS_TILE; k++) put3(t->x0, k, c->x0[from + row_at(k, n)]);
  for (int k = 0; extended && k < CLUMPS_TILE; k++) {
    put4(t->q0, k, c->q0[from + row_at(k, n)]);
    t->extent[k] = c->extent[from + row_at(k, n)];
  }
}

/* The field that displacements are relative to, and times, s. */
typedef struct {
  Profile profile; /* used: there is one */
  double  time;    /* since motion_mark */
  double  after;   /* for which displacements are extrapolated */
} MovedStep;

/* Find the displacements of a tile. A pebble has moved by at most the displacement of its clump's
   centre plus the chord of the rotation. `ahead`: extrapolated with the present velocities. Levers
   are bounded by the box as well as the extent, so that a long clump that spins about its length
   counts with its width. */
ALWAYS_INLINE void find_ways(MovedTile *restrict t, bool extended, bool streams,
                             const MovedStep *given, Ways *restrict moved, Ways *restrict ahead)
{
  const MovedStep s = *given;

  for (int first = 0; first < CLUMPS_TILE; first += LANES) {
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      const int  k    = first + l;
      const Vec3 d    = vec3_sub(get3(&t->pose[X], k), get3(t->x0, k));
      const Vec3 then = vec3_axpy(d, s.after, get3(&t->pose[V], k));
      const Vec3 field =
        streams ? profile_at(&s.profile, t->x0[s.profile.axis][k]) : (Vec3){0, 0, 0};
      double chord = 0, more = 0;

      if (extended) {
        const Quat   q = get4(&t->pose[Q], k), by = quat_mul(quat_conjugate(get4(t->q0, k)), q);
        const Vec3   box    = get3(t->half, k);
        const double extent = t->extent[k];

        chord = 2 * lever((Vec3){by.x, by.y, by.z}, box, extent);
        more  = s.after * lever(quat_turn_back(q, get3(&t->pose[W], k)), box, extent);
      }
      ways_take(moved, l, d, streams ? vec3_axpy(d, -s.time, field) : d, chord);
      ways_take(ahead, l, then, streams ? vec3_axpy(then, -(s.time + s.after), field) : then,
                chord + more);
    }
  }
}

/* extended: pebbles are away from the centres; streams: there is a profile. */
KERNEL static void moved_tile(const Clumps *c, PetscInt from, int n, bool extended, bool streams,
                              const MovedStep *step, MovedTile *t, Ways ways[2])
{
  if (extended) read_moved(c, from, n, true, t);
  else read_moved(c, from, n, false, t);
  if (extended && streams) find_ways(t, true, true, step, &ways[0], &ways[1]);
  else if (extended) find_ways(t, true, false, step, &ways[0], &ways[1]);
  else if (streams) find_ways(t, false, true, step, &ways[0], &ways[1]);
  else find_ways(t, false, false, step, &ways[0], &ways[1]);
}

void motion_moved(const Clumps *c, const Templates *templates, double dt, const Profile *profile,
                  double time, Travel *moved, Travel *ahead)
{
  const MovedStep step = {
    .profile = profile ? *profile : (Profile){.used = false}, .time = time, .after = 1.1 * dt};
  MovedTile t;
  Ways      ways[2]; /* now, and ahead */

  for (int k = 0; k < 2; k++) {
    memset(&ways[k], 0, sizeof ways[k]);
    extremes_begin(&ways[k].d);
  }
  for (PetscInt from = 0; from < c->n_owned; from += CLUMPS_TILE) {
    const int  n        = rows_in(from, c->n_owned);
    const bool extended = c->tile[from / CLUMPS_TILE] & TILE_EXTENDED;

    for (int k = 0; extended && k < CLUMPS_TILE; k++) {
      const PetscInt a = from + row_at(k, n);

      put3(t.half, k, vec3_scale(c->scale[a], templates->list[c->template[a]].half));
    }
    moved_tile(c, from, n, extended, step.profile.used, &step, &t, ways);
  }
  *moved        = ways_end(&ways[0]);
  *ahead        = ways_end(&ways[1]);
  moved->strain = step.profile.rate * time;
  ahead->strain = step.profile.rate * (time + step.after);
}
