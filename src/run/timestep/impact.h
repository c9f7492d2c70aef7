/* SPDX-License-Identifier: MIT */
/* Upper bounds of the speeds at which surfaces meet: given, or estimated once when a run begins and
   kept in its checkpoints. */
#ifndef RUN_TIMESTEP_IMPACT_H
#define RUN_TIMESTEP_IMPACT_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Set sim->impact when all clumps have been read. ck: the checkpoint of a restart, or NULL; its
   speeds stay valid, and only new clumps raise them: rows from `present` on, and waiting ones from
   `waited` on. If its scenario has another gravity, the speeds are estimated again from the present
   state of all rows. Collective. */
PetscErrorCode impact_find(Sim *sim, const Checkpoint *ck, PetscInt present, PetscInt waited);
/* List the speeds as state if the time step depends on them: dt: auto with a nonlinear law or
   an interaction. */
PetscErrorCode impact_list(Sim *sim, StateParts *parts);
PetscErrorCode impact_document(StateParts *parts);

#endif
