/* SPDX-License-Identifier: MIT */
/* Velocities in output, corrected for the last kick under constraints (constraint/answer.h). */
#ifndef RUN_SHOWN_VELOCITIES_H
#define RUN_SHOWN_VELOCITIES_H

#include "constraint/answer.h"

typedef struct Sim Sim;

/* In setup: give clumps the columns that shown_velocities_begin needs, if there are constraints, none of
   them for volumes, and the integrator has a last kick. */
PetscErrorCode shown_velocities_check(Sim *sim);
/* After sim_complete: set the velocities to those at the end of the step, until shown_velocities_end, for
   files and totals; lists must stay. Collective. */
PetscErrorCode shown_velocities_begin(Sim *sim, AnswersKept *kept);
void           shown_velocities_end(Sim *sim, AnswersKept *kept);

#endif
