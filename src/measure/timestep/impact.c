/* SPDX-License-Identifier: MIT */
/* Estimate of the impact speeds (stable.h). */
#include "base/bounds.h"
#include "base/box.h"
#include "contact/law.h"
#include "interaction/interactions.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "measure/timestep/stable.h"
#include "motion/prescribed/prescribed_host.h"
#include "motion/prescribed/wall_motion.h"
#include <assert.h>

static_assert(offsetof(ImpactSpeeds, fall) == offsetof(ImpactSpeeds, free) + 2 * sizeof(double),
              "three numbers in a row");

/* clang-format off */
static const StateItem impact_state[] = {
  ITEM(REAL, KEY_IN("impact_speeds", ImpactSpeeds, free), NULL, -4 * SPEED_MOST, 4 * SPEED_MOST,
       "speeds of impact for dt: auto, m/s: largest surface speed of free clumps and of fully "
       "blocked clumps at the start, and speed gained by the largest fall",
       .count = 3, .flags = STATE_LACKING),
  {0},
};

/* State in runs with walls that move. */
static const StateItem wall_state[] = {
  ITEM(REAL, KEY_IN("wall_speed", ImpactSpeeds, walls), "m/s", 0, 4 * SPIN_MOST * LENGTH_MOST,
       "in runs with walls that move: their largest speed, for dt: auto", .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

/* Rows of clumps from `first` on: of those present, those that wait, and extremes of those that may
   enter. */
enum { ROWS = 3 };

typedef struct {
  const Clumps *clumps;
  PetscInt      first;
} Rows;

/* ---- height ---- */

/* Extent of the space for clumps along each axis: the box; along axes with free faces, from the
   lowest to the highest surface at the start. */
static PetscErrorCode find_room(const World *world, const Rows rows[ROWS], Vec3 *lo, Vec3 *hi)
{
  const Domain *d       = world->domain;
  double        ends[6] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};

  PetscFunctionBeginUser;
  for (int r = 0; r < ROWS; r++)
    for (PetscInt a = rows[r].first; a < rows[r].clumps->n_owned; a++) {
      const Clumps *c     = rows[r].clumps;
      const double  bound = c->scale[a] * world->templates->list[c->template[a]].bound;

      for (int k = 0; k < 3; k++) {
        ends[k]     = max_real(ends[k], bound - vec3_axis(c->pose[a].x, k));
        ends[3 + k] = max_real(ends[3 + k], bound + vec3_axis(c->pose[a].x, k));
      }
    }
  PetscCall(parallel_max(world->par, ends, 6));
  for (int k = 0; k < 3; k++) {
    const bool is_free = boundary_is_endless(d->boundary[k]) || k >= d->dimension;

    vec3_set(lo, k, is_free ? -ends[k] : vec3_axis(d->lo, k));
    vec3_set(hi, k, is_free ? ends[3 + k] : vec3_axis(d->hi, k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Minimum of u . x in that space; `endless`: -INFINITY if u has a component along an axis with free
   faces. */
static double lowest_in(const World *world, Vec3 u, Vec3 lo, Vec3 hi, bool endless)
{
  double sum = 0;

  for (int k = 0; k < world->domain->dimension; k++) {
    const double w = vec3_axis(u, k);

    if (fabs(w) < 1e-12) continue;
    if (endless && boundary_is_endless(world->domain->boundary[k])) return -INFINITY;
    sum += w * vec3_axis(w > 0 ? lo : hi, k);
  }
  return sum;
}

/* Lower bound of the height up . x of points in front of a wall that confines them to a half-space:
   for n . x >= n . p and any s >= 0, up . x is at least s n . p plus the minimum of (up - s n) . x
   in the space. The bound is largest where a component of up - s n is 0. */
static double floor_of(const World *world, const Wall *wall, Vec3 up, Vec3 lo, Vec3 hi)
{
  double highest = -INFINITY;
  Vec3   p, n;

  if (!wall->surface->geometry.confines ||
      !wall->surface->geometry.confines(wall->constants, up, &p, &n))
    return highest;
  for (int k = 0; k < world->domain->dimension; k++) {
    const double s = vec3_axis(up, k) / vec3_axis(n, k);

    if (s > 0 && s < INFINITY)
      highest = max_real(highest, s * vec3_dot(n, p) +
                                    lowest_in(world, vec3_axpy(up, -s, n), lo, hi, false));
  }
  return highest;
}

/* ---- speeds ---- */

/* Largest distance of a corner of that space from the axis of rotation of a wall, m; 0: the space
   is not bounded. */
static double farthest_lever(const MovingWall *wall, Vec3 lo, Vec3 hi)
{
  double most = 0;

  if (wall->follows.turner < 0) return 0;
  for (int k = 0; k < 8; k++)
    most = max_real(most, follower_lever(&wall->follows, vec3(0, 0, 0), box_corner(lo, hi, k)));
  return isfinite(most) ? most : 0;
}

static double fastest_wall(const World *world, Vec3 lo, Vec3 hi)
{
  double most = 0;

  for (int k = 0; k < world->motions->n; k++) {
    const MovingWall *w = &world->motions->list[k];

    most = max_real(
      most, follower_speed(world->motions->motions, &w->follows, farthest_lever(w, lo, hi)));
  }
  return most;
}

/* Maxima over all ranks: surface speed of free and of fixed clumps, and 2 g h of a fall to the
   lowest height, the square of its speed. */
static PetscErrorCode find_speeds(const World *world, const Rows rows[ROWS], ImpactSpeeds *s)
{
  const Vec3   g       = world->gravity;
  const double size    = vec3_norm(g);
  const Vec3   up      = size > 0 ? vec3_scale(-1 / size, g) : (Vec3){0, 0, 0};
  double       most[3] = {0, 0, 0}, level = 0;
  Vec3         lo = {0, 0, 0}, hi = {0, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(find_room(world, rows, &lo, &hi));
  /* along free faces the lowest height is given by the walls, or else by the lowest surface at the
     start */
  if (size > 0) level = lowest_in(world, up, lo, hi, true);
  for (int w = 0; w < world->walls->n && size > 0; w++)
    level = max_real(level, floor_of(world, &world->walls->list[w], up, lo, hi));
  if (!isfinite(level)) level = lowest_in(world, up, lo, hi, false);
  for (int r = 0; r < ROWS; r++)
    for (PetscInt a = rows[r].first; a < rows[r].clumps->n_owned; a++) {
      const Clumps *c     = rows[r].clumps;
      const bool    fixed = c->blocked[a] == BLOCK_ALL;
      const double  bound = c->scale[a] * world->templates->list[c->template[a]].bound;

      most[fixed] = max_real(most[fixed], vec3_norm(c->motion[a].v) + vec3_norm(c->w[a]) * bound);
      if (!fixed) most[2] = max_real(most[2], 2 * size * (vec3_dot(up, c->pose[a].x) - level));
    }
  PetscCall(parallel_max(world->par, most, 3));
  s->free  = max_real(s->free, most[0]);
  s->fixed = max_real(s->fixed, most[1]);
  s->fall  = max_real(s->fall, sqrt(most[2]));
  s->walls = max_real(s->walls, fastest_wall(world, lo, hi));
  s->walls = max_real(s->walls, driven_speed(&world->motions->driven, world->motions->motions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode impact_find(World *world, const ImpactStart *start, ImpactSpeeds *speeds)
{
  bool kept;

  PetscFunctionBeginUser;
  *speeds = (ImpactSpeeds){.given = isnan(start->given) ? -1 : start->given};
  kept    = !start->gravity &&
         world_take(world, state_part(EXTRAS_FOLDER, NULL, NULL, impact_state, speeds));
  if (kept) (void)world_take(world, state_part(EXTRAS_FOLDER, NULL, NULL, wall_state, speeds));
  if (kept && start->same)
    PetscFunctionReturn(PETSC_SUCCESS); /* as in a run that was not stopped */
  PetscCall(find_speeds(world,
                        (Rows[]){{world->clumps, kept ? start->present : 0},
                                 {world->waiting->clumps, kept ? start->waited : 0},
                                 {world->extremes, kept ? *world->known : 0}},
                        speeds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- motions that a host gives ---- */

/* Largest distance from a point to a corner of the box, along the axes that have one, m. */
static double farthest(const Domain *d, Vec3 point)
{
  double square = 0;

  for (int k = 0; k < d->dimension; k++) {
    const double at  = vec3_axis(point, k),
                 way = max_real(fabs(vec3_axis(d->lo, k) - at), fabs(vec3_axis(d->hi, k) - at));

    if (!boundary_is_endless(d->boundary[k])) square += way * way;
  }
  return sqrt(square);
}

bool impact_of_host(World *w, const TimedMotion *motion, Vec3 v, Vec3 spin)
{
  ImpactSpeeds  *speeds = world_module(w, &impact_module);
  const HostPose now    = host_motion_pose(motion);
  const double   lever  = farthest(w->domain, host_motion_point(motion)),
               speed    = vec3_norm(now.velocity) + lever * vec3_norm(now.spin),
               change =
                 vec3_norm(vec3_sub(now.velocity, v)) + lever * vec3_norm(vec3_sub(now.spin, spin));

  speeds->walls = max_real(speeds->walls, speed);
  return change > 0.1 * speeds->walls;
}

/* The speeds are state if the time step depends on them: if it follows the state or, being fixed, comes
   from nonlinear laws or interactions. */
static bool is_state(const World *w)
{
  const char *dt        = option_word(w->options, "run", NULL, "dt");
  bool        nonlinear = w->interactions->n > 0;

  for (int k = 0; k < w->laws->n; k++) nonlinear = nonlinear || law_is_nonlinear(&w->laws->list[k]);
  return strcmp(dt, "auto") == 0 || (nonlinear && strcmp(dt, "fixed") == 0);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  if (w && !is_state(w)) return PETSC_SUCCESS;
  state_list(parts, EXTRAS_FOLDER, NULL, NULL, impact_state, self);
  if (!w || w->motions->n_motions > 0)
    state_list(parts, EXTRAS_FOLDER, NULL, NULL, wall_state, self);
  return PETSC_SUCCESS;
}

const Module impact_module = {.name = "impact", .size = sizeof(ImpactSpeeds), .list = list};
