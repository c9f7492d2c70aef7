/* SPDX-License-Identifier: MIT */
/* Warnings of -check: input that a run accepts but that is likely to be a mistake. */
#ifndef TOOLS_PLAN_LIKELY_MISTAKES_H
#define TOOLS_PLAN_LIKELY_MISTAKES_H

#include "run/sim.h"

/* Warn of impacts at the estimated speed that go beyond overlap_limit, of clumps that enter later
   inside a wall, of gravity without anything that holds clumps, of walls that move out of the
   domain or faster than contacts can follow, and of outputs of clumps that do not exist and cannot
   enter. Collective. */
PetscErrorCode likely_mistakes_report(Sim *sim);

#endif
