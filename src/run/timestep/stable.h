/* SPDX-License-Identifier: MIT */
/* The stable time step: the shortest contact of a pair of clumps and of a face, and the strongest
   dashpot. The rule and its measurements: docs/timestep.md. */
#ifndef RUN_TIMESTEP_STABLE_H
#define RUN_TIMESTEP_STABLE_H

#include "run/timestep/shortest.h"

typedef struct Sim Sim;

/* Find these limits over all pairs of templates in use (at the smallest scale in use) and
   walls, at the speeds of sim->impact. m is the effective mass at the contact point in the
   worst direction n: 1/m is the sum over both clumps of 1/M + the largest (arm x n)^T I^-1
   (arm x n). For several contacts at once 1/m is their fastest mode (run/timestep/face.h). The same
   bits on all ranks. Collective. */
PetscErrorCode stable_contact(const Sim *sim, ShortestContact *shortest);

#endif
