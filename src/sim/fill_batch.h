/* SPDX-License-Identifier: MIT */
/* A fill while it is made, and a batch of its attempts. Nobody else includes it than

     fill.c         object after object, tier after tier, batch after batch
     fill_draw.c    places and attitudes that clumps try
     fill_decide.c  which of these are kept */
#ifndef SIM_FILL_BATCH_H
#define SIM_FILL_BATCH_H

#include "sim/fill_plan.h"
#include "sim/sim.h"

/* A clump on its way, on the rank that keeps its part of the numbers. */
typedef struct {
  FillWish wish;
  int64_t  tries;          /* made */
  int64_t  free;           /* which try of the batch under way is free of what was there; NONE_YET */
  int      tier;           /* 0: the largest */
  bool     member, placed; /* of this batch */
} Wanted;

enum { NONE_YET = -1 };

/* One `clumps` object of this kind. */
typedef struct {
  Sim     *sim;
  FillPlan plan;
  uint64_t group;              /* of its clumps */
  double   bulk;               /* the largest */
  int64_t  block, first, last; /* clumps of a rank; of this one: first .. last-1 */
  Wanted  *wanted;             /* [last - first] */
  int64_t  placed, tried;      /* over all ranks */
} Fill;

/* Attempt i of clump j has the id j * tries + i: clumps before others have priority. */
typedef struct {
  Sim        *sim;
  const Fill *fill;
  int64_t     tries; /* of each clump, in the whole batch */
  Clumps     *trial; /* what is there (negative ids), then attempts */
  Halo       *halo;
  Pebbles    *pebbles;
  Pairs      *pairs;
  int32_t    *verdict, *news;
  PetscInt    capacity, news_capacity;
} Batch;

/* Append attempts to the trial: of every member of which no free place is known tries from .. from + n-1; */
PetscErrorCode fill_add_tries(Batch *b, int64_t from, int64_t n);
/* the one place of every member that has one. */
PetscErrorCode fill_add_free(Batch *b);

/* Bring the trial to its owners and find what attempts overlap; none of them is decided yet. Collective. */
PetscErrorCode fill_find_conflicts(Batch *b);
/* Of the attempts that are free of what is there the first of each clump is taken. Collective. */
PetscErrorCode fill_note_free(Batch *b, Fill *f);
/* Rounds until every attempt is accepted or refused. Collective. */
PetscErrorCode fill_decide(Batch *b);
/* Accepted attempts become clumps, and their ranks are told; *taken: how many, over all ranks. Collective. */
PetscErrorCode fill_take_over(const Batch *b, Fill *f, int64_t *taken);

#endif
