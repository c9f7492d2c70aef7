/* SPDX-License-Identifier: MIT */
/* Loads that follow from the sum of all others, such as damping: they are added to the complete
   sums of owned clumps, before these change velocities. Not for other rooms. */
#ifndef MOTION_LATE_H
#define MOTION_LATE_H

#include "matter/clumps.h"
#include "matter/loads.h"

/* Loads in the sums of a clump, and its velocities at the end of the step by these loads. The loads
   that constraints and hard contacts have borne in this step (Clumps.borne) are among them, as they
   bear about the same in the next one: a body that rests on them has neither load nor velocity. */
typedef struct {
  Vec3 force, torque; /* sums, weight, and borne loads, N, N m */
  Vec3 v, momentum;   /* at the end of the step, m/s, kg m^2/s */
} Late;

/* Find these of a row. half: half of the step, in which the loads still change its velocities, s;
   0: before the first step. */
Late late_look(const Clumps *clumps, PetscInt row, Vec3 gravity, double half, const Loads *loads);
/* Angular velocity by this momentum, at the attitude of the pose. */
Vec3 late_spin(const Clumps *clumps, PetscInt row, Vec3 momentum);
/* Add a force (N) and torque (N m), which may be as large as the sums. */
void late_add(const Clumps *clumps, PetscInt row, Vec3 force, Vec3 torque, Loads *loads);

#endif
