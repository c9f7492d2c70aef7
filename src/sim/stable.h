/* SPDX-License-Identifier: MIT */
/* The stable time step: which pair of bodies has the shortest contact, and which the strongest dashpot. */
#ifndef SIM_STABLE_H
#define SIM_STABLE_H

#include "sim/sim.h"

/* Over all pairs of templates in use (at the smallest scale in use) and walls. m is the effective mass at the contact
   point in the worst direction n: 1/m = 1/M + the largest (arm x n)^T I^-1 (arm x n) per body. Pebbles of a face
   across a principal axis that touch at once count together, with a rate of .3 of theirs. Collective. */
PetscErrorCode stable_contact(const Sim *sim, ShortestContact *shortest);

#endif
