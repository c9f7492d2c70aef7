/* SPDX-License-Identifier: MIT */
/* Loads that follow from the sum of all others, such as damping: they are added to the complete
   sums of owned clumps, before these change velocities. Not for other rooms. */
#ifndef MOTION_LATE_H
#define MOTION_LATE_H

#include "matter/clumps.h"
#include "matter/loads.h"

/* Loads in the sums of a clump, and its velocities at the end of the step by these loads. What constraints
   and hard contacts have borne in this step (Clumps.borne) is among the loads, as they bear about the
   same in the next one: of a body that rests on them no load is left, and no velocity. */
typedef struct {
  Vec3 force, torque; /* sums, weight, and what is borne, N, N m */
  Vec3 v, momentum;   /* at the end of the step, m/s, kg m^2/s */
} Late;

/* half: half of the step, in which the loads still change the velocities of the row, s; 0: before the
   first step. */
Late late_look(const Clumps *clumps, PetscInt row, Vec3 gravity, double half, const Loads *loads);
/* Angular velocity by this momentum, at the attitude of the pose. */
Vec3 late_spin(const Clumps *clumps, PetscInt row, Vec3 momentum);
/* Add a force (N) and torque (N m) that may be as large as the sums. */
void late_add(const Clumps *clumps, PetscInt row, Vec3 force, Vec3 torque, Loads *loads);

#endif
