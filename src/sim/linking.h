/* SPDX-License-Identifier: MIT */
/* Links of a run: made or taken from a checkpoint, their limits of the time step, and what breaks. */
#ifndef SIM_LINKING_H
#define SIM_LINKING_H

#include "output/checkpoint.h"
#include "output/log.h"
#include "sim/shortest.h"

typedef struct Sim Sim;

/* Make the links of the scenario, and take over those of the checkpoint (NULL: none), of owned rows
   on any rank. Mistakes are noted in the options. Collective. */
PetscErrorCode linking_make(Sim *sim, Checkpoint *ck);
/* Add the limits by links to those by contacts. Collective. */
PetscErrorCode linking_limits(Sim *sim, ShortestContact *shortest);
/* Write what broke since the last call to events.csv. Collective. */
PetscErrorCode linking_write(Sim *sim, Log *events);
/* List the links in a checkpoint, which borrows them. */
void linking_save(const Sim *sim, Checkpoint *ck);
/* List as state, if links are used, how many broke. The first is collective. */
PetscErrorCode linking_list(Sim *sim, StateParts *parts);
PetscErrorCode linking_document(StateParts *parts);

#endif
