/* SPDX-License-Identifier: MIT */
/* balance.csv of a run on several ranks: a row for every time that work was shared anew. What it holds depends on the number of
   ranks and on the machine, so it is a file of its own beside log.csv. */
#ifndef OUTPUT_BALANCES_H
#define OUTPUT_BALANCES_H

#include "output/log.h"

/* One balance; numbers over all ranks. */
typedef struct {
  int64_t step;
  double  time;            /* s */
  double  before, after;   /* most work of a rank over the mean, with the lists before and after */
  int64_t moved;           /* cuts */
  int64_t held_back;       /* of them, cuts that would have gone further than balance: fraction allows */
  int64_t clumps, records; /* that changed their rank: clumps, and contacts' memory */
  int64_t bytes;           /* of these */
  double  seconds;         /* wall time of this rebuild above that of one without a balance, s */
  double  gain;            /* wall time that a step is expected to take less, s; < 0: more */
} BalanceRow;

/* Open DIR/balance.csv: anew (step < 0), or going on after `step`, with later rows cut off. On one rank nothing is written, but
   what an earlier run left there is removed or cut. Collective. Error: PETSC_ERR_FILE_OPEN when it cannot be written. */
PetscErrorCode balances_open(const Parallel *par, const char *dir, int64_t step, Log *log);
/* Nothing happens if the log is not open. Collective. Close it with log_close. */
PetscErrorCode balances_row(const Parallel *par, Log *log, const BalanceRow *row);

#endif
