/* SPDX-License-Identifier: MIT */
/* Bodies with carried surfaces (sim/carried.h) that other surfaces pass through at the start. No corner
   need be deep in anything then: as in a sheet that is larger than the body. */
#ifndef SIM_PASSING_H
#define SIM_PASSING_H

#include "base/base.h"

typedef struct Sim Sim;

/* Note a mistake if a body that may move, and whose contacts are computed (contact/solids.h), is passed
   through. The same on all ranks. */
PetscErrorCode passing_check(Sim *sim);

#endif
