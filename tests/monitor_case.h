/* SPDX-License-Identifier: MIT */
/* Monitors that several tests evaluate. */
#ifndef MONITOR_CASE_H
#define MONITOR_CASE_H

#include "output/table/samples.h"
#include "sim_test.h"

/* Index of a monitor or profile. */
static inline int monitor_at(const Sim *sim, const char *name)
{
  for (int k = 0; k < sim_monitors(sim)->n; k++)
    if (strcmp(sim_monitors(sim)->list[k].name, name) == 0) return k;
  return 0;
}

/* Numbers of a monitor after a finished step, to be freed with array_free. Collective. */
static inline double *monitor_numbers(Sim *sim, int k)
{
  const ContactScene contacts = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &contacts);
  const MonitorScene scene    = {.measured = &measured, .time = sim_time(sim)};
  Monitor           *m        = &sim_monitors(sim)->list[k];
  double            *numbers;

  sim_complete(sim);
  array_create(&numbers, (size_t)monitor_columns(m) * sizeof *numbers, monitor_rows(m));
  CALL(monitor_evaluate(m, &scene, numbers));
  return numbers;
}

/* A number by the name of its column, in one row. */
static inline double monitor_number(const Sim *sim, int k, const double *numbers, int row,
                                    const char *column)
{
  const Monitor *m = &sim_monitors(sim)->list[k];
  MonitorColumn  c;

  for (int i = 0; monitor_column(m, i, &c); i++)
    if (strcmp(c.name, column) == 0) return numbers[row * monitor_columns(m) + i];
  test_fail(__FILE__, __LINE__, "%s has no column %s", m->name, column);
  return NAN;
}

/* Check that monitor k of `sim` has the numbers of that of `one`, which is on rank 0 alone.
   Collective. */
static inline void monitor_compare(Sim *sim, Sim *one, int k)
{
  const Monitor *m    = &sim_monitors(sim)->list[k];
  const size_t   size = (size_t)(monitor_rows(m) * monitor_columns(m)) * sizeof(double);
  double        *here = monitor_numbers(sim, k), *found = one ? monitor_numbers(one, k) : NULL,
         *alone = malloc(size);

  if (one) memcpy(alone, found, size);
  test_from_rank_0(alone, size);
  if (memcmp(here, alone, size) != 0)
    test_fail(__FILE__, __LINE__, "%s %s has other bits", m->section, m->name);
  array_free(&found);
  array_free(&here);
  free(alone);
}

#endif
