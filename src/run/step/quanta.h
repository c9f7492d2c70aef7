/* SPDX-License-Identifier: MIT */
/* Quanta of the exact sums (matter/loads.h), and the scales of the clumps of a run, from which it
   is judged whether they are fine enough. */
#ifndef RUN_STEP_QUANTA_H
#define RUN_STEP_QUANTA_H

#include "matter/loads.h"

typedef struct Sim Sim;

typedef struct {
  double smallest;  /* radius of the smallest pebble, m; 0: there is none */
  double lightest;  /* mass of the lightest clump that may move, kg; INFINITY: none may */
  double slightest; /* force of the softest law at an overlap of 1e-4 of the smallest radius, N */
  int    factors;   /* log2 of factors on the number of contributions to a sum */
  bool   coarse;    /* a warning was given: sums of forces are coarse for the lightest clumps */
} Scales;

/* Choose the spare bits of sums for the contacts of all clumps present and waiting; smallest:
   radius of their smallest pebble, m (0: there are none). Quanta start finer than any load, and the
   first contacts raise them. Collective. */
PetscErrorCode quanta_choose(Sim *sim, double smallest);
/* Warn, once, if forces of large clumps have made the force quantum too coarse for small clumps.
   The same on every rank. */
void quanta_look(Sim *sim);
/* Raise the quanta of sums to which a contribution was too large; true if one was raised.
   force, torque (N), work (J), more (to Loads.more): the largest over all ranks. The exponents
   depend on physics alone. Local. */
bool quanta_raise(Sim *sim, double force, double torque, double work, const double *more);

/* After links have been made, with Links.most up to date: give sums room for them. The sums of the
   last step must have been used (sim_complete). Local; the same on all ranks. */
void quanta_widen(Sim *sim);
/* Coarsen all quanta by so many bits, as room for more contributions. */
void quanta_make_room(Loads *loads, int bits);

#endif
