/* SPDX-License-Identifier: MIT */
/* Probes in a run: their tables and grids. */
#ifndef RUN_PROBING_H
#define RUN_PROBING_H

#include "base/clock.h"
#include "measure/probe/probe.h"
#include "output/table/table.h"

typedef struct Sim Sim;

/* Outputs of the probes of a run. */
typedef struct {
  Beat    *beat;  /* [probes] */
  Log     *table; /* [probes] of those at points */
  int64_t *lost;  /* [probes] samples that could not be written */
} ProbeOutput;

/* Read the section; mistakes are noted in the options. Collective. */
PetscErrorCode probing_read(Sim *sim);
/* Open tables, and cut grids: empty for a new run, cut at the present step for a restart.
   Collective. */
PetscErrorCode probing_open(Sim *sim, ProbeOutput *output);
/* Write what is due at the present step; *lost: is raised by the number of rows and files that
   could not be written. Collective. */
PetscErrorCode probing_write(Sim *sim, ProbeOutput *output, int64_t *lost);
PetscErrorCode probing_close(const Sim *sim, ProbeOutput *output);

#endif
