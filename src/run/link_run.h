/* SPDX-License-Identifier: MIT */
/* Links of a run: made or taken from a checkpoint, their limits of the time step, and
   what breaks. */
#ifndef RUN_LINK_RUN_H
#define RUN_LINK_RUN_H

#include "output/checkpoint/checkpoint.h"
#include "output/frames/link_frames.h"
#include "output/table/tables.h"
#include "run/timestep/shortest.h"

typedef struct Sim Sim;

/* Make the links of the scenario, and take over those of the checkpoint (NULL: none); their clumps
   may be on any ranks. Mistakes are noted in the options. Collective. */
PetscErrorCode link_run_make(Sim *sim, Checkpoint *ck);
/* Check the lists of links, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode link_run_look(Sim *sim);
/* At the end of a step: make the links whose time has come (links.next). Collective. */
PetscErrorCode link_run_join(Sim *sim);
/* Add the limits of the time step by links to those by contacts. Collective. */
PetscErrorCode link_run_limits(Sim *sim, ShortestContact *shortest);
/* Add the links of this rank that broke since the last call to the journal. Local. */
PetscErrorCode link_run_tell(Sim *sim, Journal *journal);
/* Warn of constraints that do not hold, and name the worst; start: look at rigid ones alone.
   Collective. */
PetscErrorCode link_run_warn(Sim *sim, bool start);
/* List the links in a checkpoint, which borrows them. */
void link_run_save(const Sim *sim, Checkpoint *ck);
/* List the number of broken links as state, if links are used. link_run_list is collective. */
PetscErrorCode link_run_list(Sim *sim, StateParts *parts);
PetscErrorCode link_run_document(StateParts *parts);

#endif
