/* SPDX-License-Identifier: MIT */
/* Velocities in output, corrected for the last kick under constraints (constraint/answer.h). */
#ifndef RUN_SHOWING_H
#define RUN_SHOWING_H

#include "constraint/answer.h"

typedef struct Sim Sim;

/* In setup: give clumps the columns that showing_begin needs, if there are constraints, none of
   them for volumes, and the integrator has a last kick. */
PetscErrorCode showing_check(Sim *sim);
/* After sim_complete: set the velocities to those at the end of the step, until showing_end, for
   files and totals; lists must stay. Collective. */
PetscErrorCode showing_begin(Sim *sim, AnswersKept *kept);
void           showing_end(Sim *sim, AnswersKept *kept);

#endif
