/* SPDX-License-Identifier: MIT */
/* The velocity profile to which displacements are relative while pair lists are in use. */
#include "run/lists/rebuild.h"
#include "run/module_states.h"

/* True if pebbles meet pebbles only: walls, reflecting faces, motions, thermostats and constraints
   need displacements relative to the box. */
static bool pebbles_alone(Sim *sim)
{
  return sim->walls.n == 0 && !sim_faces(sim)->reflects && sim->motions.n == 0 &&
         !sim_thermostats(sim)->baths && !constraints_hold(&sim->constraints, &sim->links);
}

PetscErrorCode lists_find_profile(Sim *sim)
{
  Lists *l       = &sim->lists;
  double most[2] = {0, 0}; /* radius, distance from the clump's centre */
  double across;

  PetscFunctionBeginUser;
  l->across  = 0;
  l->profile = (Profile){.used = false};
  if (!pebbles_alone(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->domain.cell.flows) {
    cell_run_find_profile(sim, &l->profile);
    if (!l->profile.used) PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < sim->pebbles->n; i++) most[0] = max_real(most[0], sim->pebbles->at[i].r);
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++)
    most[1] = max_real(most[1], sim->clumps->extent[a]);
  PetscCall(parallel_max(&sim->par, most, 2));
  across = 2 * most[0] + sim_reach(sim, l->skin) + 4 * most[1];
  if (!sim->domain.cell.flows)
    PetscCall(profile_find(&sim->par, &sim->domain, sim->clumps, across, &l->profile));
  if (l->profile.used) l->across = across;
  PetscFunctionReturn(PETSC_SUCCESS);
}
