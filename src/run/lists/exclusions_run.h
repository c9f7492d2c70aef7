/* SPDX-License-Identifier: MIT */
/* Pairs of clumps that never touch (contact/exclusions.h) in a simulation. */
#ifndef RUN_LISTS_EXCLUSIONS_RUN_H
#define RUN_LISTS_EXCLUSIONS_RUN_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Take the lists of the checkpoint (NULL: none), and read those that it does not have. Mistakes are
   noted in the options. Collective. */
PetscErrorCode exclusions_run_make(Sim *sim, const Checkpoint *ck);
/* Check the lists, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode exclusions_run_look(Sim *sim);

/* The lists, for saved_parts.c. */
PetscErrorCode exclusions_run_list(Sim *sim, StateParts *parts);
PetscErrorCode exclusions_run_document(StateParts *parts);

#endif
