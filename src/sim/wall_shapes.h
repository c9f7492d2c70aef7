/* SPDX-License-Identifier: MIT */
/* Walls with a file: read, or taken from a checkpoint, so that this is complete without the file. */
#ifndef SIM_WALL_SHAPES_H
#define SIM_WALL_SHAPES_H

#include "output/checkpoint.h"

typedef struct Sim Sim;

/* Read the files of walls; what the checkpoint has of them (NULL: none) takes their place. Mistakes
   are noted in the options. Collective. */
PetscErrorCode wall_shapes_load(Sim *sim, const Checkpoint *checkpoint);
/* Prepare all walls for use. smallest: radius of a pebble, m; 0: there is none. */
PetscErrorCode wall_shapes_prepare(Sim *sim, double smallest);

/* Their part in checkpoints (saved_parts.h). */
PetscErrorCode wall_shapes_list(Sim *sim, StateParts *parts);
PetscErrorCode wall_shapes_document(StateParts *parts);

#endif
