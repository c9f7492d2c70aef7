/* SPDX-License-Identifier: MIT */
/* Every total (total.h), in the order of the columns of log.csv: a line each, the name of its
   struct. */
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
  TOTAL(total_energy_gravity) \
  TOTAL(total_energy_normal) \
  TOTAL(total_energy_cohesion) \
  TOTAL(total_energy_tangential) \
  TOTAL(total_energy_rolling) \
  TOTAL(total_energy_twisting) \
  TOTAL(total_energy_interactions) \
  TOTAL(total_energy_deformable) \
  TOTAL(total_energy_links) \
  TOTAL(total_loss_normal) \
  TOTAL(total_loss_cohesion) \
  TOTAL(total_loss_tangential) \
  TOTAL(total_loss_rolling) \
  TOTAL(total_loss_twisting) \
  TOTAL(total_loss_damping) \
  TOTAL(total_loss_links) \
  TOTAL(total_loss_links_broken) \
  TOTAL(total_loss_links_damped) \
  TOTAL(total_loss_interactions) \
  TOTAL(total_loss_deformable) \
  TOTAL(total_loss_global_damping) \
  TOTAL(total_loss_faces) \
  TOTAL(total_loss_crush) \
  TOTAL(total_loss_constraints) \
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
  TOTAL(total_cell_volume) \
  TOTAL(total_strain) \
  TOTAL(total_stress) \
  TOTAL(total_pressure) \
  TOTAL(total_solid_fraction) \
  TOTAL(total_unbalanced) \
  TOTAL(total_content) \
  TOTAL(total_entered) \
  TOTAL(total_left) \
  TOTAL(total_changed)

#endif
