/* SPDX-License-Identifier: MIT */
/* log.csv: totals of a run over time. */
#ifndef OUTPUT_TABLE_LOG_H
#define OUTPUT_TABLE_LOG_H

#include "measure/totals.h"
#include "output/table/table.h"

typedef struct {
  int64_t     step;
  double      time, dt; /* s */
  TotalValues totals;
  double      wall_time; /* s */
} LogRow;

/* A column of log.csv: step, time, dt, the totals and wall_time. */
typedef TotalColumn LogColumn;

/* Column k of those that a run may have, from 0 on; false: there are no more. */
bool log_column(int k, LogColumn *column);

/* Open DIR/log.csv with the columns that this run has, as table_open does; rows are appended with
   table_write. Collective. */
PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step,
                        const Measured *measured, Log *log);

#endif
