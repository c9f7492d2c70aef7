/* SPDX-License-Identifier: MIT */
/* Columns of the memory of monitors. */
#include "measure/monitor/monitor_memory.h"
#include "measure/monitor/monitor.h"

#define COLUMN(number) \
  { \
    .name = "monitor_memory_" number, .unit = "1", \
    .text = \
      "in runs with monitors that remember clumps (docs/monitors.md): in the unit of the monitor", \
    .type = FIELD_REAL, .travels = MIGRATES | SAVED \
  }

const Field monitor_fields[] = {
  COLUMN("1"), COLUMN("2"), COLUMN("3"),  COLUMN("4"),  COLUMN("5"),  COLUMN("6"),   COLUMN("7"),
  COLUMN("8"), COLUMN("9"), COLUMN("10"), COLUMN("11"), COLUMN("12"), {.name = NULL}};

unsigned monitor_memory_use(const Options *options)
{
  const char *const *names;
  int                n = 0;

  if (options_objects(options, "monitor", &n, &names)) return 0;
  for (int k = 0; k < n; k++) {
    const MonitorKind *kind = (const MonitorKind *)plugin_find(
      monitor_table, option_word(options, "monitor", names[k], "type"));

    if (kind && kind->memory > 0) return clump_table_use(monitor_fields);
  }
  return 0;
}
