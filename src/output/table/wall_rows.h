/* SPDX-License-Identifier: MIT */
/* walls.csv: loads on walls and their work, a row for each wall. */
#ifndef OUTPUT_TABLE_WALL_ROWS_H
#define OUTPUT_TABLE_WALL_ROWS_H

#include "output/table/log.h"

/* One wall at one time, over all ranks. */
typedef struct {
  const char *name;
  Vec3        force, torque; /* of the clumps on the wall, N; about the point, N m */
  Vec3        point;         /* m */
  double      power, work;   /* that it gives to the clumps now, W; and since the first step, J */
} WallRow;

/* Open DIR/walls.csv: empty (step < 0), or to append after `step`, with later rows removed. wanted
   false: nothing is written, but the file of an earlier run is removed or cut. Collective. Error:
   PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode wall_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                              Log *log);
/* Append the rows of n walls at one step, as one piece; rows: on rank 0. Collective. */
PetscErrorCode wall_rows_write(const Parallel *par, Log *log, int64_t step, double time, int n,
                               const WallRow *rows);

#endif
