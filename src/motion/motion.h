/* SPDX-License-Identifier: MIT */
/* How owned clumps move: velocity Verlet for the centre, and for the attitude the splitting of the free rigid body into turns
   about its principal axes between half kicks of the angular momentum. Both second order, time-symmetric; in free flight
   angular momentum keeps its bits. */
#ifndef MOTION_MOTION_H
#define MOTION_MOTION_H

#include "matter/loads.h"
#include "motion/travel.h"
#include "space/domain.h"

/* What a step is made of. */
typedef struct {
  const Domain *domain;
  double        dt;
  Vec3          gravity;
  /* The last step was not finished: its last half kick comes first, in the same pass and to the same bits, but for angular
     velocities of clumps that turn freely, which follow from the momentum when they are asked for. */
  bool pending;
} MotionStep;

/* What the start of a step found on this rank; MOTION_NOTHING before it looked. */
typedef struct {
  Travel travel;   /* in this step */
  bool   left;     /* centres were found outside open faces: clump_drop */
  bool   in_range; /* positions are finite and on the grid's range */
} MotionReport;

#define MOTION_NOTHING ((MotionReport){.travel = TRAVEL_NONE, .left = false, .in_range = true})

/* Half kick with the last loads, drift, turn of the owned rows from .. to - 1 (whole tiles but for the last): poses at the new
   time, with velocities predicted to it (v + dt/2 a of the last loads: second order with velocity-dependent forces). The last
   loads are the sums while the step is pending, else the columns force and torque. The rows' sums are zero afterwards, for the
   loads to come; NULL: there are none yet. What is found is added to the report. Needs clumps_prepare, like all below. */
void motion_start(Clumps *clumps, const MotionStep *step, PetscInt from, PetscInt to, Loads *loads, MotionReport *report);

/* Owned rows: half kick with the sums, which go into the columns force and torque; afterwards positions, velocities and loads are
   at one time. Poses keep the velocities that the loads were found with, like those of held copies. */
void motion_finish(Clumps *clumps, const Loads *loads, double dt, Vec3 gravity);

/* How far owned clumps may have come since motion_mark, and that after one more step. */
void motion_moved(const Clumps *clumps, const Templates *templates, double dt, Travel *moved, Travel *ahead);

/* Velocities in the poses of owned rows when everything is at one time. */
void motion_pose(Clumps *clumps);
/* Remember where the pair list was built. */
void motion_mark(Clumps *clumps);
/* Angular velocity and momentum made consistent: the one that is state decides (w where turning is blocked). */
void motion_settle(Clumps *clumps, PetscInt a);

#endif
