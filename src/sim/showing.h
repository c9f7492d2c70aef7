/* SPDX-License-Identifier: MIT */
/* Velocities as they are shown (constraint/answer.h). */
#ifndef SIM_SHOWING_H
#define SIM_SHOWING_H

#include "constraint/answer.h"

typedef struct Sim Sim;

/* In the set-up: clumps note what showing_begin needs, if there are constraints, none of them volumes, and
   the integrator has a last kick. */
PetscErrorCode showing_check(Sim *sim);
/* After sim_complete: show the velocities at the end of the step while files are written and totals are
   found, until showing_end; lists must stay. Collective. */
PetscErrorCode showing_begin(Sim *sim, AnswersKept *kept);
void           showing_end(Sim *sim, AnswersKept *kept);

#endif
