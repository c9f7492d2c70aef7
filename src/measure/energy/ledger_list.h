/* SPDX-License-Identifier: MIT */
/* The entries of the ledger, in the order in which they are added up: one line each. Checkpoints
   name them. */
#ifndef MEASURE_ENERGY_LEDGER_LIST_H
#define MEASURE_ENERGY_LEDGER_LIST_H

#define LEDGER_ENTRIES(ENTRY) \
  ENTRY(ledger_gravity) \
  ENTRY(ledger_elastic) \
  ENTRY(ledger_links) \
  ENTRY(ledger_links_broken) \
  ENTRY(ledger_links_damped) \
  ENTRY(ledger_contacts) \
  ENTRY(ledger_interactions) \
  ENTRY(ledger_deformable) \
  ENTRY(ledger_yielding) \
  ENTRY(ledger_walls) \
  ENTRY(ledger_faces) \
  ENTRY(ledger_driven) \
  ENTRY(ledger_cell) \
  ENTRY(ledger_forces) \
  ENTRY(ledger_damping) \
  ENTRY(ledger_thermostats) \
  ENTRY(ledger_restarts) \
  ENTRY(ledger_constraints) \
  ENTRY(ledger_motors) \
  ENTRY(ledger_crush) \
  ENTRY(ledger_part_normal) \
  ENTRY(ledger_part_cohesion) \
  ENTRY(ledger_part_tangential) \
  ENTRY(ledger_part_rolling) \
  ENTRY(ledger_part_twisting) \
  ENTRY(ledger_part_links) \
  ENTRY(ledger_work_normal) \
  ENTRY(ledger_work_cohesion) \
  ENTRY(ledger_work_tangential) \
  ENTRY(ledger_work_rolling) \
  ENTRY(ledger_work_twisting) \
  ENTRY(ledger_work_dashpots) \
  ENTRY(ledger_work_links) \
  ENTRY(ledger_work_interactions) \
  ENTRY(ledger_work_deformable)

#endif
