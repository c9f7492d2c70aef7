/* SPDX-License-Identifier: MIT */
/* -check: what a run of this state would be, without running it. */
#ifndef PLAN_CHECK_H
#define PLAN_CHECK_H

#include "sim/sim.h"

/* Print what a run would do: counts, dt, memory, ranks, and overlaps at the start. *end is
   RUN_BROKEN if the run would be stopped there, as in sim_run. Collective. */
PetscErrorCode sim_check(Sim *sim, RunEnd *end);
/* Print a line on the memory of ranks, now and in a rebuild, and their load. Collective. */
PetscErrorCode memory_print(const Sim *sim);

#endif
