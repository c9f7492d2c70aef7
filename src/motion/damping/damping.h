/* SPDX-License-Identifier: MIT */
/* Damping of whole clumps: loads like others, added when all others are summed, so that steps
   without damping are untouched. The rates of all objects that name a group of a clump add up, and
   their Cundall factors f combine to 1 - product of (1 - f).

   Viscous, of the mass and of the moments of inertia (Rayleigh's alpha, as the mass damping of 3DEC
   and UDEC; LAMMPS' fix viscous with gamma = rate x mass):

     F = -rate m v,   T = -turning L,

   L the angular momentum I w, so that a free body slows as exp(-rate t), exp(-turning t) about an
   axis that stays. v and L are those at the end of the step with the damping in it, so that any
   rate is stable, and a step multiplies them by (1 - rate dt/2) / (1 + rate dt/2).

   In a cell that deforms v is relative to the flow G x, in both kinds of damping, so that the flow
   itself is not damped and images of a clump have the same force. The power of the damping with the
   relative velocity is dissipated; the rest, with that of the flow, is supplied by the faces. Spins
   are those of the lab.

   Then Cundall's non-viscous damping: each component of the force and of the torque, weight and
   viscous damping included, is reduced by a part of it while it accelerates, and grows by it while
   it slows:

     F_i -> F_i (1 - factor sign(F_i v_i)),   T_i -> T_i (1 - factor sign(T_i w_i))

   with the velocities at the time of the forces, v + dt/2 F/m of the velocity v half a step before,
   which makes the loss of second order (Cundall 1987, in Brown: Analytical and Computational
   Methods in Engineering Rock Mechanics; the form with v + dt/2 F/m as in Yade and Woo). Components
   are along the axes of the lab, or along those of the body where motions along, or about, these
   are blocked.

   F, T, v and w include the loads that constraints and hard contacts bear (total_loads.h). So a
   body at rest on them is not damped, and they bear its weight: an error of the borne loads falls
   in a step by the factor of Cundall's damping, or by (rate dt/2) / (1 + rate dt/2). */
#ifndef MOTION_DAMPING_DAMPING_H
#define MOTION_DAMPING_DAMPING_H

#include "matter/clumps.h"
#include "matter/group.h"
#include "matter/loads.h"
#include "motion/damping/fire.h"
#include "options/options.h"

/* Damping of the clumps of some groups. */
typedef struct {
  const char *name; /* of the object in the section `damping`, owned by the options; NULL: run */
  double      cundall;
  double      viscous, turning; /* rates of velocity and spin, 1/s */
  uint64_t    groups;           /* mask of the groups of clumps that it acts on; 0: all */
} DampingPart;

/* Damping of one clump by all objects. */
typedef struct {
  double cundall, viscous, turning;
} DampingRates;

/* Starts as {0}. */
typedef struct Damping {
  bool         used; /* the scenario has it; else nothing is done */
  int          n;
  DampingPart *list; /* [n]: that of `run`, then the objects; owned */
  Fire         fire; /* FIRE of an object; all clumps take part */
  Sum          work; /* energy of this rank's clumps that they dissipate in half a step, J */
  Sum          flow; /* work that they do along the flow of a cell in half a step, J */
} Damping;

/* The section `damping` of the scenario. */
extern const OptionKind damping_kind;

/* Read `run: damping` and the section; groups: find the groups, when all are known. Mistakes are
   noted in the options. change: read again the values of an object (NULL: run). */
void damping_read(Options *options, Damping *damping);
void damping_groups(Options *options, Groups *groups, Damping *damping);
void damping_change(const Options *options, const char *name, Damping *damping);
void damping_free(Damping *damping);

/* Damping rates of an owned clump: 0 if it never moves. */
DampingRates damping_rates(const Damping *damping, const Clumps *clumps, PetscInt row);
/* Raise *force and *torque (over the arm), N, to the largest parts of the damping of an owned clump
   that its loads in the sums do not bound: those by weight, borne loads and velocity. Quanta are
   chosen by them. flow: NULL if the cell is at rest. */
void damping_largest(const Damping *damping, const Clumps *clumps, Vec3 gravity,
                     const CellFlow *flow, double *force, double *torque);
/* Add the damping of owned clumps to their loads, which are complete, at the end of a step of dt
   (s; 0: before the first step). dt_work: its work is found for half of this time, s. flow: as
   above. Local. */
void damping_apply(Damping *damping, const Clumps *clumps, Vec3 gravity, const CellFlow *flow,
                   double dt, double dt_work, Loads *loads);

#endif
