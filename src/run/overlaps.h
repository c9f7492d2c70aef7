/* SPDX-License-Identifier: MIT */
/* Overlaps at the start of a new run that are likely to be a mistake. */
#ifndef RUN_OVERLAPS_H
#define RUN_OVERLAPS_H

#include "run/sim.h"

/* Part of the smaller radius above which an overlap at the start is worth a warning. */
#define OVERLAP_LARGE 0.05

/* An overlap; `part` of the smaller radius, 0: there is none. */
typedef struct {
  Id     a, b; /* clumps, the lower id first; b of a wall: its index */
  bool   wall;
  double part;
  Vec3   at; /* m */
} Overlap;

/* Overlaps above OVERLAP_LARGE on this rank. Starts as {0}. */
typedef struct {
  Overlap deepest;
  int64_t n;
} Overlaps;

/* Look at the contacts of the initial state, until contact_listeners_stop. Before sim_begin. */
PetscErrorCode overlaps_watch(Sim *sim, Overlaps *overlaps);
/* How many there are on all ranks. Collective. */
PetscErrorCode overlaps_count(const Sim *sim, const Overlaps *overlaps, int64_t *n);
/* Warn of them: the deepest, with its rows and place, and how many more there are. Collective. */
PetscErrorCode overlaps_warn(Sim *sim, const Overlaps *overlaps);

#endif
