/* SPDX-License-Identifier: MIT */
/* Walls of the scenario. */
#ifndef WALL_WALL_READ_H
#define WALL_WALL_READ_H

#include "matter/template.h"
#include "options/options.h"
#include "wall/wall.h"

extern const OptionKind wall_kind;

/* Read all walls, in the order declared. Mistakes are noted in options, and such a wall is left
   out. */
PetscErrorCode walls_read(Options *options, const Materials *materials, Walls *walls);
/* Note a mistake for every wall whose images along periodic axes differ. */
void walls_check_periods(Options *options, const Walls *walls, const bool periodic[3]);
void walls_free(Walls *walls);

#endif
