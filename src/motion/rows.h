/* SPDX-License-Identifier: MIT */
/* Motion of whole tiles of clumps that move freely when the last step is pending, the case of most
   spheres: of clumps with three equal moments that turn freely, and of clumps that never turn. Rows
   are not turned to columns, but for the attitude: a vector and the number after it are one vector
   operation. The same bits as by columns. Not for other rooms. */
#ifndef MOTION_ROWS_H
#define MOTION_ROWS_H

#include "matter/loads.h"
#include "motion/motion.h"
#include "motion/tile.h"

/* Both half kicks, the drift, and predicted velocities of rows from .. from + CLUMPS_TILE - 1, of
   which the sums of loads are taken and zeroed; their pebbles are placed (MotionStep.pebbles). In
   columns: pose[X], motion[U], and of clumps that turn motion[L], motion[INVERSE + 2] and the
   attitudes pose[Q] before the step. Returns 0 if all values are finite and no spin is beyond
   SPIN_MOST, else NaN. */
double rows_move(Clumps *clumps, const MotionStep *step, PetscInt from, const Loads *loads,
                 bool turns, MotionTile *tile);
/* Write the attitudes turned[] to the rows. */
void rows_turn(Clumps *clumps, PetscInt from, MotionTile *tile);

#endif
