/* SPDX-License-Identifier: MIT */
/* The part of an interaction that acts among all clumps at any distance, such as gravity. */
#ifndef INTERACTION_GRAVITY_MUTUAL_FORCE_H
#define INTERACTION_GRAVITY_MUTUAL_FORCE_H

#include "base/sums/sum.h"

typedef struct {
  double   x[3], mass; /* centre, m; kg */
  Id       id;
  PetscInt row;      /* of the clump; for the caller */
  int64_t  force[3]; /* at the centre, quanta: added to */
} MutualBody;

/* The clumps of this rank that act on each other with those of all other ranks. */
typedef struct {
  const Parallel *par;
  PetscInt        n, capacity;
  MutualBody     *list; /* [n] */
  double          unit; /* of forces: 1 over their quantum, 1/N (matter/loads.h) */
  /* set by force() */
  double  largest;        /* largest force that was added, N */
  int64_t additions;      /* largest number of forces that were added to one clump */
  double  wild;           /* a force beyond FORCE_MOST, N; else 0 */
  Id      wild_a, wild_b; /* its clumps; both the same: the other one is not known */
} MutualBodies;

/* `self` may keep workspaces, which are NULL before the first call. */
typedef struct {
  /* Add the forces, which make no couples. Collective. */
  PetscErrorCode (*force)(void *self, MutualBodies *bodies);
  /* Add the stored energy, J; NULL: none. Collective. */
  PetscErrorCode (*energy)(void *self, const MutualBodies *bodies, Sum *energy);
} MutualForce;

#endif
