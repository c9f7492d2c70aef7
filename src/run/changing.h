/* SPDX-License-Identifier: MIT */
/* Changes of groups of clumps (supply/change.h) in a simulation. */
#ifndef RUN_CHANGING_H
#define RUN_CHANGING_H

#include "output/checkpoint/checkpoint.h"
#include "supply/change.h"

typedef struct Sim Sim;

/* Read the changes of a run that begins or goes on at `now` (s), and take their state
   from the checkpoint (NULL: none). Called before all that names groups, as changes
   may add some. Collective. */
PetscErrorCode changing_create(Sim *sim, double now, const Checkpoint *ck);
/* Find the groups of clumps that are changed, when all groups are known. */
void changing_find_groups(Sim *sim);
/* Note changes that nothing starts, after events have been read. */
void changing_check(Sim *sim);
/* When all clumps are known: add the clumps that changes may make to the extremes of sources.
   Collective. */
PetscErrorCode changing_foresee(Sim *sim);
/* At the end of a step: make the changes that are due. Collective. */
PetscErrorCode changing_make(Sim *sim);

/* The state of changes, for saved_parts.c. */
PetscErrorCode changing_list(Sim *sim, StateParts *parts);
PetscErrorCode changing_document(StateParts *parts);

#endif
