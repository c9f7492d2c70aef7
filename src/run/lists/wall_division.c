/* SPDX-License-Identifier: MIT */
/* How far from its box a rank asks for walls (wall_division.h). */
#include "run/lists/wall_division.h"
#include "run/lists/rebuild.h"
#include "run/module_states.h"

/* Largest overlap_limit with divided walls. A pebble whose centre is deeper in a solid than
   its radius stops the run then, so that its exact depth, which this rank's part may not give,
   does not matter. */
#define OVERLAP_MOST 1

PetscErrorCode wall_division_begin(Sim *sim)
{
  Walls *walls = &sim->walls;
  Nodes  nodes;

  PetscFunctionBeginUser;
  if (sim->lists.divided) PetscFunctionReturn(PETSC_SUCCESS);
  sim->lists.divided = true;
  /* mirrors need walls at larger distances than ranks have */
  if (sim->par.size == 1 || walls->n_carried > 0 || sim->interactions->mirrored ||
      sim->settings.overlap_limit > OVERLAP_MOST)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(nodes_open(&sim->par, &nodes));
  for (int w = 0; w < walls->n; w++) {
    Wall           *wall     = &walls->list[w];
    const Division *division = wall->surface->division;

    if (division) PetscCall(division->divide(&sim->par, &nodes, wall->constants, &wall->divided));
    walls->n_divided += wall->divided;
  }
  PetscCall(nodes_close(&nodes));
  PetscCall(wall_division_renew(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Largest bounding radius of clumps that enter, m, which are tested where their centre is. One rank
   has the table of them. Collective. */
static PetscErrorCode find_entering(const Sim *sim, double *size)
{
  const Clumps *rows = sim->entry.extremes;

  PetscFunctionBeginUser;
  *size = 0;
  for (PetscInt a = 0; a < rows->n_owned; a++)
    *size = max_real(*size, 1.001 * rows->scale[a] * sim->templates.list[rows->template[a]].bound);
  PetscCall(parallel_max(&sim->par, size, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Largest radius of the pebbles here, m. */
static double largest_radius(const Sim *sim)
{
  double most = 0;

  for (PetscInt i = 0; i < sim->pebbles->n; i++) most = max_real(most, sim->pebbles->at[i].r);
  return most;
}

PetscErrorCode wall_division_renew(Sim *sim)
{
  const Box   *box  = &sim->decomposition.mine;
  const double skin = sim->lists.skin;
  double       size, around, sure;

  PetscFunctionBeginUser;
  if (sim->walls.n_divided == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_entering(sim, &size));
  size = max_real(size, largest_radius(sim));
  /* clumps that enter may have pebbles outside the box; others leave it by up to the skin */
  around = max_real(2 * skin, size);
  sure   = max_real(size + sim_reach(sim, skin) + 2 * skin,
                    1.000001 * thermostats_depth(sim_thermostats(sim)));
  for (int w = 0; w < sim->walls.n; w++) {
    const Wall *wall = &sim->walls.list[w];

    if (wall->divided)
      PetscCall(
        wall->surface->division->renew(&sim->par, wall->constants, box->lo, box->hi, around, sure));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_division_gather(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].divided)
      PetscCall(
        sim->walls.list[w].surface->division->gather(&sim->par, sim->walls.list[w].constants));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_division_disperse(Sim *sim)
{
  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].divided)
      sim->walls.list[w].surface->division->disperse(sim->walls.list[w].constants);
}
