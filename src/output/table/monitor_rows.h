/* SPDX-License-Identifier: MIT */
/* monitors/NAME.csv and profiles/NAME.csv: what monitors measure; and SECTIONs/column_units.csv,
   the unit and the meaning of each of their columns. */
#ifndef OUTPUT_TABLE_MONITOR_ROWS_H
#define OUTPUT_TABLE_MONITOR_ROWS_H

#include "measure/monitor/monitor.h"
#include "output/table/table.h"

/* Column k of the rows, from 0 on: step, time, and of profiles the bin and its edges, then
   the numbers. */
MonitorColumn monitor_row_column(const Monitor *monitor, int k);
int           monitor_row_columns(const Monitor *monitor);
bool          monitor_row_is_whole(const Monitor *monitor, int k); /* step and bin */
/* Write the units of all tables. Collective. */
PetscErrorCode monitor_units_write(const Parallel *par, const char *dir, const Monitors *monitors);
/* Open the table of a monitor: empty (step < 0), or to append after `step`, with later rows
   removed. Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode monitor_rows_open(const Parallel *par, const char *dir, int64_t step,
                                 const Monitor *monitor, Log *log);
/* Append the rows of one step, as one piece. Collective. */
PetscErrorCode monitor_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                  const Monitor *monitor, const double *numbers);

#endif
