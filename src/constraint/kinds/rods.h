/* SPDX-License-Identifier: MIT */
/* Rods and ropes between the centres of clumps (Constraint.rod, no arms) are corrected many at a
   time. Nothing turns, so that an equation needs the places of both ends alone:

   C = L - r, D = n_a / m_a + n_b / m_b, moves of a and b along n by lambda / m_a and -lambda / m_b

   with n from a to b (project.h). Ends that are blocked along some directions only are left to the
   general way. If all pairs of all ranks are such pairs and there are no hard contacts
   (Constraints.central), places and sums are rows of their own, and these alone are sent: 24 bytes
   to a copy in a sweep, and 24 back; and clumps that move freely are moved once, when all
   corrections are known (motion/corrected.h). The bits are the same as with other constraints
   beside them. */
#ifndef CONSTRAINT_KINDS_RODS_H
#define CONSTRAINT_KINDS_RODS_H

#include "constraint/project.h"

/* True if a clump moves along all directions alike, or not at all; in two dimensions, of the
   plane. */
static inline bool rod_moves_alike(const Clumps *c, PetscInt row, int dimension)
{
  const uint64_t plane = dimension == 2 ? BLOCK_X | BLOCK_Y : BLOCK_MOVE;

  return !(c->blocked[row] & BLOCK_BODY_MOVE) &&
         ((c->blocked[row] & plane) == 0 || (c->blocked[row] & BLOCK_MOVE) == BLOCK_MOVE);
}

/* Inverse mass, 1/kg; 0 if it does not move. */
static inline double rod_response(const Clumps *c, PetscInt row)
{
  return (c->blocked[row] & BLOCK_MOVE) == BLOCK_MOVE ? 0 : 1 / c->mass[row];
}

/* True for a rod without arms. Its energy is never counted (energy.h), whatever its clumps are, so
   that results do not depend on whether there are other pairs, which may break. */
bool rod_is_between_centres(const LinkSet *set, PetscInt k);
/* True if some pair of this rank is no rod between centres. */
bool rods_are_not_all(const LinkSet *set);
/* Forget the pairs. Local, as all functions here are. */
void rods_free(Rods *rods);
/* Find this rank's pairs if links have changed since the last call; lambda of all is 0 then. */
void rods_begin(Constraints *constraints, const ConstraintScene *scene);
/* Note where the ends of pairs are, for their damping. moved: they have moved in this step already,
   so that their starts are found to first order. */
void rods_note(Constraints *constraints, const ConstraintScene *scene, bool moved);
/* With hard contacts: set D by the numbers n of this step. */
void rods_share(Constraints *constraints, const ConstraintScene *scene);
/* Set lambda to 0, before the first sweep of a step if there is damping; without damping that sweep
   does not read it. */
void rods_clear(Rods *rods);
/* Add the corrections of sweep `count` to the sums of the clumps. Places of copies must be up to
   date. */
void rods_sweep(const Constraints *constraints, const ConstraintScene *scene, int count);
/* Store the forces of the step in the memory of the pairs. */
void rods_keep(const Rods *rods, LinkSet *set, double dt);

/* ---- rod_rows.c: places and sums as rows, with Constraints.central ---- */

/* After rods_begin: find the rows of clumps that links ask for. */
void rod_rows_begin(Constraints *constraints, const ConstraintScene *scene);
/* Move the owned clumps, or find their places only, and note these; without a step note the
   places. */
void rod_rows_move(Constraints *constraints, const ConstraintScene *scene, MotionReport *report);
/* Send the places of owned clumps to their copies. Collective. */
PetscErrorCode rod_rows_renew(Constraints *constraints, const ConstraintScene *scene);
/* Pairs that are not in rows read poses and add to loads: rod_rows_lend copies the places of the
   rows into poses, rod_rows_take moves the loads into the sums of the rows. */
void rod_rows_lend(const Constraints *constraints, const ConstraintScene *scene);
void rod_rows_take(const Constraints *constraints, const ConstraintScene *scene);
/* Add the sums of copies to those of their owners, and move the owned places by them. last:
   foreseen clumps get the sums of this sweep when rod_rows_end moves them. Collective. */
PetscErrorCode rod_rows_follow(Constraints *constraints, const ConstraintScene *scene, bool last);
/* Give clumps the places of their rows, as apply_end does; their travel is added to `more`. */
void rod_rows_end(const Constraints *constraints, const ConstraintScene *scene,
                  MotionReport *report, Travel *more, Sum *taken);
void rod_rows_free(RodRows *rows);

#endif
