/* SPDX-License-Identifier: MIT */
/* Every field of profiles: one line each, the name of its struct (binned.h). */
#ifndef MEASURE_MONITOR_BINNED_LIST_H
#define MEASURE_MONITOR_BINNED_LIST_H

/* clang-format off */
#define BINNED_LIST(BINNED) \
  BINNED(binned_volume_fraction) \
  BINNED(binned_density) \
  BINNED(binned_velocity) \
  BINNED(binned_granular_temperature) \
  BINNED(binned_temperature) \
  BINNED(binned_number) \
  BINNED(binned_stress) \
  BINNED(binned_contact_stress) \
  BINNED(binned_kinetic_stress) \
  BINNED(binned_interaction_stress) \
  BINNED(binned_fabric) \
  BINNED(binned_coordination)
/* clang-format on */

#endif
