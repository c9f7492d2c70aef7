/* SPDX-License-Identifier: MIT */
#include "run/relaxing.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

static StatePart part_of(Sim *sim)
{
  StatePart part = {.items = fire_state, .owner = sim ? &sim->damping.fire : NULL};

  snprintf(part.folder, sizeof part.folder, STATE_FOLDER "/damping/fire");
  return part;
}

PetscErrorCode relaxing_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  if (sim->damping.fire.used) PetscCall(state_list_part(parts, part_of(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode relaxing_document(StateParts *parts)
{
  return state_list_part(parts, part_of(NULL));
}

PetscErrorCode relaxing_resume(Sim *sim, const Checkpoint *ck)
{
  bool found;

  PetscFunctionBeginUser;
  if (sim->damping.fire.used) PetscCall(parts_take(sim, ck, part_of(sim), &found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode relaxing_end(Sim *sim)
{
  double    of[FIRE_SUMS];
  FireScene scene;
  CellFlow  at;
  Sum      *sums;

  PetscFunctionBeginUser;
  if (!(sim->damping.fire.start > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(array_create(&sums, sizeof *sums, FIRE_SUMS));
  scene = (FireScene){.gravity = sim->settings.gravity,
                      .flow    = celling_flow(sim, &at),
                      .dt      = sim->clock.dt,
                      .last    = sim->settings.integrator->last};
  fire_add(sim->clumps, &scene, sums);
  PetscCall(sum_reduce(&sim->par, sums, FIRE_SUMS));
  for (int k = 0; k < FIRE_SUMS; k++) of[k] = sum_value(&sums[k]);
  array_free(&sums);
  fire_mix(&sim->damping.fire, sim->clumps, &scene, of, ledger_sum(&sim->ledger, &ledger_damping),
           ledger_sum(&sim->ledger, &ledger_cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}
