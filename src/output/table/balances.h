/* SPDX-License-Identifier: MIT */
/* balance.csv of a run on several ranks: a row for each load balance. Its values depend on the
   number of ranks and on the machine, so they are kept out of log.csv. */
#ifndef OUTPUT_TABLE_BALANCES_H
#define OUTPUT_TABLE_BALANCES_H

#include "output/table/log.h"

/* One balance; values over all ranks. */
typedef struct {
  int64_t step;
  double  time; /* s */
  /* largest work of a rank over the mean, with the pair lists before and after */
  double  before, after;
  int64_t cuts_moved;      /* number of cuts that moved */
  int64_t held_back;       /* number of these that balance: fraction stopped before their target */
  int64_t clumps, records; /* number of clumps and of contact memories that changed their rank */
  int64_t bytes;           /* bytes of these clumps and memories */
  double  seconds;         /* wall time of this rebuild minus that of one without a balance, s */
  double  gain;            /* expected decrease of the wall time of a step, s; < 0: increase */
} BalanceRow;

/* Open DIR/balance.csv: empty (step < 0), or to append after `step`, with later rows removed. On
   one rank nothing is written, but the file of an earlier run is removed or cut. Collective. Error:
   PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode balances_open(const Parallel *par, const char *dir, int64_t step, Log *log);
/* Append a row; does nothing if the log is not open. Close it with log_close. Collective. */
PetscErrorCode balances_row(const Parallel *par, Log *log, const BalanceRow *row);

#endif
