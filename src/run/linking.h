/* SPDX-License-Identifier: MIT */
/* Links of a run: made or taken from a checkpoint, their limits of the time step, and
   what breaks. */
#ifndef RUN_LINKING_H
#define RUN_LINKING_H

#include "output/checkpoint/checkpoint.h"
#include "output/frames/link_frames.h"
#include "output/table/tables.h"
#include "run/timestep/shortest.h"

typedef struct Sim Sim;

/* Make the links of the scenario, and take over those of the checkpoint (NULL: none); their clumps
   may be on any ranks. Mistakes are noted in the options. Collective. */
PetscErrorCode linking_make(Sim *sim, Checkpoint *ck);
/* Check the lists of links, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode linking_look(Sim *sim);
/* At the end of a step: make the links whose time has come (links.next). Collective. */
PetscErrorCode linking_join(Sim *sim);
/* Add the limits of the time step by links to those by contacts. Collective. */
PetscErrorCode linking_limits(Sim *sim, ShortestContact *shortest);
/* The links that this rank evaluates, to be freed with array_free. Local. */
PetscErrorCode linking_find(const Sim *sim, int64_t *n, LinkRow **row);
/* Add the links of this rank that broke since the last call to the journal. Local. */
PetscErrorCode linking_tell(Sim *sim, Journal *journal);
/* Warn of constraints that do not hold, and name the worst; start: look at rigid ones alone.
   Collective. */
PetscErrorCode linking_warn(Sim *sim, bool start);
/* Write a frame of links after a finished step, if frames have links. Collective. */
PetscErrorCode linking_show(Sim *sim, bool *written, char *why);
/* List the links in a checkpoint, which borrows them. */
void linking_save(const Sim *sim, Checkpoint *ck);
/* List the number of broken links as state, if links are used. linking_list is collective. */
PetscErrorCode linking_list(Sim *sim, StateParts *parts);
PetscErrorCode linking_document(StateParts *parts);

#endif
