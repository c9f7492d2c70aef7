/* SPDX-License-Identifier: MIT */
/* The module of monitors and profiles. */
#ifndef OUTPUT_TABLE_MONITOR_MODULE_H
#define OUTPUT_TABLE_MONITOR_MODULE_H

#include "matter/module.h"
#include "measure/monitor/monitor.h"
#include "output/table/table.h"

typedef struct {
  Monitors all;
  Beat    *beat;  /* [monitors], in a run */
  Log     *table; /* [monitors] */
} MonitorsState;

extern const Module monitors_module; /* its state: MonitorsState */

/* Have contacts shown to the monitors that ask for them, in the steps of their samples; opening the
   output of a run does so. */
PetscErrorCode monitors_listen(World *world);

#endif
