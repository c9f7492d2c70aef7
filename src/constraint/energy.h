/* SPDX-License-Identifier: MIT */
/* Energies that corrections take from clumps, and that pairs add in a step, with its limit.

   A projection changes the kinetic energy of all clumps, to rounding, by the works of all pairs.
   The work of a pair: its impulses times the mean of the velocities before and after all sweeps,
   and for each end 1/n of the energy that its clump gains at constant angular momentum as
   corrections turn it. A pair stores

   U = C (D + a)^-1 C / (2 dt^2)

   (project.h), within its bounds: that of a linear spring, or of a rigid pair as a spring of the
   compliance dt^2 D, which is what one sweep makes of it. Where gradients and D change much in a
   step, pairs give more than is stored. So a pair of which a clump turns by more than 0.02 rad in a
   step, before the sweeps or after, may give

   work + U after - U before <= turn^2 T, turn^2 = dt^2 (|w_a|^2 + |w_b|^2 + |v|^2 / d^2)

   with w the angular velocities, v the relative velocity of the centres, d their distance, all
   before the sweeps, and T the kinetic energy of its parts of the clumps (masses and moments over
   n) in the frame of their centre of mass. The pair loses the excess: one impulse at its middle and
   one couple slow the relative velocity and spin of its parts, at most to 0. Those on both clumps
   are equal and opposite, so that momenta stay; clumps lose no less than their parts (Jensen's
   inequality). What cannot be taken stays a debt, as if U were less, until the pair turns slowly.
   So the sum of kinetic energy and U of fast pairs grows in a step by no more than the sum of
   turn^2 T. Motors that act are left alone, and rods between centres are not counted. */
#ifndef CONSTRAINT_ENERGY_H
#define CONSTRAINT_ENERGY_H

#include "constraint/pair.h"

/* When a step begins: keep the energy that was stored when the last one ended, as sweeps with hard
   contacts may be made twice. Local. */
void energy_keep(const Constraints *constraints, const ConstraintScene *scene);
/* After apply_begin, before the sweeps: set the velocities in poses to those of the motion, so
   that the work of pairs can be counted. Local. */
void energy_begin(Constraints *constraints, const ConstraintScene *scene);
/* Note velocities and attitudes of a pair, in the first sweep. */
void energy_note(const ConstraintScene *scene, const Pair *pair);
/* After the sweeps: change velocities by the corrections, and take from pairs the energy that they
   have added beyond the limit. Collective. */
PetscErrorCode energy_limit(Constraints *constraints, const ConstraintScene *scene);
/* levers.c: after the sweeps, with places of the step's start in `start`: add the moments of joints
   to the sums of both clumps, and to the work of pairs. Local. */
void levers_add(const Constraints *constraints, const ConstraintScene *scene);
/* Add the energy that the corrections of a step take from a clump to `taken`, J, when all
   corrections are made, and before velocities of poses have a part of the next ones. turned:
   corrections have turned the clump or changed its angular momentum. lifts: places were corrected
   without a change of velocity, as by hard contacts. Local. */
void taken_add(const ConstraintScene *scene, const ConstraintBody *body, bool turned, bool lifts,
               Sum *taken);

#endif
