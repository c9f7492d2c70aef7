/* SPDX-License-Identifier: MIT */
/* Overlaps at the start of a new run: the deepest one, and how many are likely to be a mistake. */
#ifndef RUN_OVERLAPS_H
#define RUN_OVERLAPS_H

#include "run/sim.h"

/* Part of the smaller radius above which an overlap at the start is likely to be a mistake. */
#define OVERLAP_LARGE 0.05

/* An overlap; depth 0: there is none. */
typedef struct {
  Id     a, b; /* clumps, the lower id first; b of a wall: its index */
  bool   wall;
  double depth;    /* m */
  double part;     /* of the smaller radius */
  Vec3   at;       /* m */
  Vec3   x_a, x_b; /* centres, m; of a wall x_b is not set */
} Overlap;

/* Starts as {0}. */
typedef struct {
  Overlap deepest; /* by its part of the smaller radius */
  int64_t n;       /* of those above OVERLAP_LARGE */
} Overlaps;

/* Look at the contacts of the initial state on this rank, until contact_listeners_stop. Before
   sim_begin. */
PetscErrorCode overlaps_watch(Sim *sim, Overlaps *overlaps);
/* Combine the overlaps of all ranks, on every rank. Collective. */
PetscErrorCode overlaps_gather(const Sim *sim, Overlaps *overlaps);
/* Write "clump 7 (row 8 of bed.csv, clumps: bed)", and the same of b or "wall floor". */
void overlap_name(const Sim *sim, const Overlap *overlap, char *a, char *b, size_t size);
/* Warn of large ones: the deepest, with its rows and place, and how many more there are.
   Collective. */
PetscErrorCode overlaps_warn(Sim *sim, Overlaps *overlaps);

#endif
