/* SPDX-License-Identifier: MIT */
/* Sums of corrections on clumps, which are rows of Loads in kg m (project.h), and the motion of
   clumps by them. */
#ifndef CONSTRAINT_APPLY_H
#define CONSTRAINT_APPLY_H

#include "constraint/project.h"
#include "motion/tile.h"

/* ---- sums */

/* Add a correction to the sums of a clump, in quanta: move, kg m; turn: angular part over the arm
   of the clump, kg m. */
static inline void correction_add(const Constraints *c, const ConstraintScene *s, PetscInt row,
                                  Vec3 move, Vec3 turn)
{
  loads_add_vectors(s->loads->sum + (size_t)row * LOAD_PARTS, move, turn, c->move.inverse,
                    c->turn.inverse);
}

/* Send the poses of owned clumps to their copies. Collective. */
static inline PetscErrorCode correction_refresh(const ConstraintScene *s)
{
  return halo_refresh(s->halo, s->domain, s->clumps);
}

/* Add the sums of copies to those of their owners. Collective. */
static inline PetscErrorCode correction_reduce(const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(halo_reduce_begin(s->halo, s->clumps, s->loads));
  PetscCall(halo_reduce_end(s->halo, s->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- clumps that follow */

/* List this rank's clumps, as they are now, that constraints may correct: those that links ask for;
   with hard contacts, all with an equation; with volumes, all; with Constraints.central, after
   rod_rows_move, those that do not move in rows. Local. */
void apply_begin(Constraints *constraints, const ConstraintScene *scene);
/* Add the sums of copies to those of their owners, move the listed clumps by their sums, and zero
   these and those of copies. Angular momenta change here by the corrections over dt. Velocities
   change here only with hard contacts or with translations blocked in the axes of the body, else in
   apply_end. places false: velocities and angular momenta alone change, here. Collective. */
PetscErrorCode apply_all(const Constraints *constraints, const ConstraintScene *scene, bool places);
/* Move one clump by a sum, which is not zeroed. */
void apply_body(const Constraints *constraints, const ConstraintScene *scene,
                const ConstraintBody *body, const int64_t sum[LOAD_PARTS], bool places);
/* After put_aside (energy.c): add the difference of the velocities to those in poses again. Local. */
void apply_take_back(const Constraints *constraints, const ConstraintScene *scene);
/* With Constraints.counted, when places are final: change velocities by the corrections over dt. */
void apply_velocities(const Constraints *constraints, const ConstraintScene *scene);
/* Add the corrections of the listed clumps to the report: travel, clumps that have left (these are
   dropped), bounds. Unless `work` is NULL, add the energy taken from them and that supplied by
   driven groups, and give the groups their reactions. Local. */
void apply_end(const Constraints *constraints, const ConstraintScene *scene, MotionReport *report,
               const ConstraintWork *work);
/* A clump as it is, for the list. */
ConstraintBody apply_began(const Clumps *clumps, PetscInt row);
/* apply_end for one clump: add its travel to `more`, its state to the report, and the energy taken
   from it to `taken`. turned: corrections have turned it or changed its angular momentum. */
void apply_end_body(const Constraints *constraints, const ConstraintScene *scene,
                    const ConstraintBody *body, bool turned, MotionReport *report, Travel *more,
                    Sum *taken);

/* Angular velocity of an owned clump by the momentum of the state, at the attitude of its pose,
   rad/s. */
static inline Vec3 follow_spin(const Clumps *c, PetscInt a)
{
  return motion_spin(c, a, c->pose[a].q, c->motion[a].momentum);
}

/* ---- forces on single clumps, for those who ask (Clumps.held_force)

   A force is the sum of the corrections that a clump has received in a step, over dt^2, whether it
   yields or not. In the sweeps it is an impulse times dt, kg m. Without anybody who asks these
   functions do nothing. Local. */

/* True if the sums of clumps that do not yield are of use: of driven groups, or of bodies.csv. */
static inline bool reactions_are_asked(const ConstraintScene *s)
{
  return s->driven->n > 0 || s->clumps->held_force;
}

/* No forces: at the start of every step. */
void reactions_clear(Clumps *clumps);
/* Add the sums of a sweep of rods, of their columns; apply_all adds those of the loads. */
void reactions_add_rows(const Constraints *constraints, const ConstraintScene *scene);
/* From impulses to forces: at the end of all sweeps. */
void reactions_end(const ConstraintScene *scene);

#endif
