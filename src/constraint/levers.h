/* SPDX-License-Identifier: MIT */
/* Arms of the forces of joints. Sweeps turn clumps by the moments of forces that act where the points
   of a joint are in the sweep, as do Mueller et al. (project.h): by the end of a step. With
   impulses p / dt on clump b and -p / dt on a, and places x + dt v at the end of a step, v after
   the sweeps, the angular momentum of both clumps changes in it, with x the centres at its start
   and l the spins, by

     sum of x x (+-p / dt) + change of l

   So it is kept to rounding, whatever else acts on the clumps, if l changes by r x (+-p / dt) with
   r the arms at the start of the step, where both forces act on one point. With arms at its end a
   joint that pulls by T at the distance d from a centre takes the angular momentum T d w dt per
   time from what turns at w. What moves clumps in the sweeps stays; momenta get the difference when
   these are made.

   That is an explicit step of what turns to and fro under the force, which is stable only if dt is
   small enough. With I the inertia tensor of a part of a clump (its share of it), p x (t x r) is
   the moment by a turn t, and it turns the clump by no more than S t,

     S^2 = tr([p] I^-1 [p]^T) tr([r] I^-1 [r]^T) / 4

   So S < 4 is stable. A pair with S > 1/8 at an end gets the part (8 S)^-4 of the difference alone:
   random sets of joints gain no more energy than without it then (docs/constraints.md). A uniform
   bar that turns at w about its end has S = 3 (w dt)^2. */
#ifndef CONSTRAINT_LEVERS_H
#define CONSTRAINT_LEVERS_H

#include "constraint/pair.h"

/* Of pairs whose clumps are at the start of a step, and copies up to date. Local. */
PetscErrorCode levers_note(Constraints *constraints, const ConstraintScene *scene);
/* Of pairs whose clumps have moved in this step, by `start` (project.h). Local. */
PetscErrorCode levers_find(Constraints *constraints, const ConstraintScene *scene);
/* After the sweeps: add the differences to the sums of both clumps, and to what pairs have done. Local. */
void levers_add(const Constraints *constraints, const ConstraintScene *scene);

#endif
