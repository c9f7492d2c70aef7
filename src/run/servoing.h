/* SPDX-License-Identifier: MIT */
/* Motions that respond to the loads of clumps (servos), in a simulation. */
#ifndef RUN_SERVOING_H
#define RUN_SERVOING_H

#include "base/base.h"

typedef struct Sim Sim;

/* True if a motion responds. */
bool servoing_is_on(const Sim *sim);
/* Tell these motions the impedance of a contact, when clumps and the shortest contact are known.
   Mistakes are noted. Collective. */
PetscErrorCode servoing_begin(Sim *sim);
/* Let these motions respond to the loads of the last evaluation. Collective. */
PetscErrorCode servoing_respond(Sim *sim);

#endif
