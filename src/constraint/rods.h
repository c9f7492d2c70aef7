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

/* After rods_begin: find the rows that links ask for. */
PetscErrorCode rod_columns_begin(Constraints *constraints, const ConstraintScene *scene);
/* The places of those of them from .. to - 1; then those of copies from the owners. The second is
   collective. */
void rod_columns_take_places(Constraints *constraints, const ConstraintScene *scene, PetscInt from,
                             PetscInt to);
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

/* Places of owned rows from .. to - 1 when the projection begins; they respond unless any of these bits is
   blocked. began: also to RodColumns.began, as poses will change. */
void rod_columns_take_rows(const RodColumns *columns, const Clumps *clumps, PetscInt from,
                           PetscInt to, uint64_t bits, bool began);
/* The place of an owned clump to its pose. */
static inline void rod_columns_put(const RodColumns *k, Clumps *c, PetscInt a)
{
  c->pose[a].x      = (Vec3){k->x[0][a], k->x[1][a], k->x[2][a]};
  c->motion[a].rest = (Vec3){k->rest[0][a], k->rest[1][a], k->rest[2][a]};
}

void rod_columns_free(RodColumns *columns);

/* ---- rod_ends.c: clumps get the places that columns have, as in follow_end ---- */

enum { ROD_LANES = 8 };

/* Constants, and extremes of what clumps were moved, separately for each lane. */
typedef struct {
  double rate, last;   /* 1/s */
  double lo[3], hi[3]; /* a centre between these is in range and has not left, m */
  double least[3][ROD_LANES], most[3][ROD_LANES], way[ROD_LANES]; /* m */
} RodEnd;

RodEnd rod_end_begin(const ConstraintScene *scene);
/* The next n owned rows, at most CLUMPS_TILE; began: as in rod_columns_take_rows; energies are added to
   `taken`, unless it is NULL. False, and nothing is changed, if a clump has left or is out of bounds. */
bool   rod_end_tile(RodEnd *end, const RodColumns *columns, Clumps *clumps, PetscInt from, int n,
                    bool began, Sum *taken);
Travel rod_end_travel(const RodEnd *end);

#endif
