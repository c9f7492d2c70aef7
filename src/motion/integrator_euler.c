/* SPDX-License-Identifier: MIT */
#include "motion/integrator.h"

const Integrator integrator_euler = {
  .head  = {.name   = "euler",
            .text   = "Symplectic (semi-implicit) Euler: a whole kick, then drift; of first order, "
                       "the energy does not drift.",
            .source = "Hairer, Lubich & Wanner 2006, Geometric Numerical Integration, sec. I.1"},
  .first = 1,
  .last  = 0,
  .order = 1,
};
