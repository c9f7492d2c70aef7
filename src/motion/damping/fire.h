/* SPDX-License-Identifier: MIT */
/* FIRE, the fast inertial relaxation engine, at a constant time step: after each step velocities
   turn towards the forces while these do work, and are 0 when they do not any more.

     P = sum of F . v + T . w > 0:  p -> (1 - alpha) p + alpha s F,  L -> (1 - alpha) L + alpha s T,
                                    s^2 = sum of m v^2 + L . w over that of F^2 / m + T . I^-1 T
     else:                          p = 0, L = 0

   p momenta and L angular momenta, so that all is in coordinates scaled with masses and moments of
   inertia. Once P > 0 for some steps, alpha falls by a factor in each further one; without P > 0 it
   starts anew. Bitzek et al. 2006, Phys. Rev. Lett. 97, 170201; Guenole et al. 2020, Comput. Mater.
   Sci. 175, 109584; the steps that they adapt, as steps of stable contacts cannot grow, are left
   out. In a cell that deforms v is relative to the flow. Blocked degrees of freedom take no
   part. */
#ifndef MOTION_DAMPING_FIRE_H
#define MOTION_DAMPING_FIRE_H

#include "base/state.h"
#include "base/sums/sum.h"
#include "space/cell/cell.h"

/* Starts as {0}. */
typedef struct {
  bool    used;  /* the scenario has it, even if with start 0 */
  double  start; /* alpha at first; 0: it does nothing */
  double  alpha; /* of the last step, at most `start`; 0: no step was made */
  int64_t along; /* steps since P was not above 0 */
} Fire;

/* Sums over clumps. */
typedef enum { FIRE_POWER, FIRE_MOTION, FIRE_FORCE, FIRE_SUMS } FireSum;

/* Input of FIRE from the run. */
typedef struct {
  Vec3            gravity; /* m/s^2 */
  const CellFlow *flow;    /* NULL: the cell is at rest */
  double          dt;      /* s */
  double          last;    /* of the integrator (integrator.h) */
} FireScene;

/* Add this rank's part of the sums, after a finished step: power (W), twice the kinetic energy (J),
   and F^2 / m + T . I^-1 T. Forces include what constraints and hard contacts bear, and velocities
   their answer to the last kick (Clumps.borne). Local. */
void fire_add(const Clumps *clumps, const FireScene *scene, Sum sums[FIRE_SUMS]);
/* Change the velocities by the sums over all ranks, between steps; add what that takes from this
   rank's clumps to `taken`, J, and what it does along the flow to `supplied`. Local. */
void fire_mix(Fire *fire, Clumps *clumps, const FireScene *scene, const double total[FIRE_SUMS],
              Sum *taken, Sum *supplied);

#endif
