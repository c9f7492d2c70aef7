/* SPDX-License-Identifier: MIT */
/* Every kind of monitor: one line each, the name of its struct (monitor.h). */
#ifndef MEASURE_MONITOR_MONITOR_LIST_H
#define MEASURE_MONITOR_MONITOR_LIST_H

/* clang-format off */
#define MONITOR_LIST(MONITOR) \
  MONITOR(monitor_solid_fraction) \
  MONITOR(monitor_stress) \
  MONITOR(monitor_fabric) \
  MONITOR(monitor_coordination) \
  MONITOR(monitor_force_histogram) \
  MONITOR(monitor_clumps) \
  MONITOR(monitor_centre) \
  MONITOR(monitor_coarse_grain) \
  MONITOR(monitor_flux) \
  MONITOR(monitor_msd) \
  MONITOR(monitor_residence) \
  MONITOR(monitor_nematic) \
  MONITOR(monitor_rdf) \
  MONITOR(monitor_segregation)
/* clang-format on */

#endif
