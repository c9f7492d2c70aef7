/* SPDX-License-Identifier: MIT */
/* The module of probes. */
#ifndef OUTPUT_TABLE_PROBE_MODULE_H
#define OUTPUT_TABLE_PROBE_MODULE_H

#include "matter/module.h"
#include "measure/probe/probe.h"
#include "output/table/table.h"

typedef struct {
  Probes   all;
  Beat    *beat;  /* [probes], in a run */
  Log     *table; /* [probes] of those at points */
  int64_t *lost;  /* [probes] samples that could not be written */
} ProbesState;

extern const Module probes_module; /* its state: ProbesState */

#endif
