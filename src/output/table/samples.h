/* SPDX-License-Identifier: MIT */
/* The modules of monitors, profiles and probes, and the tables of what they measure. */
#ifndef OUTPUT_TABLE_SAMPLES_H
#define OUTPUT_TABLE_SAMPLES_H

#include "measure/monitor/monitor.h"
#include "measure/probe/probe.h"
#include "output/hdf5.h"
#include "output/table/table.h"

/* The samples of one of them in a run. */
typedef struct {
  Beat    beat;
  Log     table; /* of a monitor, or of a probe at points */
  int64_t lost;  /* samples that could not be written */
} Samples;

typedef struct {
  Monitors all;
  Samples *samples; /* [all.n], in a run */
} MonitorsState;

typedef struct {
  Probes   all;
  Samples *samples; /* [all.n], in a run */
} ProbesState;

extern const Module monitors_module, probes_module; /* their states: MonitorsState, ProbesState */

/* Have contacts shown to the monitors that ask for them, in the steps of their samples; opening the
   output of a run does so. */
PetscErrorCode monitors_listen(World *world);

/* Close the tables of n, if they are open. */
void samples_close(Samples **samples, int n);

/* ---- monitors/NAME.csv and profiles/NAME.csv; and SECTIONs/column_units.csv, the unit and the
   meaning of each of their columns ---- */

/* Write the units of all tables. Collective. */
PetscErrorCode monitor_units_write(const Parallel *par, const char *dir, const Monitors *monitors);
/* Open the table of a monitor: empty (step < 0), or to append after `step`, with later rows
   removed. Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode monitor_rows_open(const Parallel *par, const char *dir, int64_t step,
                                 const Monitor *monitor, Log *log);
/* Append the rows of one step, as one piece. Collective. */
PetscErrorCode monitor_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                  const Monitor *monitor, const double *numbers);

/* ---- monitors/NAME.h5 and profiles/NAME.h5 have the same rows: for each column a dataset with
   attributes `unit`, `text` and its number `column`; step and bin are 64-bit integers, all other
   numbers real. The table in text takes each sample as it comes, and survives a kill at any time;
   the file is made anew from it, under a temporary name ---- */

/* Write the file of all rows that the table has. *written false: it is as it was, and `why`
   (HDF5_WHY bytes) has the reason. Collective. */
PetscErrorCode monitor_hdf5_write(const Parallel *par, const char *dir, const Monitor *monitor,
                                  bool *written, char *why);
/* Remove the file of a former run, if there is one. Collective. */
void monitor_hdf5_remove(const Parallel *par, const char *dir, const Monitor *monitor);

/* ---- probes/NAME.csv: a row for each point at each time ---- */

/* Open DIR/probes/NAME.csv: empty (step < 0), or to append after `step`, with later rows removed.
   Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode probe_rows_open(const Parallel *par, const char *dir, int64_t step,
                               const Probe *probe, Log *log);
/* Append the rows of one step, as one piece; numbers: on rank 0, as probe_evaluate gives them.
   Collective. */
PetscErrorCode probe_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                const Probe *probe, const double *numbers);

#endif
