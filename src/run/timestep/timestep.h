/* SPDX-License-Identifier: MIT */
/* The time step: chosen, checked and printed. The rule: docs/timestep.md. */
#ifndef RUN_TIMESTEP_TIMESTEP_H
#define RUN_TIMESTEP_TIMESTEP_H

#include "base/base.h"

typedef struct Sim Sim;

/* The step that dt: auto takes with the present scenario, s; INFINITY if nothing can touch. After
   timestep_choose. */
double timestep_auto(const Sim *sim);
/* Find the shortest contacts, and with dt: auto the step from them. restart: the step is INFINITY
   if nothing can touch, as the step of the checkpoint is kept unless a shorter one is needed
   (save.c). Mistakes are reported to options. Collective. */
PetscErrorCode timestep_choose(Sim *sim, bool restart);
/* Warn if the final step is too long for contacts or dashpots, and refuse more steps than can be
   counted. */
void timestep_check(Sim *sim);
/* Print one line: the step and the limit that decided it. */
void timestep_print(const Sim *sim);
/* Print a line if bodies may land on several pebbles at once under a law that
   treats each contact by itself. */
void timestep_print_bounce(const Sim *sim);

#endif
