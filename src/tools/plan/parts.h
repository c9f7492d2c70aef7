/* SPDX-License-Identifier: MIT */
/* Counts for every part if the state were cut into any number of parts: found by the rules of a
   run, not estimated. */
#ifndef TOOLS_PLAN_PARTS_H
#define TOOLS_PLAN_PARTS_H

#include "run/sim.h"

/* All counts are int64, so that they are summed over ranks as one row of numbers. A copy is one
   image of one clump; a remote copy belongs to a clump of another part, and its pose and loads are
   sent in every step. Wide clumps (wide.h) are sent to all parts by a collective: their copies are
   held like others, but count neither as remote nor as given. */
typedef struct {
  int64_t clumps, body;        /* owned clumps, and all of their pebbles */
  int64_t free;                /* clumps that are not fixed */
  int64_t copies, remote;      /* held copies; of these, copies of clumps of other parts */
  int64_t given, given_remote; /* copies of owned clumps on any part; of these, on other parts */
  int64_t pebbles, inside;     /* pebbles placed; of these, pebbles of owned clumps */
  /* near pairs counted here, with walls: tested in a step; of these, pairs without a copy */
  int64_t pairs, pairs_inside;
  /* all pairs within the skin counted here: found at rebuilds, tested at narrowings */
  int64_t listed;
  /* of these, near and listed pairs of interactions, whose lists are shorter (search/row_list.h) */
  int64_t pulled, pulled_listed;
  int64_t contacts; /* pairs that touch */
  /* parts that hold copies of this part's clumps; parts whose clumps this one holds */
  int64_t receivers, senders;
  int64_t wide;        /* number of wide clumps, of all parts */
  int64_t links, hard; /* links; near pairs of hard contacts, which are no part of `pairs` */
  /* work of links that give forces; of constraints and hard contacts; in the units of part_work */
  int64_t pull_work, held_work;
  /* memory of links, constraints and hard contacts, without their lists of pairs */
  int64_t held_bytes;
  /* memory of interactions beside the lists of pairs, and of looks for the time step */
  int64_t more_bytes;
  /* sweeps in a step: messages to every receiver, messages to every sender, and bytes of both for
     each copy; the same in all parts */
  int64_t sweep_out, sweep_back, sweep_out_bytes, sweep_back_bytes;
  /* the same of sums of interactions and skins, in the middle of a step */
  int64_t share_out, share_back, share_out_bytes, share_back_bytes;
  /* the same of a look for the time step, every AUTO_DT_LOOK steps */
  int64_t look_out, look_back, look_out_bytes, look_back_bytes;
  /* refreshes that a step with new lists makes beside its own: 1 with hard contacts; else the one is
     the other */
  int64_t renew_out;
} Part;

enum { PART_COUNTS = sizeof(Part) / sizeof(int64_t) };

/* Messages and bytes that the part sends in each step: poses to holders, loads to owners, and messages
   of sweeps and of sums. The maximum over all ranks (one small collective) is not included. */
static inline int64_t part_messages(const Part *p)
{
  return p->receivers * (1 + p->sweep_out + p->share_out) +
         p->senders * (1 + p->sweep_back + p->share_back);
}

int64_t part_bytes(const Part *p, const Field *fields);

/* Work in the units of dynamic balance; WORK_NANOSECOND of them are a nanosecond on one core. */
enum { WORK_NANOSECOND = 4 };
int64_t part_work(const Part *p);

/* Count the n parts of a decomposition; the same on every rank. The state must be as a rebuild left
   it (no clump has moved since). The present pairs and contacts count for the part that their
   reference points are in. Collective. O(n) memory. */
PetscErrorCode parts_count(const Sim *sim, const Decomposition *decomposition, int n, Part *parts);

/* Counts of this rank in this run; before the first step, when there are no contacts yet,
   overlapping pairs instead. Local. */
Part parts_here(const Sim *sim);

/* Set the numbers of links and near pairs of this rank, and the members that follow
   from them. Local. */
void held_here(const Sim *sim, Part *part);

#endif
