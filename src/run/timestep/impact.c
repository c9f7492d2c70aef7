/* SPDX-License-Identifier: MIT */
/* Estimate of the impact speeds (impact.h). */
#include "run/timestep/impact.h"
#include "base/bounds.h"
#include "run/restart/revised.h"
#include "run/restart/saved_parts.h"
#include "run/setup/scenario.h"
#include "run/sim.h"
#include <assert.h>

static_assert(offsetof(ImpactSpeeds, fall) == offsetof(ImpactSpeeds, free) + 2 * sizeof(double),
              "three numbers in a row");

static const StateItem impact_state[] = {
  {.name  = "impact_speeds",
   .text  = "speeds of impact for dt: auto, m/s: largest surface speed of free clumps and of fully "
            "blocked clumps at the start, and speed gained by the largest fall",
   .type  = STATE_REAL,
   .count = 3,
   .offset = offsetof(ImpactSpeeds, free),
   .lo     = -4 * SPEED_MOST,
   .hi     = 4 * SPEED_MOST,
   .flags  = STATE_LACKING},
  {NULL},
};

/* State in runs with walls that move. */
static const StateItem wall_state[] = {
  {.name   = "wall_speed",
   .unit   = "m/s",
   .text   = "in runs with walls that move: their largest speed, for dt: auto",
   .type   = STATE_REAL,
   .offset = offsetof(ImpactSpeeds, walls),
   .lo     = 0,
   .hi     = 4 * SPIN_MOST * LENGTH_MOST,
   .flags  = STATE_LACKING},
  {NULL},
};

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
static PetscErrorCode find_room(const Sim *sim, const Rows rows[ROWS], Vec3 *lo, Vec3 *hi)
{
  const Domain *d       = &sim->domain;
  double        ends[6] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
  double        from[3], to[3];

  PetscFunctionBeginUser;
  for (int r = 0; r < ROWS; r++)
    for (PetscInt a = rows[r].first; a < rows[r].clumps->n_owned; a++) {
      const Clumps *c     = rows[r].clumps;
      const double  bound = c->scale[a] * sim->templates.list[c->template[a]].bound;

      for (int k = 0; k < 3; k++) {
        ends[k]     = max_real(ends[k], bound - vec3_axis(c->pose[a].x, k));
        ends[3 + k] = max_real(ends[3 + k], bound + vec3_axis(c->pose[a].x, k));
      }
    }
  PetscCall(parallel_max(&sim->par, ends, 6));
  for (int k = 0; k < 3; k++) {
    const bool is_free = boundary_is_endless(d->boundary[k]) || k >= d->dimension;

    from[k] = is_free ? -ends[k] : vec3_axis(d->lo, k);
    to[k]   = is_free ? ends[3 + k] : vec3_axis(d->hi, k);
  }
  *lo = (Vec3){from[0], from[1], from[2]};
  *hi = (Vec3){to[0], to[1], to[2]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Minimum of u . x in that space; `endless`: -INFINITY if u has a component along an axis with free
   faces. */
static double lowest_in(const Sim *sim, Vec3 u, Vec3 lo, Vec3 hi, bool endless)
{
  double sum = 0;

  for (int k = 0; k < sim->domain.dimension; k++) {
    const double w = vec3_axis(u, k);

    if (fabs(w) < 1e-12) continue;
    if (endless && boundary_is_endless(sim->domain.boundary[k])) return -INFINITY;
    sum += w * vec3_axis(w > 0 ? lo : hi, k);
  }
  return sum;
}

/* Lower bound of the height up . x of points in front of a wall that confines them to a half-space:
   for n . x >= n . p and any s >= 0, up . x is at least s n . p plus the minimum of (up - s n) . x
   in the space. The bound is largest where a component of up - s n is 0. */
static double floor_of(const Sim *sim, const Wall *wall, Vec3 up, Vec3 lo, Vec3 hi)
{
  double highest = -INFINITY;
  Vec3   p, n;

  if (!wall->surface->geometry.confines ||
      !wall->surface->geometry.confines(wall->constants, up, &p, &n))
    return highest;
  for (int k = 0; k < sim->domain.dimension; k++) {
    const double s = vec3_axis(up, k) / vec3_axis(n, k);

    if (s > 0 && s < INFINITY)
      highest =
        max_real(highest, s * vec3_dot(n, p) + lowest_in(sim, vec3_axpy(up, -s, n), lo, hi, false));
  }
  return highest;
}

/* Lowest height to which a clump can fall. Along free faces it is given by the walls, or else by
   the lowest surface at the start. */
static double lowest_level(const Sim *sim, Vec3 up, Vec3 lo, Vec3 hi)
{
  double level = lowest_in(sim, up, lo, hi, true);

  for (int w = 0; w < sim->walls.n; w++)
    level = max_real(level, floor_of(sim, &sim->walls.list[w], up, lo, hi));
  return isfinite(level) ? level : lowest_in(sim, up, lo, hi, false);
}

/* ---- speeds ---- */

/* Largest distance of a corner of that space from the axis of rotation of a wall, m; 0: the space
   is not bounded. */
static double farthest_lever(const MovingWall *wall, Vec3 lo, Vec3 hi)
{
  double most = 0;

  if (wall->follows.turner < 0) return 0;
  for (int corner = 0; corner < 8; corner++) {
    const Vec3 x = {corner & 1 ? lo.x : hi.x, corner & 2 ? lo.y : hi.y, corner & 4 ? lo.z : hi.z};

    most = max_real(most, follower_lever(&wall->follows, (Vec3){0, 0, 0}, x));
  }
  return isfinite(most) ? most : 0;
}

static double fastest_wall(const Sim *sim, Vec3 lo, Vec3 hi)
{
  double most = 0;

  for (int k = 0; k < sim->motions.n; k++) {
    const MovingWall *w = &sim->motions.list[k];

    most =
      max_real(most, follower_speed(sim->motions.motions, &w->follows, farthest_lever(w, lo, hi)));
  }
  return most;
}

/* Maxima over all ranks: surface speed of free and of fixed clumps, and 2 g h of a fall to the
   lowest height, the square of its speed. */
static PetscErrorCode find_speeds(const Sim *sim, const Rows rows[ROWS], ImpactSpeeds *s)
{
  const Vec3   g       = sim->settings.gravity;
  const double size    = vec3_norm(g);
  const Vec3   up      = size > 0 ? vec3_scale(-1 / size, g) : (Vec3){0, 0, 0};
  double       most[3] = {0, 0, 0}, level;
  Vec3         lo = {0, 0, 0}, hi = {0, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(find_room(sim, rows, &lo, &hi));
  level = size > 0 ? lowest_level(sim, up, lo, hi) : 0;
  for (int r = 0; r < ROWS; r++)
    for (PetscInt a = rows[r].first; a < rows[r].clumps->n_owned; a++) {
      const Clumps *c     = rows[r].clumps;
      const bool    fixed = c->blocked[a] == BLOCK_ALL;
      const double  bound = c->scale[a] * sim->templates.list[c->template[a]].bound;

      most[fixed] = max_real(most[fixed], vec3_norm(c->motion[a].v) + vec3_norm(c->w[a]) * bound);
      if (!fixed) most[2] = max_real(most[2], 2 * size * (vec3_dot(up, c->pose[a].x) - level));
    }
  PetscCall(parallel_max(&sim->par, most, 3));
  s->free  = max_real(s->free, most[0]);
  s->fixed = max_real(s->fixed, most[1]);
  s->fall  = max_real(s->fall, sqrt(most[2]));
  s->walls = max_real(s->walls, fastest_wall(sim, lo, hi));
  s->walls = max_real(s->walls, driven_speed(&sim->motions.driven, sim->motions.motions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the run that wrote the checkpoint had another gravity. */
static PetscErrorCode gravity_has_changed(const Sim *sim, const char *scenario, bool *changed)
{
  const Vec3 now = option_vec3(sim->options, "run", NULL, "gravity");
  Options   *stored;
  Vec3       before;

  PetscFunctionBeginUser;
  PetscCall(scenario_parse(&sim->par, scenario, &stored));
  before   = option_vec3(stored, "run", NULL, "gravity");
  *changed = now.x != before.x || now.y != before.y || now.z != before.z;
  PetscCall(options_destroy(&stored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static StatePart part_of(ImpactSpeeds *speeds)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = impact_state, .owner = speeds};
}

static StatePart part_of_walls(ImpactSpeeds *speeds)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = wall_state, .owner = speeds};
}

/* Take the speeds over from the checkpoint of a restart; *kept false: there are none, or they
   belong to another gravity. */
static PetscErrorCode take_kept(Sim *sim, const Checkpoint *ck, bool *kept)
{
  const StatePart part    = part_of(&sim->impact);
  bool            changed = false, found;

  PetscFunctionBeginUser;
  *kept = state_has_part(&ck->state, &part);
  if (*kept && ck->scenario) PetscCall(gravity_has_changed(sim, ck->scenario, &changed));
  *kept = *kept && !changed;
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parts_take(sim, ck, part, &found));
  PetscCall(parts_take(sim, ck, part_of_walls(&sim->impact), &found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode impact_find(Sim *sim, const Checkpoint *ck, PetscInt present, PetscInt waited)
{
  bool kept, same = false;

  PetscFunctionBeginUser;
  sim->impact =
    (ImpactSpeeds){.given = isnan(sim->settings.impact_speed) ? -1 : sim->settings.impact_speed};
  PetscCall(take_kept(sim, ck, &kept));
  if (kept) PetscCall(revised_nothing(sim, ck->scenario, &same));
  if (same) PetscFunctionReturn(PETSC_SUCCESS); /* as in a run that was not stopped */
  PetscCall(find_speeds(sim,
                        (Rows[]){{sim->clumps, kept ? present : 0},
                                 {sim->waiting->clumps, kept ? waited : 0},
                                 {sim->entry.extremes, kept ? sim->entry.known : 0}},
                        &sim->impact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode impact_list(Sim *sim, StateParts *parts)
{
  bool nonlinear = sim->interactions->n > 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->laws->n; k++)
    nonlinear = nonlinear || law_is_nonlinear(&sim->laws->list[k]);
  if (sim->settings.dt_is_auto && nonlinear)
    PetscCall(state_list_part(parts, part_of(&sim->impact)));
  if (sim->settings.dt_is_auto && nonlinear && sim->motions.n_motions > 0)
    PetscCall(state_list_part(parts, part_of_walls(&sim->impact)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode impact_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of(NULL)));
  PetscCall(state_list_part(parts, part_of_walls(NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
