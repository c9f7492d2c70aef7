/* SPDX-License-Identifier: MIT */
/* Clumps move by the sums of their corrections. */
#ifndef CONSTRAINT_APPLY_H
#define CONSTRAINT_APPLY_H

#include "constraint/project.h"
#include "motion/tile.h"

/* List this rank's clumps that constraints may correct, as they are now: those that links ask for,
   with hard contacts all that have any equation. With Constraints.central it lists those that do
   not move in rows, and follows rod_rows_move. Local. */
PetscErrorCode apply_begin(Constraints *constraints, const ConstraintScene *scene);
/* Move the listed clumps by their sums, and zero these. Momenta change by the corrections over dt.
   So do velocities with hard contacts, and where translations are blocked in the axes of the body;
   those of all others change in apply_end. places false: velocities and momenta alone change.
   Local. */
void apply_sums(const Constraints *constraints, const ConstraintScene *scene, bool places);
/* Move one clump by a sum, which is not zeroed. */
void apply_body(const Constraints *constraints, const ConstraintScene *scene,
                const ConstraintBody *body, const int64_t sum[LOAD_PARTS], bool places);
/* Set the velocities in poses to those of the motion, and later give back the difference. Local. */
void apply_put_aside(const Constraints *constraints, const ConstraintScene *scene);
void apply_take_back(const Constraints *constraints, const ConstraintScene *scene);
/* With Constraints.counted, when places are final: change velocities by the corrections over dt. */
void apply_velocities(const Constraints *constraints, const ConstraintScene *scene);
/* To be called before and after clumps follow the corrections of levers.h: note these in
   ConstraintBody.given, as the velocities that forces see in advance are to be without them. Local.
   */
void apply_levers(const Constraints *constraints, const ConstraintScene *scene, bool before);
/* Add the corrections of the listed clumps to the report: travel, clumps that have left (these are
   dropped), bounds. Unless `work` is NULL, add the energy taken from them and that supplied by
   driven groups, and give the groups their reactions. Local. */
void apply_end(const Constraints *constraints, const ConstraintScene *scene, MotionReport *report,
               const ConstraintWork *work);
/* apply_began: a clump as it is, for the list. apply_end_body: as apply_end, for one clump of
   which only the centre was corrected; its travel is added to `more`. */
ConstraintBody apply_began(const Clumps *clumps, PetscInt row);
void           apply_end_body(const Constraints *constraints, const ConstraintScene *scene,
                              const ConstraintBody *body, MotionReport *report, Travel *more, Sum *taken);

/* Angular velocity of an owned clump by the momentum of the state, at the attitude of its pose,
   rad/s. */
static inline Vec3 follow_spin(const Clumps *c, PetscInt a)
{
  return c->blocked[a] & BLOCK_TURN ? motion_blocked_spin(c, a, c->pose[a].q, c->motion[a].momentum)
                                    : motion_free_spin(c, a);
}

#endif
