/* SPDX-License-Identifier: MIT */
#include "motion/integrator.h"

const Integrator integrator_verlet = {
  .head  = {.name   = "verlet",
            .text   = "Velocity Verlet: half a kick, drift, half a kick; of second order, the "
                       "energy does not drift.",
            .source = "Swope et al. 1982, J. Chem. Phys. 76, 637"},
  .first = 0.5,
  .last  = 0.5,
  .order = 2,
};
