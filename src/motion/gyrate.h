/* SPDX-License-Identifier: MIT */
/* Magnetic forces by the velocities at the end of the step, which these forces change (an implicit
   equation for six numbers of each clump). With half kicks, the two that follow each other turn the
   velocity by the angle 2 arctan(q B dt / 2m). For a point this is the method of Boris (Birdsall &
   Langdon 1985, Plasma Physics via Computer Simulation, sec. 4-3), stable for any step, which keeps
   the energy to rounding. */
#ifndef MOTION_GYRATE_H
#define MOTION_GYRATE_H

#include "interaction/gyration.h"
#include "motion/damping/damping.h"

/* Replace the magnetic forces in the loads of owned clumps, which are those by the velocities of
   their poses, at the end of a step of dt (s; 0: before the first step). gyration: [owned rows].
   Viscous damping is taken into account; it is added later. Local. */
void gyrate(const Clumps *clumps, const Gyration *gyration, const Damping *damping, Vec3 gravity,
            double dt, Loads *loads);

#endif
