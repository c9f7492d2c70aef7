/* SPDX-License-Identifier: MIT */
/* Pairs of clumps that never touch (exclusions_run.h). */
#include "run/lists/exclusions_run.h"
#include "link/exclusions_read.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"
#include "supply/population/population.h"

static LinkScene scene_of(Sim *sim)
{
  return (LinkScene){.par     = &sim->par,
                     .options = sim->options,
                     .domain  = &sim->domain,
                     .clumps  = sim->clumps,
                     .more    = entry_has_objects(sim) || sim->entry.next < INFINITY};
}

static PetscErrorCode list_one(StateParts *parts, const char *name, ExclusionList *list)
{
  return state_list(parts, STATE_FOLDER, exclusion_kind.name, name, exclusion_state, list);
}

static PetscErrorCode take(Sim *sim, const Checkpoint *ck, ExclusionList *list, bool *found)
{
  StateParts parts = {0};

  PetscFunctionBeginUser;
  *found = false;
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(list_one(&parts, list->name, list));
  PetscCall(parts_take(sim, ck, parts.list[0], found));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusions_run_make(Sim *sim, const Checkpoint *ck)
{
  const LinkScene scene = scene_of(sim);

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->exclusions.n; k++) {
    bool found;

    PetscCall(take(sim, ck, &sim->exclusions.list[k], &found));
    PetscCall(exclusion_make(&scene, &sim->exclusions, k, found));
  }
  PetscCall(exclusions_join(&sim->exclusions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusions_run_look(Sim *sim)
{
  LinkScene scene = scene_of(sim);

  PetscFunctionBeginUser;
  scene.more = scene.more || population_has_fills(sim->options);
  for (int k = 0; k < sim->exclusions.n; k++) {
    ExclusionList *list = &sim->exclusions.list[k];

    PetscCall(
      exclusion_make(&scene, &sim->exclusions, k,
                     options_object_is_stored(sim->options, exclusion_kind.name, list->name)));
    array_free(&list->pairs.list);
    list->pairs.n = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusions_run_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->exclusions.n; k++)
    PetscCall(list_one(parts, sim->exclusions.list[k].name, &sim->exclusions.list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusions_run_document(StateParts *parts)
{
  return list_one(parts, "<name>", NULL);
}
