/* SPDX-License-Identifier: MIT */
/* Temperatures of owned clumps in a step, from the heat that contacts have added up. They are
   integrated like velocities: half a step with the last heat flow at the end of a step and half at
   the start of the next, and contacts see the temperature predicted to the end of the step, T +
   dt/2 (flow over heat capacity). This is Heun's method (Heun 1900, Z. Math. Phys. 45, 23) with the
   flow at the predicted temperature: second order, and stable for dt below the time in which heat
   evens out. Called by motion.c for clumps with USE_HEAT; requires clumps_prepare. */
#ifndef MOTION_WARMING_H
#define MOTION_WARMING_H

#include "matter/clumps.h"
#include "matter/loads.h"

/* First half of a step of owned rows from .. to - 1; if the last step is `pending`, its second half
   first, with the sums in `loads`, which are zeroed; else the flow is that in the column `heat`.
   Local. */
void warming_start(Clumps *clumps, double dt, bool pending, PetscInt from, PetscInt to,
                   Loads *loads);
/* Second half, with the sums in `loads`, which are written to the column `heat`. Local. */
void warming_finish(Clumps *clumps, Loads *loads, double dt);
/* Set the predicted temperatures of owned rows between steps. Local. */
void warming_pose(Clumps *clumps);

#endif
