/* SPDX-License-Identifier: MIT */
/* Deformable bodies of a run: made or taken from a checkpoint, and their limits of the time
   step. */
#ifndef RUN_DEFORM_RUN_H
#define RUN_DEFORM_RUN_H

#include "output/checkpoint/checkpoint.h"
#include "run/timestep/shortest.h"

typedef struct Sim Sim;

/* Make the bodies of the scenario, and take over those of the checkpoint (NULL: none); their clumps
   may be on any ranks. Mistakes are noted in the options. Collective. */
PetscErrorCode deform_run_make(Sim *sim, const Checkpoint *ck);
/* Check the lists, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode deform_run_look(Sim *sim);
/* Add the limits of the time step by deformable bodies to those by contacts. Local. */
void deform_run_limits(const Sim *sim, ShortestContact *shortest);
/* List the skins as state. deform_run_list is collective. */
PetscErrorCode deform_run_list(Sim *sim, StateParts *parts);
PetscErrorCode deform_run_document(StateParts *parts);

#endif
