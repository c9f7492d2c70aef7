/* SPDX-License-Identifier: MIT */
/* Plug-in kind Integrator: the fractions of dt for which loads change velocities at the start and
   at the end of a step. An integrator is one const struct in integrator.c, and one line in the list
   below.

   At the start of a step the last loads change velocities and angular momenta for `first` dt.
   Clumps drift and turn with these for dt (motion.h), the new loads are evaluated, and change
   velocities for `last` dt. first + last is 1. While loads are evaluated velocities are those of
   the drift, predicted for `last` dt with the last loads. */
#ifndef MOTION_INTEGRATOR_H
#define MOTION_INTEGRATOR_H

#include "options/plugin.h"

typedef struct Integrator {
  Plugin head;
  double first, last; /* fractions of dt */
  int    order;       /* order of the error in dt */
} Integrator;

/* The list. */
#define INTEGRATORS(X) \
  X(integrator_verlet) \
  X(integrator_euler)

#define INTEGRATOR_DECLARED(integrator) extern const Integrator integrator;
INTEGRATORS(INTEGRATOR_DECLARED)
#undef INTEGRATOR_DECLARED

/* All integrators, for the option `integrator`. NULL-terminated. */
extern const Plugin *const integrator_heads[];

#endif
