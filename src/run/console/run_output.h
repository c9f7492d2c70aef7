/* SPDX-License-Identifier: MIT */
/* The output of a run and its schedule: rows, frames, checkpoints, folder and status. All functions
   but the last are collective. */
#ifndef RUN_CONSOLE_RUN_OUTPUT_H
#define RUN_CONSOLE_RUN_OUTPUT_H

#include "matter/module.h"
#include "output/table/log.h"
#include "run/console/console.h"

typedef struct {
  int64_t        last; /* step at which the run ends */
  Beat           log_beat, frames_beat, save_beat;
  PetscLogDouble start; /* wall time, s */
  int64_t        first, saved_step;
  bool           told; /* a warning was given of a frame that could not be written */
  Progress       progress;
  Log            log, events;
  Output         output; /* of modules */
  int            status; /* of the file `status`, rank 0 */
} Schedule;

/* Take the run's folder, and open its tables and its status: empty for a new run, cut at the
   present step for a restart. Errors: PETSC_ERR_FILE_OPEN. */
PetscErrorCode run_open_output(Sim *sim, Schedule *due);
/* True if log.csv has a row of this step. */
bool run_has_row(const Sim *sim, const Schedule *due, int64_t step);
/* An event has changed intervals of output. */
PetscErrorCode run_retime(Sim *sim, Schedule *due);
/* Write what is due at the present step. */
PetscErrorCode run_write_due(Sim *sim, Schedule *due);
/* Write the last checkpoint and the final state, and close all. Lost output is reported by the
   status file and as PETSC_ERR_FILE_WRITE, too, as scripts rely on them. */
PetscErrorCode run_close_output(Sim *sim, Schedule *due, RunEnd end);

/* The steps nearest to the multiples of a time interval (s); never, if it is not positive. If the
   steps of the scenario have substeps, the end of a whole step is taken. */
Beat run_beat(const Sim *sim, double time);

/* Wall time since `start`, s. */
double wall_since(double start);

#endif
