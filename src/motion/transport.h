/* SPDX-License-Identifier: MIT */
/* Velocities of transport: drift of centres beside that by the velocities of clumps, as fluids of
   particles need to keep their particles evenly spread. Not for other rooms. */
#ifndef MOTION_TRANSPORT_H
#define MOTION_TRANSPORT_H

#include "motion/motion.h"
#include "motion/tile.h"

/* Drift by MotionStep.transport after all else has moved the centres; `carried` gets the
   velocities, m/s. Clumps are not transported along blocked axes, nor against reflecting faces; not
   at all if they are driven or fixed. */
void transport_places(const Clumps *clumps, const MotionStep *step, PetscInt from, int n,
                      MotionTile *tile, Vec3 carried[CLUMPS_TILE]);
/* Add them to the velocities of a tile that has been written, for bounds of displacements. */
void transport_ways(const Vec3 carried[CLUMPS_TILE], MotionTile *tile);

#endif
