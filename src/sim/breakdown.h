/* SPDX-License-Identifier: MIT */
/* Messages when physics stops a run in the step in progress: one message on stderr, by the lowest
   rank that has the fault. All functions but the last are collective. */
#ifndef SIM_BREAKDOWN_H
#define SIM_BREAKDOWN_H

#include "base/base.h"

typedef struct Sim Sim;

/* The deepest overlap over all ranks, `depth` of the smaller radius, exceeds overlap_limit. */
PetscErrorCode breakdown_depth(Sim *sim, double depth);
/* The force or the work of a contact is not a number, or out of range. */
PetscErrorCode breakdown_wild(Sim *sim);
/* A clump is out of range, or not a number: the one with the lowest id is named. */
PetscErrorCode breakdown_lost(Sim *sim);
/* The cell has grown beyond the room of its position grid. Local. */
void breakdown_cell(const Sim *sim);
/* Lists or quanta were still insufficient after so many evaluations; largest force (N), work (J)
   and movement (m) over all ranks. */
void breakdown_endless(const Sim *sim, int evaluations, double force, double work, double way);

#endif
