/* SPDX-License-Identifier: MIT */
/* Angular momentum of joints (ConstraintActs). Sweeps turn clumps by the moments of forces where
   their points are in the sweep, as do Mueller et al. (project.h): by the end of a step. With
   impulses p / dt on clump b and -p / dt on a, and places x + dt v at the end of a step, v after
   the sweeps, the angular momentum of both clumps changes in it, with x the centres at its start
   and l the spins, by

     sum of x x (+-p / dt) + change of l

   So it is kept if l changes by r x (+-p / dt), r the arms, at the start of the step, of one place
   where both forces act. With arms at its end, a joint that pulls by T at the distance d from a
   centre takes the angular momentum T d w dt per time from a body that turns at w. Displacements by
   the sweeps stay. After the sweeps

   - momenta of both clumps get the difference, also where one of the two is fixed; - the angular
   momentum that a pair of clumps that move freely has still given or taken then, as
     its points were apart or its force was not along the line between them, is given back to both
     as one rigid body that turns; a clump that a fixed clump holds gets the rest of its moment as
     it turns about the point.

   So velocities differ from the rates of places by a term of second order in dt. A body at rest
   moves away and back within a step, and its moments differ meanwhile though it has no motion. So
   pairs get only the part (k / e)^2, if that is less than 1, of e, the moments at the end of the
   step less those in the sweeps; k is the change of moments between start and end. A body at rest
   has k = 0, and gets no spin. Velocities that forces see in advance, and shown ones, leave out
   these changes (apply.h).

   Moments by the arms at the start of a step make it an explicit one for a body that swings under
   the force, stable only if dt is small enough. With I the inertia tensor of a part of a clump (its
   share of it), p x (t x r) is the moment by a turn t of the clump, and it turns the clump by no
   more than S t,

     S^2 = tr([p] I^-1 [p]^T) tr([r] I^-1 [r]^T) / 4

   (I_zz alone in two dimensions), and of a pair that turns S = |p| / (m d) at most, m the reduced
   mass of both parts, d the distance of their centres; of one that turns about a point m is its own
   mass, d its arm. S < 4 is stable. A pair with S > 1/8 gets the part (8 S)^-4 of either alone:
   random sets of joints gain less energy than without both, and more with parts that fall more
   slowly (docs/physics/constraints.md). A uniform bar that turns at w about its end has S = 3 (w
   dt)^2. */
#ifndef CONSTRAINT_LEVERS_H
#define CONSTRAINT_LEVERS_H

#include "constraint/pair.h"

/* After the sweeps, with places of the step's start in `start`: add these moments to the sums of
   both clumps, and to the work of pairs. Local. */
void levers_add(const Constraints *constraints, const ConstraintScene *scene);

#endif
