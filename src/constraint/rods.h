/* SPDX-License-Identifier: MIT */
/* Rods and ropes between the centres of clumps (Constraint.rod, no arms) are corrected in columns, many at a
   time. Nothing turns, so that an equation needs the places of both ends alone:

     C = L - r,  D = n_a / m_a + n_b / m_b,  moves of a and b along n by lambda / m_a and -lambda / m_b

   with n from a to b (project.h). Ends that are blocked along some directions only are left to the general
   way. If all pairs of all ranks are such pairs and there are no hard contacts (Constraints.central), places
   and sums are columns, too, and these alone are sent: 24 bytes to a copy in a sweep, and 24 back. The bits
   are the same as with other constraints beside them. */
#ifndef CONSTRAINT_RODS_H
#define CONSTRAINT_RODS_H

#include "constraint/project.h"

/* True if a clump moves along all directions alike, or not at all; in two dimensions, of the plane. */
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

/* True if any pair of this rank has an arm, or is of another kind. */
bool rods_are_few(const LinkSet *set);
/* Forget the pairs. Local, as all functions here are. */
void rods_free(Rods *rods);
/* Find this rank's pairs if links have changed since the last call; lambda of all is 0 then. */
PetscErrorCode rods_begin(Constraints *constraints, const ConstraintScene *scene);
/* Note where the ends of pairs are, for their damping. moved: they have moved in this step; where they came
   from, to first order. */
void rods_note(Constraints *constraints, const ConstraintScene *scene, bool moved);
/* With hard contacts: parts of equal mass as in this step. */
void rods_share(Constraints *constraints, const ConstraintScene *scene);
/* Set lambda to 0. */
void rods_clear(Rods *rods);
/* Add the corrections of sweep `count` to the sums of the clumps. Places of copies must be up to date. */
void rods_sweep(const Constraints *constraints, const ConstraintScene *scene, int count);
/* Keep the forces of the step. */
void rods_keep(const Rods *rods, LinkSet *set, double dt);

/* ---- rod_columns.c: places and sums as columns, with Constraints.central ---- */

/* The places of clumps; then those of copies from the owners. The second is collective. */
PetscErrorCode rod_columns_begin(Constraints *constraints, const ConstraintScene *scene);
PetscErrorCode rod_columns_renew(Constraints *constraints, const ConstraintScene *scene);
/* Corrections of pairs that are not in columns are found from poses, and summed as loads: `rod_columns_lend`
   puts the places there, `rod_columns_take` takes the sums. */
void rod_columns_lend(const Constraints *constraints, const ConstraintScene *scene);
void rod_columns_take(const Constraints *constraints, const ConstraintScene *scene);
/* Sums of copies are added to those of their owners, which move. Collective. */
PetscErrorCode rod_columns_follow(Constraints *constraints, const ConstraintScene *scene);
/* True if an owned clump moves in columns. */
static inline bool rod_columns_hold(const Clumps *c, PetscInt a, int dimension)
{
  return rod_moves_alike(c, a, dimension) && !clump_is_driven(c, a);
}

/* The place of an owned clump to its pose. */
static inline void rod_columns_put(const RodColumns *k, Clumps *c, PetscInt a)
{
  c->pose[a].x      = (Vec3){k->x[0][a], k->x[1][a], k->x[2][a]};
  c->motion[a].rest = (Vec3){k->rest[0][a], k->rest[1][a], k->rest[2][a]};
}

void rod_columns_free(RodColumns *columns);

#endif
