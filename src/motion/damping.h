/* SPDX-License-Identifier: MIT */
/* Cundall's non-viscous damping: each component of the force and of the torque on a clump, weight
   included, is reduced by a part of it while it accelerates, and grows by it while it slows:

     F_i -> F_i (1 - factor sign(F_i v_i)),   T_i -> T_i (1 - factor sign(T_i w_i))

   with the velocities at the time of the forces, v + dt/2 F/m of the velocity v half a step before,
   which makes the loss of second order (Cundall 1987, in Brown: Analytical and Computational Methods
   in Engineering Rock Mechanics; the form with v + dt/2 F/m as in Yade and Woo). It is a load like
   others, added when all others are summed, so that steps without damping are untouched. */
#ifndef MOTION_DAMPING_H
#define MOTION_DAMPING_H

#include "base/sum.h"
#include "matter/clumps.h"
#include "matter/loads.h"

typedef struct {
  bool     used; /* the scenario has it; else nothing is done */
  double   factor;
  uint64_t groups; /* mask of the groups of clumps that it acts on; 0: all */
  Sum      work;   /* that it takes from this rank's clumps in half a step, J */
} Damping;

/* Largest weight of an owned clump that it acts on, N: counts as a contribution to the loads, for the
   choice of their quanta. */
double damping_weight(const Damping *damping, const Clumps *clumps, Vec3 gravity);
/* Add the damping of owned clumps to their loads, which are complete, at the end of a step of dt (s; 0:
   before the first step). dt_work: of the work, s. Local. */
void damping_apply(Damping *damping, const Clumps *clumps, Vec3 gravity, double dt, double dt_work,
                   Loads *loads);

#endif
