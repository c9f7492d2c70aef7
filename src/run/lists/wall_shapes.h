/* SPDX-License-Identifier: MIT */
/* Walls with a file: they are read from the file, or taken from a checkpoint, which is complete
   without it. */
#ifndef RUN_LISTS_WALL_SHAPES_H
#define RUN_LISTS_WALL_SHAPES_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Read the files of walls, except those that the checkpoint (NULL: none) holds. Mistakes are noted
   in the options. Collective. */
PetscErrorCode wall_shapes_load(Sim *sim, const Checkpoint *checkpoint);
/* Prepare all walls for use. smallest: radius of a pebble, m; 0: there is none. */
PetscErrorCode wall_shapes_prepare(Sim *sim, double smallest);

/* Their part in checkpoints (saved_parts.h). */
PetscErrorCode wall_shapes_list(Sim *sim, StateParts *parts);
PetscErrorCode wall_shapes_document(StateParts *parts);

#endif
