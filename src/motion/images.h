/* SPDX-License-Identifier: MIT */
/* Clumps that leave a cell which deforms (space/cell/cell.h): from then on the image that is in the
   cell is the clump whose velocity is kept, while its pose is followed where it is until the next
   rebuild. Which image is in the cell follows from places alone, in every step, so that velocities
   change in the same step whenever lists are built. Not for other rooms. */
#ifndef MOTION_IMAGES_H
#define MOTION_IMAGES_H

#include "motion/motion.h"
#include "motion/tile.h"

/* True if none of these rows is followed outside the cell. */
bool images_are_home(const Clumps *clumps, PetscInt from, int n);

/* Move the poses of rows outside the cell as their images have moved by the last cell_advance. */
void images_carry(Clumps *clumps, const Domain *domain, PetscInt from, int n);

/* After a drift: change to the image in the cell, and set the velocities of poses to those of the
   image followed, on the grid of velocities. The columns U of the tile get them, too, for bounds of
   displacements. */
void images_follow(Clumps *clumps, const MotionStep *step, PetscInt from, int n, MotionTile *tile);

/* Set the velocities of poses from those in the cell, as images_follow leaves them. */
void images_pose(Clumps *clumps, const Domain *domain);

#endif
