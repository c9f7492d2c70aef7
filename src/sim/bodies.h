/* SPDX-License-Identifier: MIT */
/* Force and torque on clumps that the scenario asks for, for bodies.csv. */
#ifndef SIM_BODIES_H
#define SIM_BODIES_H

#include "output/body_rows.h"

typedef struct Sim Sim;

/* Note mistakes of the keys `bodies` and `bodies_groups`. */
void bodies_check(Sim *sim);
/* Write a row for each of the clumps that are there, at the end of a step. Collective. */
PetscErrorCode bodies_write(Sim *sim, Log *log);

#endif
