/* SPDX-License-Identifier: MIT */
/* Forces of constraints and hard contacts on single clumps, for those who ask (Clumps.held_force): the sums
   of the corrections that a clump has received in a step, over dt^2, whether it yields or not. In the
   sweeps they are impulses times dt, kg m. Without anybody who asks these functions do nothing. Local. */
#ifndef CONSTRAINT_REACTION_H
#define CONSTRAINT_REACTION_H

#include "constraint/project.h"

/* True if the sums of clumps that do not yield are of use: of driven groups, or of bodies.csv. */
static inline bool reactions_are_asked(const ConstraintScene *s)
{
  return s->driven->n > 0 || s->clumps->held_force;
}

/* No forces: at the start of every step. */
void reactions_clear(Clumps *clumps);
/* Add the sums of a sweep, of all owned rows of the loads, or of the columns of rods. */
void reactions_add(const Constraints *constraints, const ConstraintScene *scene);
void reactions_add_rows(const Constraints *constraints, const ConstraintScene *scene);
/* From impulses to forces: at the end of all sweeps. */
void reactions_end(const ConstraintScene *scene);

#endif
