/* SPDX-License-Identifier: MIT */
/* The account of loads on walls, for walls.csv. */
#ifndef OUTPUT_TABLE_WALL_ACCOUNT_H
#define OUTPUT_TABLE_WALL_ACCOUNT_H

#include "matter/module.h"
#include "output/table/table.h"

/* Work that each wall, and each group that follows motions, has done on the clumps since the first
   step, up to the end of the half step to come, J. */
typedef struct {
  Sum *work;  /* [bodies] this rank's part; NULL: not asked for */
  Sum *whole; /* [bodies] over all ranks, for checkpoints */
  Beat beat;
  Log  log;
} WallAccount;

extern const Module wall_account_module; /* its state: WallAccount */

#endif
