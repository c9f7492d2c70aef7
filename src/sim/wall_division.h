/* SPDX-License-Identifier: MIT */
/* Walls of which each rank has what is near its box, as large meshes (matter/surface.h, Division). */
#ifndef SIM_WALL_DIVISION_H
#define SIM_WALL_DIVISION_H

#include "base/base.h"

typedef struct Sim Sim;

/* Before the first step: divide the walls that are to be. What is set up and looked at before may ask
   for any place; from here on each rank asks for places near its box. Collective. */
PetscErrorCode wall_division_begin(Sim *sim);
/* Let each rank have what is near its box where walls and cuts are now. Before lists are made, and before
   clumps enter. Collective. */
PetscErrorCode wall_division_renew(Sim *sim);
/* Let rank 0 have all, for frames and checkpoints, until wall_division_disperse. Collective. */
PetscErrorCode wall_division_gather(Sim *sim);
void           wall_division_disperse(Sim *sim);

#endif
