/* SPDX-License-Identifier: MIT */
/* Every interaction. A new one is one file and one line here: the name of its struct. */
#ifndef INTERACTION_INTERACTION_LIST_H
#define INTERACTION_INTERACTION_LIST_H

#define INTERACTIONS(INTERACTION) \
  INTERACTION(interaction_buoyancy) \
  INTERACTION(interaction_central) \
  INTERACTION(interaction_convection) \
  INTERACTION(interaction_coulomb) \
  INTERACTION(interaction_drag) \
  INTERACTION(interaction_electric) \
  INTERACTION(interaction_gravity) \
  INTERACTION(interaction_lennard_jones) \
  INTERACTION(interaction_magnetic) \
  INTERACTION(interaction_mie) \
  INTERACTION(interaction_morse) \
  INTERACTION(interaction_potential) \
  INTERACTION(interaction_sph) \
  INTERACTION(interaction_table) \
  INTERACTION(interaction_uniform) \
  INTERACTION(interaction_wca)

#endif
