/* SPDX-License-Identifier: MIT */
/* The totals, in the order of their columns in log.csv: one line each. */
#ifndef MEASURE_TOTAL_LIST_H
#define MEASURE_TOTAL_LIST_H

#define TOTALS(TOTAL) \
  TOTAL(total_clumps) \
  TOTAL(total_pebbles) \
  TOTAL(total_contacts) \
  TOTAL(total_kinetic_translational) \
  TOTAL(total_kinetic_rotational) \
  TOTAL(total_potential) \
  TOTAL(total_dissipated) \
  TOTAL(total_supplied) \
  TOTAL(total_link_energy) \
  TOTAL(total_link_broken) \
  TOTAL(total_link_damped) \
  TOTAL(total_momentum) \
  TOTAL(total_angular_momentum) \
  TOTAL(total_max_overlap) \
  TOTAL(total_links) \
  TOTAL(total_broken) \
  TOTAL(total_constraint_error) \
  TOTAL(total_constraint_turn_error) \
  TOTAL(total_faces_lo) \
  TOTAL(total_faces_hi) \
  TOTAL(total_virial) \
  TOTAL(total_extended) \
  TOTAL(total_content)

#endif
