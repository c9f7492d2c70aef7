/* SPDX-License-Identifier: MIT */
/* probes/NAME.csv: what a probe finds at its points, a row for each point at each time. */
#ifndef OUTPUT_TABLE_PROBE_ROWS_H
#define OUTPUT_TABLE_PROBE_ROWS_H

#include "measure/probe/probe.h"
#include "output/table/table.h"

/* Open DIR/probes/NAME.csv: empty (step < 0), or to append after `step`, with later rows removed.
   Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode probe_rows_open(const Parallel *par, const char *dir, int64_t step,
                               const Probe *probe, Log *log);
/* Append the rows of one step, as one piece; numbers: on rank 0, as probe_evaluate gives them.
   Collective. */
PetscErrorCode probe_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                const Probe *probe, const double *numbers);

#endif
