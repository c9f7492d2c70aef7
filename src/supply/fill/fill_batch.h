/* SPDX-License-Identifier: MIT */
/* A fill in progress, and a batch of its attempts. Included only by

     fill.c         random fills at the start: loops over objects, tiers and batches
     inlet.c        clumps that enter while a run goes on
     fill_batch.c   batches of attempts, and the positions and attitudes that they try
     fill_decide.c  decision which attempts are kept */
#ifndef SUPPLY_FILL_FILL_BATCH_H
#define SUPPLY_FILL_FILL_BATCH_H

#include "search/pairs.h"
#include "space/halo.h"
#include "space/migration.h"
#include "supply/fill/fill_spec.h"
#include "supply/source.h"

/* A clump of the specification, on the rank that keeps its block of indices. */
typedef struct {
  FillClump drawn;
  int64_t   tries; /* number of attempts made */
  /* index in this batch of the first attempt that overlaps no clump present; or NONE_YET */
  int64_t free;
  int     tier;           /* 0: the largest clumps */
  bool    member, placed; /* in this batch; has its place */
} Wanted;

enum { NONE_YET = -1 };

/* Owned rows, among the first `looked`, that attempts in a region may overlap; found once in a
   release, so that the cost of its batches does not depend on clumps far away. Starts as {0}; free
   `row` with array_free. */
typedef struct {
  PetscInt  n, capacity, looked;
  PetscInt *row;
} NearRows;

/* Clumps of one object that are being put in: all those of a fill, or some of an inlet. */
typedef struct {
  World   *world;
  FillSpec spec;
  uint64_t group;              /* mask for its clumps */
  double   bulk;               /* the largest bulk of a clump */
  int64_t  block, first, last; /* clumps per rank; those of this rank: first .. last-1 */
  Wanted  *wanted;             /* [last - first] */
  int64_t  placed, tried;      /* clumps placed and attempts made, over all ranks */
  /* of an inlet */
  bool            apart; /* true: batches take clumps near the region only */
  const NearRows *near;  /* those near it, if apart; borrowed */
  uint64_t counter; /* number of the first attempt: clump j's n-th is counter + j attempts + n */
} Fill;

enum { BATCH_MOST = 2000000 }; /* attempts in a batch */

/* Attempt i of clump j has the id j * tries + i: a clump has priority over those of larger j. */
typedef struct {
  World      *world;
  const Fill *fill;
  int64_t     tries;  /* tries per clump in the whole batch */
  Vec3        lo, hi; /* box that holds the region */
  Clumps     *trial;  /* the clumps present (negative ids), then attempts */
  Halo       *halo;
  Pebbles    *pebbles;
  Pairs      *pairs;
  Features    features; /* workspace */
  int32_t    *verdict, *news;
  PetscInt    capacity, news_capacity;
} Batch;

/* Find the rows of the scene that may meet the region of a specification. Local. */
void           near_rows_find(const World *world, const FillSpec *spec, NearRows *near);
PetscErrorCode fill_batch_create(const Fill *f, Batch *b);
PetscErrorCode fill_batch_destroy(Batch *b);
/* Add the walls that met all of the first attempts, or else that which met most of them, if these are
   at least half, with what to do about them; nothing: there is none. Walls that are divided are left
   out. Local; the same on all ranks. */
void fill_say_refused(const Fill *f, Text *text);
/* Warn of a wall that keeps clumps inside by default, and that met most of the first attempts: it is
   likely to be meant as an obstacle. Local; the same on all ranks. */
void fill_doubt_sides(const Fill *f);
/* Number of clumps of a tier that are not placed: on the ranks before this one, and on all.
   Collective. */
PetscErrorCode fill_count_waiting(const Fill *f, int tier, int64_t *first, int64_t *total);
/* Make `tries` attempts for each clump of a tier that is not placed; *taken: number of clumps that
   this has placed, over all ranks. Collective. */
PetscErrorCode fill_run_batch(Batch *b, Fill *f, int tier, int64_t tries, int64_t *taken);

/* Drop owned attempts that overlap a divided wall (Walls.n_divided), whose faces only the owners
   know. Local. */
void fill_drop_tries(Batch *b);

/* Migrate the trial to its owners and find the overlaps of attempts; none is decided yet.
   Collective. */
PetscErrorCode fill_find_conflicts(Batch *b);
/* For each clump, note the first of its attempts that is free of the clumps present. Collective. */
PetscErrorCode fill_note_free(Batch *b, Fill *f);
/* Repeat rounds until every attempt is accepted or refused. Collective. */
PetscErrorCode fill_decide(Batch *b);
/* Add a clump for each accepted attempt, and report these to the ranks that keep their indices;
   *taken: their number over all ranks. Collective. */
PetscErrorCode fill_take_over(const Batch *b, Fill *f, int64_t *taken);

#endif
