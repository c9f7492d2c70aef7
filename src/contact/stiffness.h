/* SPDX-License-Identifier: MIT */
/* Stiffnesses and dashpots of contacts, summed up by clump: a symmetric 6 x 6 matrix of each clump,
   from whose largest eigenvalue dt: auto follows (measure/timestep/auto_dt.h).

   A contact with the normal n and the arm r from the centre of the clump has the stiffness
   K = k_across 1 + (k_along - k_across) n n^T and the dashpot C, likewise, at its point. With
   G^T u the velocity of that point for u = (M^1/2 v, I^1/2 w), G K G^T, 1/s^2, has as eigenvalues the
   squares of the frequencies of the clump between bodies that stand still, and G C G^T, 1/s, the
   rates at which it slows. v is in the lab frame, w in the principal frame; springs of couples add to
   the part of rotations. For a step dt the clump gets

     G (K dt^2 / springs + C dt / dashpots) G^T

   where `springs` and `dashpots` bound what a step resolves: dt is short enough while the largest
   eigenvalue is at most 1.

   Sums are integers, hence the same on any number of ranks. */
#ifndef CONTACT_STIFFNESS_H
#define CONTACT_STIFFNESS_H

#include "contact/geometry.h"

/* Sums of a clump. */
enum {
  STIFFNESS_PARTS   = 21, /* of a symmetric 6 x 6 matrix, row by row from the left */
  STIFFNESS_PRESENT = 0,  /* the matrix of contacts that there are */
  STIFFNESS_COMING  = STIFFNESS_PRESENT + STIFFNESS_PARTS, /* and of those that may begin */
  STIFFNESS_SPRINGS = STIFFNESS_COMING + STIFFNESS_PARTS,  /* traces of both, of springs alone */
  STIFFNESS_SQUARE  = STIFFNESS_SPRINGS + 2, /* squares of the speeds with which they approach */
  STIFFNESS_SUMS,
  STIFFNESS_WIDTH = (STIFFNESS_SUMS + 7) / 8 * 8 /* whole cache lines */
};

/* Bounds of (frequency x dt)^2 and of rate x dt. */
typedef struct {
  double springs, dashpots;
} StiffnessBounds;

/* Starts as {0}; stiffness_free. */
typedef struct StiffnessSums {
  double          dt;      /* s */
  StiffnessBounds present; /* of contacts that there are */
  PetscInt        capacity;
  int64_t (*row)[STIFFNESS_WIDTH]; /* owned; of clumps, owned ones and copies */
} StiffnessSums;

/* Start from zero for so many rows. dt is the same on all ranks; numbers are exact to 2^-32 and
   bounded by 2^16. */
void stiffness_begin(StiffnessSums *sums, double dt, StiffnessBounds present, PetscInt rows);
void stiffness_free(StiffnessSums *sums);

/* Add the contacts of a tile, after tile_motion. share: factors on their forces (evaluate.h); NULL:
   none. walls: bodies b are walls. Local. */
void stiffness_add(StiffnessSums *sums, const Clumps *clumps, const Law *law, bool walls,
                   const Tile *tile, const ContactBatch *batch, const double *share);
/* Add the contacts that the last evaluation has found, on this rank; between contacts_end and
   contacts_commit. Local, but all ranks must call it where there are solids. */
void contacts_stiffness(Contacts *contacts, const ContactScene *scene, StiffnessSums *sums);

/* Contacts that may begin within a time: of surfaces with a gap below what they approach in it; also
   those that have just begun, with an overlap of less than half of that. */
typedef struct {
  StiffnessBounds bounds;
  double          across; /* bound of rate x dt of dashpots across the normal */
  double          time;   /* s */
  double          pull;   /* acceleration that raises the speed of approach meanwhile, m/s^2 */
  double         *change; /* [walls] m/s: by which the motion of a wall may raise it meanwhile */
  double          most;   /* m: larger gaps do not count; listed pairs must be complete up to it */
  double          moved;  /* m: surfaces may have come so much closer since the lists were made */
  double          fast;   /* unit of speeds, m/s */
} StiffnessComing;

/* Add these, on this rank, with the stiffness at the largest overlap of their impact and the dashpot
   with which it begins. Pebbles are placed. Local. */
void contacts_coming(const Contacts *contacts, const ContactScene *scene,
                     const StiffnessComing *coming, StiffnessSums *sums);

/* The matrix of a row: of contacts that there are, and `coming` times that of those that may begin.
   Returns the part of springs in its trace, 0 .. 1. */
double stiffness_matrix(const StiffnessSums *sums, PetscInt row, double coming, double a[6][6]);
/* Its trace; *springs: the part of springs. */
double stiffness_trace(const StiffnessSums *sums, PetscInt row, double coming, double *springs);
/* The sum of squares of speeds, in StiffnessComing.fast^2. */
double stiffness_approach(const StiffnessSums *sums, PetscInt row);

#endif
