/* SPDX-License-Identifier: MIT */
/* What every rank would have if the state were cut into so many parts: counted by the rules of a run, not estimated. */
#ifndef SIM_PARTS_H
#define SIM_PARTS_H

#include "sim/sim.h"

/* All counts are int64, so that ranks can be summed as one row of numbers. A copy is one image of one clump; a remote one is
   of another part's clump, and its pose and loads travel in every step. Wide clumps (wide.h) are told to all parts at once: their
   copies are held like others, but are neither remote nor given. */
typedef struct {
  int64_t clumps, body;        /* owned clumps, and all of their pebbles */
  int64_t free;                /* clumps that are not fixed */
  int64_t copies, remote;      /* held, and those of clumps of other parts */
  int64_t given, given_remote; /* copies of owned clumps, anywhere, and at other parts */
  int64_t pebbles, inside;     /* placed here, and those of them that are of owned clumps */
  int64_t pairs, pairs_inside; /* near ones counted here, with walls: looked at in a step; and those of them that need no copy */
  int64_t listed;              /* all within the skin, counted here: found at rebuilds, picked from at narrowings */
  int64_t contacts;            /* pairs that touch */
  int64_t receivers, senders;  /* parts that hold clumps of this one; parts whose clumps this one holds */
  int64_t wide;                /* clumps of all parts that are told to all */
} Part;

enum { PART_COUNTS = sizeof(Part) / sizeof(int64_t) };

/* Messages and bytes that the part sends in a step: poses to holders, loads to owners. The maximum over all ranks (one small
   collective) comes on top. */
static inline int64_t part_messages(const Part *p)
{
  return p->receivers + p->senders;
}

int64_t part_bytes(const Part *p);

/* Work as dynamic balance sees it. */
int64_t part_work(const Part *p);

/* Counts of the n parts of a decomposition, alike on every rank; the state is as a rebuild left it (nothing has moved since).
   Pairs and contacts are those at hand, given to the parts that their reference points are in. Collective. O(n) memory. */
PetscErrorCode parts_count(const Sim *sim, const Decomposition *decomposition, int n, Part *parts);

/* What this rank has in this run; before the first step, when contacts are not found yet, with the pairs that overlap. Local. */
Part parts_here(const Sim *sim);

#endif
