/* SPDX-License-Identifier: MIT */
/* A watch on bodies while they are moved: how far have they come, who has left, and is all a number? For motion only. */
#ifndef MOTION_WATCH_H
#define MOTION_WATCH_H

#include "motion/motion.h"
#include "motion/tile.h"

/* What was found, of every LANES-th body by itself. */
typedef struct {
  Extremes u, x;                    /* velocities, places */
  double   u2[LANES];               /* largest speed squared */
  double   turn[LANES], way[LANES]; /* largest turn; largest way of those that turn */
  double   zero[LANES];             /* unless something is not a number */
} Watch;

void watch_begin(Watch *watch);

/* Rows from .. from + n - 1 as they are after a step. Changes columns of rows that have left. */
void watch_tile(const Clumps *clumps, PetscInt from, int n, MotionTile *tile, Watch *watch);

/* Bodies that do not move: others come nearer to them. */
void watch_fixed(Watch *watch);

/* What was found in rows first .. end - 1 is added to the report. Who has left by an open face is dropped. */
void watch_end(const Watch *watch, const MotionStep *step, PetscInt first, PetscInt end, Clumps *clumps, MotionReport *report);

#endif
