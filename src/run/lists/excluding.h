/* SPDX-License-Identifier: MIT */
/* Pairs of clumps that never touch (contact/exclusions.h) in a simulation. */
#ifndef RUN_LISTS_EXCLUDING_H
#define RUN_LISTS_EXCLUDING_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Take the lists of the checkpoint (NULL: none), and read those that it does not have. Mistakes are
   noted in the options. Collective. */
PetscErrorCode excluding_make(Sim *sim, const Checkpoint *ck);
/* Check the lists, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode excluding_look(Sim *sim);

/* The lists, for saved_parts.c. */
PetscErrorCode excluding_list(Sim *sim, StateParts *parts);
PetscErrorCode excluding_document(StateParts *parts);

#endif
