/* SPDX-License-Identifier: MIT */
/* Clumps follow the sums of their corrections. */
#ifndef CONSTRAINT_FOLLOW_H
#define CONSTRAINT_FOLLOW_H

#include "constraint/project.h"
#include "motion/tile.h"

/* List this rank's clumps that links ask for, or with hard contacts those that have any equation, as
   they are; with Constraints.central after rod_rows_move, those that do not move in rows. Local. */
PetscErrorCode follow_begin(Constraints *constraints, const ConstraintScene *scene);
/* Move them by their sums, which are zeroed; momenta change by the corrections over dt, and velocities, too,
   with hard contacts or where translations are blocked in the axes of the body; else follow_end changes
   these. places false: velocities and momenta alone change. Local. */
void follow_sums(const Constraints *constraints, const ConstraintScene *scene, bool places);
/* The same of one clump, by a sum that stays. */
void follow_body(const Constraints *constraints, const ConstraintScene *scene,
                 const ConstraintBody *body, const int64_t sum[LOAD_PARTS], bool places);
/* Velocities in poses become those of the motion, and get back what they differed by. Local. */
void follow_put_aside(const Constraints *constraints, const ConstraintScene *scene);
void follow_take_back(const Constraints *constraints, const ConstraintScene *scene);
/* With Constraints.counted, when places are final: velocities change by the corrections over dt. */
void follow_velocities(const Constraints *constraints, const ConstraintScene *scene);
/* Before and after clumps follow what levers.h gives: note it, as it is no impulse that forces are to see
   in advance (ConstraintBody.given). Local. */
void follow_levers(const Constraints *constraints, const ConstraintScene *scene, bool before);
/* Add what they were moved to the report: travel, clumps that have left (dropped), bounds; and the
   energy that was taken from them, and that driven groups have supplied, unless `work` is NULL. Groups
   get the reactions. Local. */
void follow_end(const Constraints *constraints, const ConstraintScene *scene, MotionReport *report,
                const ConstraintWork *work);
/* A clump as it is; the same of one clump of which the centre alone was corrected, and what it was moved is
   added to `more`. */
ConstraintBody follow_began(const Clumps *clumps, PetscInt row);
void           follow_end_body(const Constraints *constraints, const ConstraintScene *scene,
                               const ConstraintBody *body, MotionReport *report, Travel *more, Sum *taken);

/* Angular velocity of an owned clump by the momentum of the state, at the attitude of its pose, rad/s. */
static inline Vec3 follow_spin(const Clumps *c, PetscInt a)
{
  return c->blocked[a] & BLOCK_TURN ? motion_blocked_spin(c, a, c->pose[a].q, c->motion[a].momentum)
                                    : motion_free_spin(c, a);
}

#endif
