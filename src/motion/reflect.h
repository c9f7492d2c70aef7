/* SPDX-License-Identifier: MIT */
/* Reflecting faces of the domain. In a step a clump flies with constant acceleration and torque,
   those of the loads at its start, and rotates freely; a pebble that would end outside a face meets
   it at a time within the step, at which the clump takes an impulse, and flies on from there.

   The impulse is along the normal at the pebble that touches, without friction. With n the normal,
   u = arm x n and v the pebble's speed along n it is -(1 + e) v / (1/m + u . I^-1 u), if v < 0
   (Mirtich 1996, thesis, Berkeley, section 3). Blocked axes do not yield. Pebbles that touch at the
   same time, at one face or several, take impulses J >= 0 together: (1 + e) times those that bring
   the clump to the nearest velocity, measured by kinetic energy, at which no pebble approaches
   (Moreau 1988, CISM 302, 1). So an elastic bounce keeps kinetic energy to rounding, and constant
   acceleration keeps the sum with the potential of gravity.

   Bounces that do not last until the end of the step, as of a clump at rest on a face, are made so
   high that they do: the clump is inside at the end, and in the mean the face bears its weight.
   With restitution 1 this is done after some bounces in one step.

   A clump is treated when its bounding sphere reaches a face; its bounces depend on its own state
   and loads only. */
#ifndef MOTION_REFLECT_H
#define MOTION_REFLECT_H

#include "matter/module.h"
#include "motion/watch.h"
#include "space/domain.h"

/* Reflect the clumps of a tile, rows from .. from + n - 1, whose columns hold the end of the step
   (before they are written: rows hold the start), in the columns. step->faces is given. Fixed
   clumps are left out. Local. */
void reflect_tile(const Clumps *clumps, const MotionStep *step, PetscInt from, int n,
                  MotionTile *tile, Watch *watch);

/* ---- reflect_module.c: checks ---- */

/* Note what does not go with reflecting faces: baths, and integrators without half kicks. boundary:
   of the domain, which need not be there yet. */
void reflect_check_with(const World *world, const Boundary boundary[3]);
/* True if all pebbles of a row that may move are inside the reflecting faces; else *axis is one of these
   along which one is not. Local. */
bool reflect_holds(const World *world, const Clumps *clumps, PetscInt row, int *axis);
/* Note a mistake if clumps that may move, those present from row `from` on and those waiting, have
   a pebble outside a reflecting face. Collective. */
PetscErrorCode reflect_check_inside(const World *world, PetscInt from);

/* ---- the module of reflecting faces (reflect_module.c): input of the motion, and the momenta that
   clumps have given to faces. The energy that faces have taken is an entry of the ledger. */

enum { FACES = 6 }; /* at lo of x, y, z, then at hi */

typedef struct {
  bool        reflects; /* a face reflects now */
  bool        used;     /* a face reflects, or did before a restart */
  MotionFaces motion;
  Sum         momentum[FACES]; /* since the first step, this rank's part, kg m/s */
  Sum         whole[FACES];    /* over all ranks, for checkpoints */
} FaceAccount;

extern const Module faces_module; /* its state: FaceAccount */

#endif
