/* SPDX-License-Identifier: MIT */
/* States of the modules of monitors, profiles and probes, which write samples to tables. */
#ifndef OUTPUT_TABLE_SAMPLES_H
#define OUTPUT_TABLE_SAMPLES_H

#include "measure/monitor/monitor.h"
#include "measure/probe/probe.h"
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

#endif
