/* SPDX-License-Identifier: MIT */
/* Every equation of state of SPH: one line each, the name of its struct (fluid.h). */
#ifndef INTERACTION_SPH_FLUID_LIST_H
#define INTERACTION_SPH_FLUID_LIST_H

/* clang-format off */
#define FLUIDS(FLUID) \
  FLUID(fluid_tait) \
  FLUID(fluid_polytrope) \
  FLUID(fluid_ideal_gas)
/* clang-format on */

#endif
