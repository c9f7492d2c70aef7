/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: input that is taken but likely to be a mistake, as far as clumps, walls and
   what they meet tell. Each names the object and what would mend it. Those that need the time step
   or the whole setup are in run/setup/unusual.c. */
#ifndef SUPPLY_UNUSUAL_UNUSUAL_H
#define SUPPLY_UNUSUAL_UNUSUAL_H

#include "matter/world.h"

/* True if something besides gravity and contacts acts on clumps, or holds them. */
bool unusual_is_acted_on(const World *world);
/* *follows: the first falls of clumps can be followed, so that unusual_falls tells of a floor that
   is missing. Collective. */
PetscErrorCode unusual_follows_falls(const World *world, bool *follows);
/* Warn of clumps whose fall meets no wall. check: also of falls that leave after the end of the run,
   as -check may be given for a shorter one. Collective. */
PetscErrorCode unusual_falls(World *world, bool check);
/* Warn of walls that no clump can touch, and of regions of outlets, fills and inlets that lie wrong.
   Collective. */
PetscErrorCode unusual_walls(World *world);
/* Warn of motions, events, attitudes and pictures that are likely to be mistakes. Local. */
void unusual_keys(World *world);

#endif
