/* SPDX-License-Identifier: MIT */
/* Loads on walls and their work in a run, for walls.csv; kept only if the scenario asks
   for that file. */
#ifndef RUN_WALL_ACCOUNT_H
#define RUN_WALL_ACCOUNT_H

#include "output/checkpoint/checkpoint.h"
#include "output/table/tables.h"

typedef struct Sim Sim;

/* Work that each wall has done on the clumps since the first step, up to the end of
   the half step to come, J. */
typedef struct {
  Sum *work;  /* [walls] this rank's part; NULL: not asked for */
  Sum *whole; /* [walls] over all ranks, for checkpoints */
} WallAccount;

/* Begin the account, or go on with that of a checkpoint (NULL: none), if walls.csv is asked for. */
PetscErrorCode wall_account_open(Sim *sim, const Checkpoint *checkpoint);
void           wall_account_free(WallAccount *account);
/* Add the work of the last evaluation, for the half step to come and, if there is one (`before`),
   for the half step before. Local. */
void wall_account_book(Sim *sim, bool before);
/* Write a row for each wall, after a finished step. Collective. */
PetscErrorCode wall_account_write(Sim *sim, Log *log);

/* Its part in checkpoints (saved_parts.h). Collective. */
PetscErrorCode wall_account_list(Sim *sim, StateParts *parts);
PetscErrorCode wall_account_document(StateParts *parts);

#endif
