/* SPDX-License-Identifier: MIT */
/* Events (event/event.h) in a simulation, and the rows of events.csv. */
#ifndef RUN_EVENTING_H
#define RUN_EVENTING_H

#include "event/event.h"
#include "output/checkpoint/checkpoint.h"
#include "output/table/log.h"

typedef struct Sim Sim;

/* Read the events of the scenario, when sources, motions and groups have been read; take their
   state from the checkpoint (NULL: none), and repeat what they have done. Mistakes are noted in the
   options. Collective. */
PetscErrorCode eventing_read(Sim *sim, const Checkpoint *ck);
/* Before the first step: events_doubt. Collective. */
PetscErrorCode eventing_doubt(Sim *sim);
/* At the end of a step. Collective. */
PetscErrorCode eventing_decide(Sim *sim);

/* True if events.csv may get rows in this run. */
bool eventing_has_rows(const Sim *sim);
/* Write to events.csv what happened since the last call. Collective. */
PetscErrorCode eventing_write(Sim *sim, Log *log);

/* The state of events, for saved_parts.c. */
PetscErrorCode eventing_list(Sim *sim, StateParts *parts);
PetscErrorCode eventing_document(StateParts *parts);

#endif
