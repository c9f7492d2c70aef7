/* SPDX-License-Identifier: MIT */
/* The integrators. */
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

const Integrator integrator_euler = {
  .head  = {.name   = "euler",
            .text   = "Symplectic (semi-implicit) Euler: a whole kick, then drift; of first order, "
                       "the energy does not drift.",
            .source = "Hairer, Lubich & Wanner 2006, Geometric Numerical Integration, sec. I.1"},
  .first = 1,
  .last  = 0,
  .order = 1,
};

const Plugin *const integrator_heads[] = {INTEGRATORS(PLUGIN_HEAD) NULL};
