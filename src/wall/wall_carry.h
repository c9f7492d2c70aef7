/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry go with these. */
#ifndef WALL_WALL_CARRY_H
#define WALL_WALL_CARRY_H

#include "matter/clumps.h"
#include "wall/wall.h"

/* Put carried surfaces where their clumps are, whose poses must be up to date. Local. */
void walls_carry(Walls *walls, const Clumps *clumps);

#endif
