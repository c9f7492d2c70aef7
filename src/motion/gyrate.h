/* SPDX-License-Identifier: MIT */
/* Magnetic forces by the velocities at the end of the step with these forces in it (an implicit equation
   for six numbers of each clump). With half kicks the two that meet at a step turn the velocity by the
   angle 2 arctan(q B dt / 2m): for a point the method of Boris (Birdsall & Langdon 1985, Plasma Physics
   via Computer Simulation, sec. 4-3), stable for any step, which keeps the energy to rounding. */
#ifndef MOTION_GYRATE_H
#define MOTION_GYRATE_H

#include "interaction/gyration.h"
#include "motion/damping.h"

/* Loads of owned clumps have the forces by the velocities of their poses: replace these, at the end of a
   step of dt (s; 0: before the first step). gyration: [owned rows]. Viscous damping is taken into
   account; it is added later. Local. */
void gyrate(const Clumps *clumps, const Gyration *gyration, const Damping *damping, Vec3 gravity,
            double dt, Loads *loads);

#endif
