/* SPDX-License-Identifier: MIT */
/* Every field that probes interpolate: one line each, the name of its struct (sampled.h). */
#ifndef MEASURE_MONITOR_SAMPLED_LIST_H
#define MEASURE_MONITOR_SAMPLED_LIST_H

/* clang-format off */
#define SAMPLED_LIST(SAMPLED) \
  SAMPLED(sampled_density) \
  SAMPLED(sampled_velocity) \
  SAMPLED(sampled_angular_velocity) \
  SAMPLED(sampled_pressure) \
  SAMPLED(sampled_smoothing_length) \
  SAMPLED(sampled_temperature) \
  SAMPLED(sampled_internal_energy) \
  SAMPLED(sampled_charge_density) \
  SAMPLED(sampled_volume_fraction)
/* clang-format on */

#endif
