/* SPDX-License-Identifier: MIT */
/* Velocities at the end of a step, as they are shown. An integrator with a last kick
   (motion/integrator.h) ends a step with a half kick k by the other forces, which the constraints
   answer in the next step only: a chain at rest has the velocity g h / 2 then. Shown is u + P k,
   with u the velocities that the projection has left, and P the projection, in the metric of the
   masses, of the kicks of all clumps on those that do not change the rates of the equations that
   act. It answers the kick and nothing else: at rest P k is 0, also with compliance, and without
   other forces u is shown. The impulses of P come in pairs, so that momenta stay.

   Hard contacts answer, too, with friction (hard_show_begin); the state alone decides which.

   P is found by sweeps over the velocities k + c, with c half of the changes of velocity by the
   impulses of the last step (Clumps.answer), those of limits and motors left out. P c is 0, so that
   c does not change the result; but where constraints bear k, as at rest, k + c is 0 already, and
   the sweeps have nothing to do. The state, with which the run goes on, has no answers. */
#ifndef CONSTRAINT_SHOWN_H
#define CONSTRAINT_SHOWN_H

#include "constraint/project.h"

/* Acceleration of a clump by the other forces, as if nothing were blocked, m/s^2. */
Vec3 clump_pull(const Clumps *clumps, PetscInt row, Vec3 gravity);
/* In setup: give clumps the columns that shown velocities need, if there are constraints, none of
   them for volumes, and the integrator has a last kick. damps: clumps are damped, or have
   thermostats. Collective. */
PetscErrorCode velocities_prepare(Constraints *constraints, const Options *options,
                                  const struct Integrator *integrator, bool damps, Clumps *clumps);
/* After motion_finish: give owned clumps the velocities, momenta and spins that are shown, for
   files and totals, until velocities_hide; lists must stay. The energy that this takes is added to
   `taken`. Loads and poses stay. Nothing is done unless Constraints.answers is set. Collective. */
PetscErrorCode velocities_show(Constraints *constraints, const ConstraintScene *scene,
                               const Parallel *par, Vec3 gravity, int64_t step, Sum *taken);
void           velocities_hide(Constraints *constraints, Clumps *clumps, Sum *taken);

#endif
