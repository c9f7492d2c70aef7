/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (wall/wall.h) in a simulation. Contacts with them need the pose of
   their clump on every rank: it is a wide clump (space/wide.h). While there are such clumps, a step
   receives all poses before it evaluates contacts, and sends loads after all contacts. */
#ifndef RUN_LISTS_CARRIED_H
#define RUN_LISTS_CARRIED_H

#include "matter/clumps.h"
#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Make the templates and clumps of free walls. Mistakes are noted. Collective. */
PetscErrorCode carried_make(Sim *sim, bool restart);
/* When the domain is known: note bodies that are too large for a period, and place all bodies, as
   fills keep clear of walls. Collective. */
PetscErrorCode carried_begin(Sim *sim);
/* Begin the solid contacts (contact/solid/solids.h), or go on with those of a checkpoint (NULL: none) and
   its contact records. Collective. */
PetscErrorCode carried_join(Sim *sim, const Checkpoint *checkpoint, const ContactRecords *records);
/* At a restart, when lists have been made: leave out solid contacts that cannot exist; begin: start
   those that overlap because the scenario has changed. Collective. */
PetscErrorCode carried_settle(Sim *sim, bool begin);
/* Their part in checkpoints (saved_parts.h). */
PetscErrorCode carried_list(Sim *sim, StateParts *parts);
PetscErrorCode carried_document(StateParts *parts);
/* After new copies: find the row of each clump. Local. */
void carried_find(Sim *sim);
/* Put the surfaces where their clumps are, whose poses must be up to date. Local. */
void carried_place(Sim *sim);

#endif
