/* SPDX-License-Identifier: MIT */
/* Changes of groups of clumps in a simulation (changing.h). */
#include "run/changing.h"
#include "run/lists/carried.h"
#include "run/lists/rebuild.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

static ChangeScene scene_of(Sim *sim)
{
  return (ChangeScene){.clumps    = sim->clumps,
                       .materials = &sim->materials,
                       .templates = &sim->templates,
                       .groups    = &sim->groups,
                       .driven    = driven_groups(&sim->motions.driven)};
}

PetscErrorCode changing_create(Sim *sim, double now, const Checkpoint *ck)
{
  SourceScene scene = entry_scene(sim);
  StateParts  parts = {0};
  bool        found;

  PetscFunctionBeginUser;
  scene.now = now;
  PetscCall(changes_read(&scene, &sim->changes));
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(changing_list(sim, &parts));
  for (PetscInt k = 0; k < parts.n; k++) PetscCall(parts_take(sim, ck, parts.list[k], &found));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void changing_find_groups(Sim *sim)
{
  const SourceScene scene = entry_scene(sim);

  changes_find_groups(&scene, &sim->changes);
}

void changing_check(Sim *sim)
{
  const SourceScene scene = entry_scene(sim);

  changes_check(&scene, &sim->changes);
  carried_check_changes(sim);
}

PetscErrorCode changing_foresee(Sim *sim)
{
  const ChangeScene scene = scene_of(sim);
  Clumps           *rows  = sim->entry.extremes;
  const PetscInt    n     = rows->n_owned;

  PetscFunctionBeginUser;
  PetscCall(changes_foresee(&sim->changes, &scene, rows));
  /* extremes that the run before the restart had used include the clumps that changes may make */
  if (sim->entry.known == n) sim->entry.known = rows->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changing_make(Sim *sim)
{
  const double      now   = clock_reached(&sim->clock);
  const ChangeScene scene = scene_of(sim);
  bool              removed;

  PetscFunctionBeginUser;
  if (!changes_are_due(&sim->changes, now)) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(changes_make(&sim->changes, &sim->par, &scene, sim->clock.step, now, &removed));
  sim->constraints.broke =
    sim->constraints.broke || removed; /* constraints of removed clumps end */
  sim->lists.gone = sim->lists.gone || removed;
  PetscCall(
    driven_anchor(&sim->par, sim->options, &sim->domain, false, &sim->motions.driven, sim->clumps));
  sim->lists.resized = true;
  PetscCall(sim_rebuild(sim, 0, false));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changing_list(Sim *sim, StateParts *parts)
{
  return changes_list(&sim->changes, STATE_FOLDER, parts);
}

PetscErrorCode changing_document(StateParts *parts)
{
  return changes_document(STATE_FOLDER, parts);
}
