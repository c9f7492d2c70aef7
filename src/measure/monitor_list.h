/* SPDX-License-Identifier: MIT */
/* Every kind of monitor: one line each, the name of its struct (monitor.h). */
#ifndef MEASURE_MONITOR_LIST_H
#define MEASURE_MONITOR_LIST_H

/* clang-format off */
#define MONITOR_LIST(MONITOR) \
  MONITOR(monitor_solid_fraction) \
  MONITOR(monitor_stress) \
  MONITOR(monitor_fabric) \
  MONITOR(monitor_coordination) \
  MONITOR(monitor_force_histogram)
/* clang-format on */

#endif
