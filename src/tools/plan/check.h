/* SPDX-License-Identifier: MIT */
/* -check: counts, time step, memory and overlaps of a run, printed without running it. */
#ifndef TOOLS_PLAN_CHECK_H
#define TOOLS_PLAN_CHECK_H

#include "run/sim.h"

/* Print counts, dt, memory, ranks, and overlaps at the start. *end is RUN_BROKEN if the run would
   be stopped there, as in sim_run. Collective. */
PetscErrorCode sim_check(Sim *sim, RunEnd *end);
/* Print a line on the memory of ranks, now and in a rebuild, and their load. Collective. */
PetscErrorCode memory_print(const Sim *sim);

/* Warn of impacts at the estimated speed that go beyond overlap_limit, of clumps that enter later
   inside a wall, of gravity without anything that holds clumps, of walls that move out of the
   domain or faster than contacts can follow, and of outputs of clumps that do not exist and cannot
   enter. Collective. */
PetscErrorCode likely_mistakes_report(Sim *sim);

#endif
