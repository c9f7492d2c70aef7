/* SPDX-License-Identifier: MIT */
/* Quantities of owned clumps in a step (matter/quantity.h), from the sums of flows. They are
   integrated like velocities: half a step with the last flow at the end of a step and half at the
   start of the next, and contacts use the value predicted to the end of the step, T + dt/2 (flow
   over amount). This is Heun's method (Heun 1900, Z. Math. Phys. 45, 23) with the flow at the
   predicted value: second order, and stable for dt below the relaxation time of differences. Called
   by motion.c for clumps that have quantities; requires clumps_prepare. */
#ifndef MOTION_QUANTITIES_H
#define MOTION_QUANTITIES_H

#include "matter/clumps.h"
#include "matter/loads.h"

/* First half of a step of owned rows from .. to - 1. If the last step is `pending`, its second half
   comes first, with the sums in `loads`, which are zeroed; else the flow is that in its column.
   Local. */
void quantities_start(Clumps *clumps, double dt, bool pending, PetscInt from, PetscInt to,
                      Loads *loads);
/* Second half of a step, with the sums in `loads`, which are written to the columns of flows.
   Local. */
void quantities_finish(Clumps *clumps, Loads *loads, double dt);
/* Set the predicted values of owned rows between steps. Local. */
void quantities_pose(Clumps *clumps);

#endif
