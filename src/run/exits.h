/* SPDX-License-Identifier: MIT */
/* Outlets (supply/outlet.h) in a simulation. */
#ifndef RUN_EXITS_H
#define RUN_EXITS_H

#include "output/checkpoint/checkpoint.h"
#include "output/table/log.h"
#include "supply/outlet.h"

typedef struct Sim Sim;

/* Read the outlets, when the sources of a run that begins or goes on at `now` (s) have been made.
   Mistakes are noted in the options. Collective. */
PetscErrorCode exits_create(Sim *sim, double now);
/* Take their state from a checkpoint (NULL: none). Collective. */
PetscErrorCode exits_restore(Sim *sim, const Checkpoint *ck);

/* During a step, when all owned clumps have moved: true if an outlet takes one of them. Local. */
bool exits_are_due(const Sim *sim);
/* At the end of a step: take the clumps; some: exits_are_due on any rank. Collective. */
PetscErrorCode exits_take(Sim *sim, bool some);

/* Write rows of the clumps taken since the last call to outlets.csv. Collective. */
PetscErrorCode exits_write(Sim *sim, Log *log);
/* When the run begins or goes on: note the counts of outlets; exits_say reports what they take from
   then on. */
void exits_note(Sim *sim);
/* Print in brackets how many of `left` clumps outlets have taken, and how many left otherwise, as
   by open faces; nothing if outlets took none. On rank 0. */
void exits_say(const Sim *sim, int64_t left);
/* Print a line for each outlet at the end of a run; on rank 0. */
void exits_print(const Sim *sim);

/* The state of outlets, for saved_parts.c. */
PetscErrorCode exits_list(Sim *sim, StateParts *parts);
PetscErrorCode exits_document(StateParts *parts);

#endif
