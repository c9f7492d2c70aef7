/* SPDX-License-Identifier: MIT */
/* Who must hold what: every owned clump (and each of its periodic images) walks down the tree of cuts with those of its parts
   that still matter, so that the cost follows pebbles near cuts and neither the number of ranks nor that of the clump's
   pebbles. */
#ifndef SPACE_HOLDERS_H
#define SPACE_HOLDERS_H

#include "space/outline.h"

/* What a holder must know of a copy, ahead of the clump's HELD_ONCE columns. */
typedef struct {
  PetscInt root; /* row at its owner */
  Image    shift;
} Ticket;

typedef struct {
  const Domain        *domain;
  const Decomposition *decomposition;
  const Templates     *templates;
  const Clumps        *clumps;
  double               reach; /* beyond a pebble's surface, rounding included, m */
  int64_t              most;  /* copies of one clump, in all its images; one that needs more is wide */
} HolderSearch;

/* How far copies are needed beyond a pebble's surface, when pairs are looked for up to `reach`: the grid adds to it, m. */
double holders_reach(const Domain *domain, double reach);

/* Post a ticket and the columns of every owned clump to each rank that must hold a copy of it, to this one for its images, too.
   Of a wide clump nothing is posted: its row goes to `wide`, in ascending order; free with array_free. Not collective. */
PetscErrorCode holders_find(const Parallel *par, const HolderSearch *search, Mail *mail, PetscInt **wide, PetscInt *n_wide);

/* A part that holds an image of a clump; parts are ranks in a run, and may be any number in a plan or an emulation. */
typedef struct {
  int   part;
  Image shift;
  int   n; /* pebbles of it that the part needs, by HolderWalk; 0 from elsewhere */
} Holder;

/* The same walk clump by clump, for any decomposition. */
typedef struct HolderWalk HolderWalk;
/* `search` is looked at until the end; its `most` is not. Not collective, like the others. */
PetscErrorCode holders_begin(const HolderSearch *search, HolderWalk **walk);
PetscErrorCode holders_end(HolderWalk **walk);
/* All holders of owned row a, whose centre is in the box of part `owner`, by image and then by part; the owner is among them,
   with shift 0, if it needs pebbles of its own clump. The list is good until the next call. */
PetscErrorCode holders_of(HolderWalk *walk, PetscInt a, int owner, PetscInt *n, const Holder **holders);

/* Bytes of what is posted for a copy. */
size_t holders_record_size(void);

#endif
