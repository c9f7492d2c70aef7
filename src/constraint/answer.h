/* SPDX-License-Identifier: MIT */
/* Velocities at the end of a step, as they are shown. An integrator with a last kick
   (motion/integrator.h) ends a step with a half kick k by the other forces, which the constraints
   answer in the next step only: a chain at rest has the velocity g h / 2 then. Shown is u + P k,
   with u the velocities that the projection has left, and P the projection, in the metric of the
   masses, of the kicks of all clumps on those that do not change the rates of the equations that
   act. It answers the kick and nothing else: at rest P k is 0, also with compliance, and without
   other forces u is shown. The impulses of P come in pairs, so that momenta stay.

   Hard contacts answer, too (hard_answer_begin), with friction; which do follows from the state
   alone.

   P is found by sweeps over the velocities k + c, with c half of the impulses of the last step
   (Clumps.answer), those of limits and motors left out, to which P k = P (k + c) does not matter:
   where k is what constraints bear there is nothing left to do. The state, with which the run goes
   on, has no answers. */
#ifndef CONSTRAINT_ANSWER_H
#define CONSTRAINT_ANSWER_H

#include "constraint/project.h"

/* Velocity, momentum and spin of a clump in the state. */
typedef struct {
  PetscInt row;
  Vec3     v, momentum, w;
} AnswerState;

/* cold: the sweeps start without Clumps.answer, as pairs have broken or gone since, or bodies have
   hit each other; this changes P k only where the sweeps have not converged. Clumps that were
   changed after this step keep their velocities. */
typedef struct {
  Vec3    gravity; /* m/s^2 */
  int64_t step;
  bool    cold;
} AnswersAsked;

/* The state behind shown velocities. Starts as {0}; answers_hide frees it. */
typedef struct {
  PetscInt     n;
  AnswerState *state;
  Sum          taken;
} AnswersKept;

/* Acceleration of a clump by the other forces, as if nothing were blocked, m/s^2. */
Vec3 answer_pull(const Clumps *clumps, PetscInt row, Vec3 gravity);
/* True if Clumps.answer of a clump of this rank is larger than what forces cause in two steps, as
   the clump has hit another one. Local. */
bool answers_are_far(const Constraints *constraints, const ConstraintScene *scene, Vec3 gravity);
/* After motion_finish: give owned clumps the velocities, momenta and spins that are shown, until
   answers_hide; the energy that this takes is added to `taken`. Loads and poses stay. To be called
   only if Constraints.answers is set. Collective. */
PetscErrorCode answers_show(Constraints *constraints, const ConstraintScene *scene,
                            const AnswersAsked *asked, Sum *taken, AnswersKept *kept);
void           answers_hide(Clumps *clumps, Sum *taken, AnswersKept *kept);

#endif
