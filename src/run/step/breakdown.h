/* SPDX-License-Identifier: MIT */
/* Messages when physics stops a run in the step in progress: the lowest rank that has
   the fault prints one message on stderr. All functions are collective but
   breakdown_cell and breakdown_endless. */
#ifndef RUN_STEP_BREAKDOWN_H
#define RUN_STEP_BREAKDOWN_H

#include "base/base.h"

typedef struct Sim Sim;

/* The deepest overlap over all ranks, `depth` of the smaller radius, exceeds overlap_limit. */
PetscErrorCode breakdown_depth(Sim *sim, double depth);
/* The force or the work of a contact is not a number, or out of range. */
PetscErrorCode breakdown_wild(Sim *sim);
/* A clump is out of range, or not a number: the one with the lowest id is named. */
PetscErrorCode breakdown_lost(Sim *sim);
/* The cell has grown beyond the sides that its position grid allows. Local. */
void breakdown_cell(const Sim *sim);
/* Lists or quanta were still insufficient after so many evaluations. force (N), work (J), way (m):
   the largest over all ranks. Local. */
void breakdown_endless(const Sim *sim, int evaluations, double force, double work, double way);

#endif
