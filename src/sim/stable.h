/* SPDX-License-Identifier: MIT */
/* The stable time step: the pair of clumps with the shortest contact, the face with the shortest,
   and the strongest dashpot. The rule and its measurements: docs/timestep.md. */
#ifndef SIM_STABLE_H
#define SIM_STABLE_H

#include "sim/shortest.h"

typedef struct Sim Sim;

/* Find them over all pairs of templates in use (at the smallest scale in use) and walls, at the
   speeds of sim->impact. m is the effective mass at the contact point in the worst direction n: 1/m
   = 1/M + the largest (arm x n)^T I^-1 (arm x n) per clump. Several contacts at once: 1/m is their
   fastest mode (sim/face.h). The same bits on all ranks. Collective. */
PetscErrorCode stable_contact(const Sim *sim, ShortestContact *shortest);

#endif
