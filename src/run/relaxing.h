/* SPDX-License-Identifier: MIT */
/* FIRE (motion/fire.h) in a simulation. */
#ifndef RUN_RELAXING_H
#define RUN_RELAXING_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* In setup: take the state of FIRE from the checkpoint. Faults are mistakes. */
PetscErrorCode relaxing_resume(Sim *sim, const Checkpoint *ck);
/* At the end of a step: make a step of FIRE. Collective, if the scenario uses it. */
PetscErrorCode relaxing_end(Sim *sim);

/* For run/restart/saved_parts.c. */
PetscErrorCode relaxing_list(Sim *sim, StateParts *parts);
PetscErrorCode relaxing_document(StateParts *parts);

#endif
