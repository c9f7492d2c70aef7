/* SPDX-License-Identifier: MIT */
/* Divided walls, such as large meshes: each rank has the part that is near its box
   (wall/surface.h, Division). */
#ifndef RUN_LISTS_WALL_DIVISION_H
#define RUN_LISTS_WALL_DIVISION_H

#include "base/base.h"

typedef struct Sim Sim;

/* Before the first step: divide walls. Setup and checks before this may ask for distances at any
   place; from here on each rank asks only for places near its box. Collective. */
PetscErrorCode wall_division_begin(Sim *sim);
/* Give each rank the part near its box, for the present cuts and positions of walls. Called before
   lists are made, and before clumps enter. Collective. */
PetscErrorCode wall_division_renew(Sim *sim);
/* Give rank 0 all of the walls, for frames and checkpoints, until
   wall_division_disperse. Collective. */
PetscErrorCode wall_division_gather(Sim *sim);
void           wall_division_disperse(Sim *sim);

#endif
