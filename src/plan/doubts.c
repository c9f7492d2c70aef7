/* SPDX-License-Identifier: MIT */
/* Warnings of -check (doubts.h). */
#include "plan/doubts.h"

/* ---- units ---- */

static void doubt_impacts(Sim *sim)
{
  const ShortestContact *s = &sim->shortest;

  if (s->hardest > 1)
    warning_add(
      &sim->warnings,
      "an impact of %s, the speed that the start and gravity allow, has %.2g times the "
      "energy that the contact takes up to overlap_limit (%g of the smaller radius): check that "
      "lengths, densities, stiffness and gravity are in one set of units, or give a lower "
      "run: impact_speed",
      s->hard, s->hardest, sim->settings.overlap_limit);
}

/* ---- clumps that enter later ---- */

/* Overlap of a pebble with a wall, over its radius. */
typedef struct {
  double  depth;
  int64_t id;
  int     wall;
} Buried;

/* Keep the deepest overlap of the pebbles of waiting clump `a` with walls. */
static PetscErrorCode look_at_walls(const Sim *sim, PetscInt a, Features *space, Buried *b)
{
  const Clumps   *c = sim->waiting->clumps;
  const Template *t = &sim->templates.list[c->template[a]];

  PetscFunctionBeginUser;
  for (int i = 0; i < t->n; i++) {
    const Vec3 x = vec3_axpy(c->pose[a].x, c->scale[a], quat_turn(c->pose[a].q, t->offset[i]));

    for (int w = 0; w < sim->walls.n; w++) {
      const double radius = c->scale[a] * t->radius[i];
      double       distance, depth;

      PetscCall(wall_distance(&sim->walls.list[w], x, radius, space, &distance));
      depth = 1 - distance / radius;
      if (depth > b->depth) *b = (Buried){.depth = depth, .id = c->id[a], .wall = w};
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The deepest of all ranks, of the lowest id where several are as deep. */
static PetscErrorCode find_deepest(const Sim *sim, Buried *b)
{
  const double mine = b->depth;
  int64_t      who[2];

  PetscFunctionBeginUser;
  PetscCall(parallel_max(&sim->par, &b->depth, 1));
  who[0] = mine == b->depth ? -b->id : INT64_MIN;
  PetscCall(parallel_max_int(&sim->par, who, 1));
  who[1] = who[0] == -b->id && mine == b->depth ? b->wall : -1;
  PetscCall(parallel_max_int(&sim->par, who + 1, 1));
  b->id   = -who[0];
  b->wall = (int)who[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode doubt_entries(Sim *sim)
{
  Buried   b     = {.depth = 0, .id = INT64_MAX};
  Features space = {0};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < sim->waiting->clumps->n_owned; a++)
    PetscCall(look_at_walls(sim, a, &space, &b));
  array_free(&space.list);
  PetscCall(find_deepest(sim, &b));
  if (b.depth > sim->settings.overlap_limit)
    warning_add(&sim->warnings,
                "clump %" PRId64 " enters later inside wall %s, by %.3g of the radius of its "
                "deepest pebble: the run stops there, as that is beyond overlap_limit (%g)",
                b.id, sim->walls.list[b.wall].name, b.depth, sim->settings.overlap_limit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- gravity ---- */

/* False if the wall confines clumps to a half-space down which gravity draws them, or past it. */
static bool may_hold(const Wall *wall, Vec3 gravity)
{
  const Vec3 up = vec3_scale(-1 / vec3_norm(gravity), gravity);
  Vec3       point, normal;

  return !wall->surface->confines ||
         !wall->surface->confines(wall->constants, up, &point, &normal) ||
         vec3_dot(normal, gravity) < 0;
}

/* True if a clump that does not move along an axis of gravity is there: it may hold the others. */
static PetscErrorCode find_holding(const Sim *sim, bool *holds)
{
  PetscFunctionBeginUser;
  *holds = false;
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++)
    for (int k = 0; k < 3; k++)
      *holds =
        *holds || (vec3_axis(sim->settings.gravity, k) != 0 && (sim->clumps->blocked[a] >> k & 1));
  PetscCall(parallel_any(&sim->par, holds));
  for (int w = 0; w < sim->walls.n; w++)
    *holds = *holds || may_hold(&sim->walls.list[w], sim->settings.gravity);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Axis along which gravity draws clumps over an open face, -1 if there is none. */
static int falling_axis(const Sim *sim)
{
  for (int k = 0; k < sim->settings.dimension; k++)
    if (vec3_axis(sim->settings.gravity, k) != 0 && boundary_removes(sim->domain.boundary[k]))
      return k;
  return -1;
}

static PetscErrorCode doubt_gravity(Sim *sim)
{
  const int axis = falling_axis(sim);
  bool      holds;

  PetscFunctionBeginUser;
  PetscCall(find_holding(sim, &holds));
  if (axis >= 0 && !holds)
    warning_add(&sim->warnings,
                "gravity draws clumps out of the domain along %c, whose faces are open, and there "
                "is no floor: no wall with its normal against gravity and no blocked clump",
                "xyz"[axis]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode doubts_report(Sim *sim)
{
  PetscFunctionBeginUser;
  doubt_impacts(sim);
  PetscCall(doubt_entries(sim));
  PetscCall(doubt_gravity(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
