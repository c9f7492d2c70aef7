/* SPDX-License-Identifier: MIT */
/* Quanta of the exact sums (matter/loads.h), and the scales of the clumps of a run, from which it
   is judged whether they are fine enough. */
#ifndef MEASURE_QUANTA_H
#define MEASURE_QUANTA_H

#include "matter/loads.h"
#include "matter/world.h"

typedef struct {
  double smallest;  /* radius of the smallest pebble, m; 0: there is none */
  double lightest;  /* mass of the lightest clump that may move, kg; INFINITY: none may */
  double slightest; /* force of the softest law at an overlap of 1e-4 of the smallest radius, N */
  int    factors;   /* log2 of factors on the number of contributions to a sum */
  bool   coarse;    /* a warning was given: sums of forces are coarse for the lightest clumps */
} Scales;

/* The largest contributions to loads over all ranks: N, J, J, and of each of Loads.more. */
typedef struct {
  double        force, torque, work;
  const double *more;
} LargestLoads;

/* Choose the spare bits of sums for the contacts of all clumps present and waiting; smallest:
   radius of their smallest pebble, m (0: there are none). Quanta start finer than any load, and the
   first contacts raise them. Collective. */
PetscErrorCode quanta_choose(World *world, Scales *scales, double smallest);
/* Warn, once, if forces of large clumps have made the force quantum too coarse for small clumps.
   The same on every rank. */
void quanta_look(World *world, Scales *scales);
/* Raise the quanta of sums to which a contribution was too large; true if one was raised. The
   exponents depend on physics alone. Local. */
bool quanta_raise(World *world, Scales *scales, const LargestLoads *largest);
/* After links have been made, with Links.most up to date: give sums room for them. The sums of the
   last step must have been used (world_complete). Local; the same on all ranks. */
void quanta_widen(World *world, const Scales *scales);

#endif
