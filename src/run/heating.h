/* SPDX-License-Identifier: MIT */
/* Thermostats in a simulation. Without any, nothing is done. */
#ifndef RUN_HEATING_H
#define RUN_HEATING_H

#include "base/state.h"

typedef struct Sim Sim;

/* Before a step: apply the thermostats that act before it, and set the baths of the step.
   Collective. */
PetscErrorCode heating_start(Sim *sim);
/* After a step: apply the thermostats that act then. Collective. */
PetscErrorCode heating_end(Sim *sim);

PetscErrorCode heating_list(Sim *sim, StateParts *parts);
PetscErrorCode heating_document(StateParts *parts);

#endif
