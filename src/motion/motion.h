/* SPDX-License-Identifier: MIT */
/* How owned clumps move: velocity Verlet for the centre, and for the attitude the splitting of the free rigid body into turns
   about its principal axes between half kicks of the angular momentum. Both second order, time-symmetric; in free flight
   angular momentum keeps its bits. */
#ifndef MOTION_MOTION_H
#define MOTION_MOTION_H

#include "matter/loads.h"
#include "space/domain.h"

/* What the start of a step found on this rank. */
typedef struct {
  double way;      /* most that a pebble of any clump came along in this step, m */
  bool   left;     /* a centre is outside an open face */
  bool   in_range; /* positions are finite and on the grid's range */
} MotionReport;

/* Owned rows: half kick with the last loads, drift, turn; writes poses at the new time with velocities predicted to it
   (v + dt/2 a of the last loads: second order with velocity-dependent forces). Needs clumps_prepare, like all below.
   pending: the last step was not finished; do that first, in the same pass and to the same bits, but for angular velocities of
   clumps that turn freely, which follow from the momentum when they are asked for. NULL: it was. */
void motion_start(Clumps *clumps, const Domain *domain, double dt, Vec3 gravity, const Loads *pending, MotionReport *report);

/* Owned rows: the last loads into the columns force and torque; a step leaves that to whoever needs them there. */
void motion_take(Clumps *clumps, const Loads *loads);

/* Owned rows: take the last loads over, half kick; afterwards positions, velocities and loads are at one time. Poses keep the
   velocities that the loads were found with, like those of held copies. */
void motion_finish(Clumps *clumps, const Loads *loads, double dt, Vec3 gravity);

/* Most that a pebble of any owned clump may have moved since motion_mark, m, and that after one more step. */
void motion_moved(const Clumps *clumps, const Templates *templates, double dt, double *moved, double *ahead);

/* Poses of owned rows (but for what clumps_prepare sets) from the state between motion_start and motion_finish, e.g. after
   migrating: the same bits as motion_start wrote. dt 0: the state itself, when everything is at one time. */
void motion_predict(Clumps *clumps, double dt, Vec3 gravity);
/* Remember where the pair list was built. */
void motion_mark(Clumps *clumps);
/* Angular velocity and momentum made consistent: the one that is state decides (w where turning is blocked). */
void motion_settle(Clumps *clumps, PetscInt a);

#endif
