/* SPDX-License-Identifier: MIT */
/* Loads that follow from the sum of all others, such as damping: they are added to the complete
   sums of owned clumps, before these change velocities. gyrate alone is for other rooms. */
#ifndef MOTION_TOTAL_LOADS_H
#define MOTION_TOTAL_LOADS_H

#include "interaction/gyration.h"
#include "motion/damping/damping.h"

/* Loads in the sums of a clump, and its velocities at the end of the step by these loads. Loads
   that constraints and hard contacts have borne in this step (Clumps.borne) are included, as an
   estimate for the next one: a body that rests on them has neither load nor velocity. */
typedef struct {
  Vec3 force, torque; /* sums, weight, and borne loads, N, N m */
  Vec3 v, momentum;   /* at the end of the step, m/s, kg m^2/s */
} TotalLoads;

/* Find the loads and velocities of a row. half: half of the step, s, for which the loads are still
   to act; 0: before the first step. */
TotalLoads total_loads_of(const Clumps *clumps, PetscInt row, Vec3 gravity, double half,
                          const Loads *loads);
/* Angular velocity by this momentum, at the attitude of the pose. */
Vec3 total_loads_spin(const Clumps *clumps, PetscInt row, Vec3 momentum);
/* Add a force (N) and torque (N m), which may be as large as the sums. */
void total_loads_add(const Clumps *clumps, PetscInt row, Vec3 force, Vec3 torque, Loads *loads);

/* Magnetic forces by the velocities at the end of the step, which these forces change (an implicit
   equation for six numbers of each clump). With half kicks, the two that follow each other turn the
   velocity by the angle 2 arctan(q B dt / 2m). For a point this is the method of Boris (Birdsall &
   Langdon 1985, Plasma Physics via Computer Simulation, sec. 4-3), stable for any step, which keeps
   the energy to rounding. */

/* Replace the magnetic forces in the loads of owned clumps, which are those by the velocities of
   their poses, at the end of a step of dt (s; 0: before the first step). gyration: [owned rows].
   Viscous damping is taken into account; it is added later. Local. */
void gyrate(const Clumps *clumps, const Gyration *gyration, const Damping *damping, Vec3 gravity,
            double dt, Loads *loads);

#endif
