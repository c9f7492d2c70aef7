/* SPDX-License-Identifier: MIT */
/* Memory of monitors for each clump: columns of the clumps, which migrate and are saved. Each
   monitor has columns of its own, in the order of the scenario: objects added by a restart come
   after the stored ones. A new clump has zeros. */
#ifndef MEASURE_MONITOR_MONITOR_MEMORY_H
#define MEASURE_MONITOR_MONITOR_MEMORY_H

#include "matter/clumps.h"
#include "options/options.h"

enum { MONITOR_MEMORY = 12 };

extern const Field monitor_fields[MONITOR_MEMORY + 1];

/* Bit for clumps_use if a monitor of the scenario has memory; else 0. */
unsigned monitor_memory_use(const Options *options);
/* Column k of the memory of a monitor whose first column is `first`. */
static inline double *monitor_memory(const Clumps *c, int first, int k)
{
  return c->found[clump_table_first(monitor_fields) + first + k];
}

#endif
