/* SPDX-License-Identifier: MIT */
/* Files of walls (wall_shapes.h). */
#include "run/lists/wall_shapes.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

static StatePart part_of(const char *wall, const Surface *surface, void *constants)
{
  StatePart part = {.items = surface->state, .owner = constants};

  snprintf(part.folder, sizeof part.folder, "%s/wall/%s", STATE_FOLDER, wall);
  return part;
}

PetscErrorCode wall_shapes_load(Sim *sim, const Checkpoint *ck)
{
  Nodes nodes;

  PetscFunctionBeginUser;
  PetscCall(nodes_open(&sim->par, &nodes));
  for (int w = 0; w < sim->walls.n; w++) {
    Wall *wall   = &sim->walls.list[w];
    bool  stored = false, good;

    if (!wall->surface->load) continue;
    if (ck && wall->surface->state)
      PetscCall(parts_take(sim, ck, part_of(wall->name, wall->surface, wall->constants), &stored));
    PetscCall(wall->surface->load(&sim->par, &nodes, sim->options, wall->name, wall->constants,
                                  stored, &good));
  }
  PetscCall(nodes_close(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of a mesh that is much larger than the domain, as one whose file is in millimetres. */
static void check_size(Sim *sim, const Wall *wall)
{
  enum { MOST = 50 };
  const double longest = domain_longest(&sim->domain);
  double       size    = 0;
  Vec3         lo, hi;

  if (!wall->surface->geometry.box || !wall->surface->geometry.box(wall->constants, &lo, &hi))
    return;
  for (int k = 0; k < 3; k++) size = max_real(size, vec3_axis(hi, k) - vec3_axis(lo, k));
  if (size > MOST * longest)
    warning_add(&sim->warnings,
                "wall %s: its mesh is %.3g m long, %.3g times the domain: scale: 0.001 if its file "
                "is in millimetres",
                wall->name, size, size / longest);
}

/* Warn of a mesh that is nearly as long as a period, as lifters of a drum may be: it was probably
   meant to reach its image. */
static void check_gap(Sim *sim, const Wall *wall, int k)
{
  static const double nearly = 0.75, rounding = 1e-6;
  const double        period = vec3_axis(sim->domain.length, k);
  double              gap;
  Vec3                lo, hi;

  if (!boundary_wraps(sim->domain.boundary[k]) || wall->carried || !wall->surface->geometry.box ||
      !wall->surface->geometry.box(wall->constants, &lo, &hi))
    return;
  gap = period - (vec3_axis(hi, k) - vec3_axis(lo, k));
  if (gap > rounding * period && gap < (1 - nearly) * period)
    warning_add(
      &sim->warnings,
      "wall %s: between its mesh and its image along %c, which is periodic, is a gap of %.3g m: "
      "it is repeated every %g m",
      wall->name, "xyz"[k], gap, period);
}

PetscErrorCode wall_shapes_prepare(Sim *sim, double smallest)
{
  Vec3  period = {0, 0, 0};
  Nodes nodes;

  PetscFunctionBeginUser;
  PetscCall(nodes_open(&sim->par, &nodes));
  for (int k = 0; k < 3; k++)
    if (boundary_wraps(sim->domain.boundary[k]))
      vec3_set(&period, k, vec3_axis(sim->domain.length, k));
  for (int w = 0; w < sim->walls.n; w++) {
    Wall *wall = &sim->walls.list[w];

    if (wall->surface->prepare)
      PetscCall(wall->surface->prepare(&nodes, wall->constants, smallest, period));
    check_size(sim, wall);
    for (int k = 0; k < sim->settings.dimension; k++) check_gap(sim, wall, k);
  }
  PetscCall(nodes_close(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_shapes_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int w = 0; w < sim->walls.n; w++) {
    const Wall *wall = &sim->walls.list[w];

    if (wall->surface->state)
      PetscCall(state_list_part(parts, part_of(wall->name, wall->surface, wall->constants)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_shapes_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  for (const Plugin *const *kind = surface_table; *kind; kind++) {
    const Surface *surface = (const Surface *)(const void *)*kind;

    if (surface->state) PetscCall(state_list_part(parts, part_of("<name>", surface, NULL)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
