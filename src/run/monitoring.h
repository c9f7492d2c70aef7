/* SPDX-License-Identifier: MIT */
/* Monitors and profiles in a run: their tables. */
#ifndef RUN_MONITORING_H
#define RUN_MONITORING_H

#include "base/clock.h"
#include "measure/monitor/monitor.h"
#include "output/table/table.h"

typedef struct Sim Sim;

/* Output of the monitors of a run. */
typedef struct {
  Beat   *beat;  /* [monitors] */
  Log    *table; /* [monitors] */
  int64_t lost;  /* tables that could not be written as HDF5 at the start */
} MonitorOutput;

/* Read the sections, when the domain is known; mistakes are noted in the options. Collective. */
PetscErrorCode monitoring_read(Sim *sim);
/* From now on show contacts to the monitors that ask for them, in the steps of their samples, until
   watching_stop. Called before the first step of a run or restart. */
PetscErrorCode monitoring_watch(Sim *sim);
/* Open tables: empty for a new run, cut at the present step for a restart. Collective. */
PetscErrorCode monitoring_open(Sim *sim, MonitorOutput *output);
/* Write what is due at the present step; *lost: is raised by the number of samples that could
   not be written. Collective. */
PetscErrorCode monitoring_write(Sim *sim, MonitorOutput *output, int64_t *lost);
/* Write the tables that are asked for as HDF5; *lost: is raised by the number of those that could
   not be written. Collective. */
PetscErrorCode monitoring_save(Sim *sim, int64_t *lost);
PetscErrorCode monitoring_close(const Sim *sim, MonitorOutput *output);

#endif
