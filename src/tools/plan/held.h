/* SPDX-License-Identifier: MIT */
/* Links, constraints and hard contacts in the counts of parts (parts.h). */
#ifndef TOOLS_PLAN_HELD_H
#define TOOLS_PLAN_HELD_H

#include "tools/plan/parts.h"

/* Copies that parts need for links: `given` of owned clumps, by row; free with needs_free.
   Collective. */
PetscErrorCode held_needs(const Sim *sim, const Decomposition *decomposition, Needs *needs);
/* Add this rank's links to the parts that evaluate them. Local. */
void held_count(const Sim *sim, const Decomposition *decomposition, Part *parts);
/* When counts are those of all ranks: set the members that follow from them. Local. */
void held_complete(const Sim *sim, Part *part);
/* Set the numbers of links and near pairs of this rank, and the members that follow
   from them. Local. */
void held_here(const Sim *sim, Part *part);

#endif
