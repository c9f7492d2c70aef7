/* SPDX-License-Identifier: MIT */
/* The part of an interaction that acts on pairs of pebbles of different clumps up to a reach, such
   as a potential. */
#ifndef INTERACTION_PAIRS_PAIR_FORCE_H
#define INTERACTION_PAIRS_PAIR_FORCE_H

#include "interaction/body_force.h"

/* Columns of a pair batch that are filled only if needs() returns these bits. */
enum {
  NEEDS_PAIR_VELOCITY = 1, /* PairBatch.vx, vy, vz; implied by `loses` */
  NEEDS_PAIR_RADII    = 2, /* PairBatch.ra, rb */
  NEEDS_PAIR_FORCE    = 4  /* PairBatch.fx, fy, fz, to add to */
};

/* Pairs of pebbles as columns: a is the first in canonical order (search/pairs.h); for interactions
   that push along the line of centres alone (no NEEDS_ bit, no quantity) either of them. Some pairs
   may be farther apart than the reach, even infinitely far: their forces and energies must be 0. */
typedef struct {
  int n;
  /* read only */
  /* from the centre of a to that of b, m */
  _Alignas(64) double dx[INTERACTION_TILE], dy[INTERACTION_TILE], dz[INTERACTION_TILE];
  double d2[INTERACTION_TILE]; /* squared distance of the centres, m^2 */
  /* velocity of the centre of a relative to b, m/s: NEEDS_PAIR_VELOCITY */
  double vx[INTERACTION_TILE], vy[INTERACTION_TILE], vz[INTERACTION_TILE];
  double ra[INTERACTION_TILE], rb[INTERACTION_TILE]; /* radii, m: NEEDS_PAIR_RADII */
  /* of the clumps, of Interaction.quantity, predicted; for a quantity of pebbles those of the
     pebbles; unset: none, or with passes */
  double value_a[INTERACTION_TILE], value_b[INTERACTION_TILE];
  Found  found;
  /* [n] rows of the two pebbles, and of their clumps; NULL: of potentials that push along the line of
     centres they are not known */
  const int32_t *i, *j, *a, *b;
  /* added to */
  /* into the clumps, of Interaction.quantity: GIVES_PAIR_FLOW only */
  double flow_a[INTERACTION_TILE], flow_b[INTERACTION_TILE];
  /* power that the forces take from the bodies for good, W: GIVES_PAIR_LOSS only */
  double loss[INTERACTION_TILE];
  /* force along the line of centres over the distance, > 0: repulsive, N/m */
  double push[INTERACTION_TILE];
  /* further force on the centre of a, N; b gets the opposite: NEEDS_PAIR_FORCE */
  double fx[INTERACTION_TILE], fy[INTERACTION_TILE], fz[INTERACTION_TILE];
} PairBatch;

/* Tail of a truncated potential u beyond its cutoff c, in d dimensions: integrals of u r^(d-1),
   energy, and of -u' r^d, virial, from c on, J m^d. */
typedef struct {
  double energy, virial;
} Tail;

/* Two pebbles that approach each other, for dt: auto. */
typedef struct {
  double energy;           /* kinetic energy of the approach, J */
  double touching;         /* distance of their centres when they touch, m */
  double value_a, value_b; /* largest |value| of such pebbles, of a quantity of pebbles; else 0 */
} Approach;

typedef struct {
  /* Distance of centres, m, beyond which no pair acts. */
  double (*reach)(const void *self);
  /* True if pebbles of these materials interact; NULL: those of `interaction_between` do, which the
     keys then need. */
  bool (*joins)(const void *self, int a, int b);
  /* Add the forces of the pairs of the batch. */
  void (*pull)(const void *self, PairBatch *batch);
  /* Tried before pull() where the interaction alone acts along the lines of centres, with a batch
     without dx, dy, dz and d2: set these, push and loss from packed numbers, and further pushes to
     0 up to a multiple of four. False: some pair needs pull(). NULL: all do. */
  bool (*alike)(const void *self, PairBatch *batch);
  /* Add the stored energy of each pair of the batch, J. NULL: that of energy_at, or none. */
  void (*energy)(const void *self, const PairBatch *batch, double *energy);
  /* Stored energy at a squared distance, J, where the constants begin with a truncation
     (pairs/potential.h), without that. With a quantity of pebbles: for values of 1 of both. */
  double (*energy_at)(const void *self, double d2);
  /* Energy and virial of a pair beyond the reach (Tail); NULL: not known. */
  void (*tail)(const void *self, int dimension, Tail *tail);
  /* Largest stiffness of a pair of pebbles that approach, for dt: auto, N/m; NULL: it does not
     limit dt. */
  double (*stiffness)(const void *self, const Approach *approach);
  const char *no_number; /* why the force of a pair may be none; NULL: nothing is known */
} PairForce;

#endif
