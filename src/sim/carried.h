/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (matter/wall.h) in a simulation. What acts on them needs the pose of
   their clump on every rank: it is a wide clump (space/wide.h), and while there are any, a step waits
   for poses before it evaluates contacts, and sends loads after all of them. */
#ifndef SIM_CARRIED_H
#define SIM_CARRIED_H

#include "matter/clumps.h"
#include "output/checkpoint.h"

typedef struct Sim Sim;

/* Templates and clumps of free walls. Mistakes are noted. Collective. */
PetscErrorCode carried_make(Sim *sim, bool restart);
/* When the domain is known: note bodies that are too large for a period, and, as fills look at walls,
   put them where their clumps are. Collective. */
PetscErrorCode carried_begin(Sim *sim);
/* Begin the contacts of bodies that are no pairs of pebbles (contact/solids.h), or go on with those of
   a checkpoint (NULL: none) and its contacts. Collective. */
PetscErrorCode carried_join(Sim *sim, const Checkpoint *checkpoint, const ContactRecords *records);
/* Of these contacts those that there are, when lists have been made; begin: those that overlap only because
   of a change begin. Collective. */
PetscErrorCode carried_settle(Sim *sim, bool begin);
/* Its part in checkpoints (saved_parts.h). */
PetscErrorCode carried_list(Sim *sim, StateParts *parts);
PetscErrorCode carried_document(StateParts *parts);
/* Note a mistake for changes of size of such clumps. */
void carried_check_changes(Sim *sim);
/* After new copies: find the row of each clump. Local. */
void carried_find(Sim *sim);
/* Put the surfaces where their clumps are, whose poses must be up to date. Local. */
void carried_place(Sim *sim);

#endif
