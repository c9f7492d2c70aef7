/* SPDX-License-Identifier: MIT */
/* Time integration of owned clumps: kicks by an integrator (integrator.h), by default half kicks
   (velocity Verlet), around the drift of the centre and a symmetric splitting of free rotation into
   rotations about the momentum and about two principal axes (rotation.h). With half kicks both are
   second order and time-symmetric; in free flight the bits of the angular momentum do not
   change. */
#ifndef MOTION_MOTION_H
#define MOTION_MOTION_H

#include "matter/pebbles.h"
#include "motion/integrator.h"
#include "motion/prescribed/driven.h"
#include "motion/profile.h"
#include "motion/thermostats/thermostat.h"
#include "motion/travel.h"

/* Reflecting faces (reflect.h), with what they have taken from this rank's clumps; `lost` and
   `momentum` may be NULL. */
typedef struct {
  const Templates *templates;
  Sum             *lost;      /* energy, J */
  Sum             *momentum;  /* [6] along x, y, z: of the faces at lo, then at hi, kg m/s */
  bool             corrected; /* the ledger books the work of all loads, and `lost` corrects it */
} MotionFaces;

/* Parameters of a step. */
typedef struct {
  const Domain     *domain;
  const Integrator *integrator; /* NULL: velocity Verlet */
  double            dt;         /* s */
  Vec3              gravity;    /* m/s^2 */
  /* The last step is not finished: its last kick is done first, in the same pass and with
     the same bits as by motion_finish. Clumps.w of clumps that rotate freely is not updated; it
     follows from the momentum. */
  bool               pending;
  const MotionFaces *faces;  /* NULL: none reflects */
  const Baths       *baths;  /* of thermostats; NULL: none */
  const Driven      *driven; /* groups that follow motions, at the end of the step; NULL: none */
  /* lone pebbles (Pebbles.lone) of all clumps, which are placed with them; NULL: none are placed */
  Pebbles *pebbles;
  /* velocities of owned rows, m/s, with which centres drift beside their own, along x, y and z;
     NULL: there are none. Velocities of clumps and of their poses are without them. */
  const double *transport[3];
  /* energy that clumps get where they change to another image in a cell that deforms, J; NULL:
     nobody asks */
  Sum *images;
  /* energy of the clumps that leave through open faces, J; NULL: nobody asks */
  Sum *left;
  /* [6] clumps that leave through the faces lo and hi of each axis; NULL: nobody asks */
  int64_t *through;
  /* travel is relative to this field at the positions of motion_mark; NULL: to the box. Not with
     faces or driven groups */
  const Profile *profile;
} MotionStep;

/* Findings of motion_start on this rank; MOTION_NOTHING initially. */
typedef struct {
  Travel travel; /* in this step */
  bool   left;   /* some centres are outside open faces: these clumps were dropped (clump_drop) */
  /* positions are within the domain's limits, speeds and spins within base/bounds.h */
  bool in_range;
} MotionReport;

#define MOTION_NOTHING ((MotionReport){.travel = TRAVEL_NONE, .left = false, .in_range = true})

/* Drop an owned row that has moved beyond an open face in this step, and book its energy in
   step->left. The work of its last forces is booked up to the middle of the step; from there to the
   end it moves by gravity alone. */
void motion_drop(Clumps *clumps, const MotionStep *step, PetscInt row);

/* True if the velocity and the spin of this owned row are finite and within the bounds of
   base/bounds.h. */
bool motion_is_possible(const Clumps *clumps, PetscInt a);

/* First kick with the last loads, drift and rotation of owned rows from .. to - 1 (whole tiles
   except the last). Poses are then at the new time, with velocities predicted to it: by half kicks
   v + dt/2 a of the last loads, which keeps velocity-dependent forces second order. The last loads
   are the sums in `loads` if the step is pending, else the columns force and torque. The sums of
   these rows are zeroed; loads may be NULL if the step is not pending. With unequal kicks the last
   loads are also written to the columns. Findings are added to the report. Requires clumps_prepare,
   like all functions below. Local. */
void motion_start(Clumps *clumps, const MotionStep *step, PetscInt from, PetscInt to, Loads *loads,
                  MotionReport *report);

/* Last kick of owned rows with the sums in `loads`, which stay and are written to the columns force
   and torque. With dt 0, at the start of a run, loads do not kick. Positions, velocities and loads
   are then at the same time. Velocities in the poses remain the predicted ones, with which the
   loads were evaluated, as in held copies. Local. */
void motion_finish(Clumps *clumps, Loads *loads, const MotionStep *step);

/* Bounds of the displacements of owned clumps since motion_mark, now and extrapolated by one more
   step. They are relative to the profile, `time` (s) after motion_mark; NULL: to the box. Local. */
void motion_moved(const Clumps *clumps, const Templates *templates, double dt,
                  const Profile *profile, double time, Travel *moved, Travel *ahead);

/* Set the velocities in the poses of owned rows, between steps: v to that of the state, in a cell
   that deforms to that of the image followed; w from the momentum. Local. */
void motion_pose(Clumps *clumps, const Domain *domain);
/* Keep the present positions and attitudes of owned rows, the reference of motion_moved: at the
   build of pair lists. profile: that of the steps to come, or NULL. Local. */
void motion_mark(Clumps *clumps, const Profile *profile);
/* Momentum of a row with blocked rotation from its angular velocity, which is the state; 0 if it
   never rotates. */
void motion_set_momentum(Clumps *clumps, PetscInt a);

/* Change the velocity v of a body with translations blocked along its own axes while it turns from
   one attitude to another, without forces (turn.c): components along blocked axes are constant in
   the body, the others follow from the rotation of its axes. Returns the mean velocity, m/s. */
Vec3 motion_glide(const Clumps *clumps, PetscInt row, Quat from, Quat to, Vec3 *v);

#endif
