/* SPDX-License-Identifier: MIT */
/* Stiffnesses and dashpots of contacts, summed up by clump: two symmetric 6 x 6 matrices of each
   clump, of which dt: auto takes the largest eigenvalues (measure/timestep/follow.h).

   A contact with the normal n and the arm r from the centre of the clump has the stiffness
   K = k_across 1 + (k_along - k_across) n n^T at its point. With the velocity of that point, G^T u for
   u = (M^1/2 v, I^1/2 w), the clump gets the matrix G K G^T, 1/s^2: the square of the frequency of
   the clump between bodies that stand still. v is in the lab frame, w in the principal frame. Springs
   of couples add to the part of rotations. Dashpots likewise, 1/s.

   Sums are integers, hence the same on any number of ranks. */
#ifndef CONTACT_STIFFNESS_H
#define CONTACT_STIFFNESS_H

#include "contact/geometry.h"

enum {
  STIFFNESS_PARTS = 21,                 /* of a symmetric 6 x 6 matrix, row by row from the left */
  STIFFNESS_SUMS  = 2 * STIFFNESS_PARTS /* of springs, then of dashpots */
};

/* Starts as {0}; stiffness_free. */
typedef struct StiffnessSums {
  double   unit; /* s: springs count in 1/unit^2, dashpots in 1/unit */
  PetscInt rows, capacity;
  int64_t *values;                 /* owned */
  int64_t *column[STIFFNESS_SUMS]; /* [rows] of clumps, owned ones and copies, in `values` */
} StiffnessSums;

/* Start from zero for so many rows. unit: a time step, s, the same on all ranks; numbers are exact to
   2^-32 and bounded by 2^16 in this unit. */
void stiffness_begin(StiffnessSums *sums, double unit, PetscInt rows);
void stiffness_free(StiffnessSums *sums);

/* Add the contacts of a tile, after tile_motion. share: factors on their forces (evaluate.h); NULL:
   none. walls: bodies b are walls. Local. */
void stiffness_add(StiffnessSums *sums, const Clumps *clumps, const Law *law, bool walls,
                   const Tile *tile, const ContactBatch *batch, const double *share);
/* Add the contacts that the last evaluation has found, on this rank; between contacts_end and
   contacts_commit. Local, but all ranks must call it where there are solids. */
void contacts_stiffness(Contacts *contacts, const ContactScene *scene, StiffnessSums *sums);

/* The matrix of a row, 1/s^2 or, of dashpots, 1/s. */
void stiffness_matrix(const StiffnessSums *sums, PetscInt row, bool dashpots, double a[6][6]);

#endif
