/* SPDX-License-Identifier: MIT */
/* Motion of whole tiles of clumps that move freely when the last step is pending, the case of most
   spheres: of clumps with three equal moments that turn freely, and of clumps that never turn. Only
   attitudes are turned to columns. All else stays in rows: a vector and the number after it are
   processed as four numbers at once. The bits are the same as by columns. Not for other rooms. */
#ifndef MOTION_ROWS_H
#define MOTION_ROWS_H

#include "matter/loads.h"
#include "motion/corrected.h"
#include "motion/watch.h"

/* Constants of a step; most are repeated four times. */
typedef struct {
  Four   gravity; /* gravity times half of the step, m/s */
  Four   quantum; /* quantum of forces, N */
  Four   dt, half, magic;
  Four   lo, hi; /* edges (watch.h), m */
  double turn;   /* quantum of torques over the arm, N */
} RowsStep;

/* True for a whole tile of clumps with these TILE_ bits that move freely, and turn freely with
   three equal moments or never turn. */
bool     rows_fit(const MotionStep *step, unsigned has, int n);
RowsStep rows_begin(const MotionStep *step, const Loads *loads);

/* Corrections of the rows of a tile (corrected.h). */
typedef struct {
  CorrectedStep step;
  double (*x)[4], (*rest)[4];
  int64_t (*sum)[4];
  Vec3          *answer; /* NULL: nobody asks */
  CorrectedTile *tile;   /* displacements and works, which are found */
  uint32_t       left;   /* bit k: row k would leave, or is out of bounds */
} RowsCorrections;

/* Move rows from .. from + CLUMPS_TILE - 1 by a step. Their sums of loads are taken and zeroed, and
   their pebbles are placed (pebbles: lone, or NULL). Columns of the tile that are set: motion[U],
   and for clumps that turn the spin in the step in pose[W], the attitudes before it in pose[Q] and
   after it in turned. True if all centres are between the edges, none is NaN (as one is if the
   velocity is not finite), and all spins are within SPIN_MOST; it may also be false if many spins
   are close to SPIN_MOST. by: corrections, or NULL; with them motion[U] is the velocity before
   these, and the result is true if all spins are within SPIN_MOST. */
bool rows_move(Clumps *clumps, const RowsStep *step, PetscInt from, const Loads *loads, bool turns,
               Pebbles *pebbles, RowsCorrections *by, MotionTile *tile);
/* Find the centres alone after that step, in x and rest of `rows`. True if all are within bounds.
   */
bool rows_foresee(const Clumps *clumps, const MotionStep *step, PetscInt from, const Loads *loads,
                  const CorrectedRows *rows);

#endif
