/* SPDX-License-Identifier: MIT */
/* Clumps that enter at a later time. They are state, kept on the rank that read them; no other
   part of the program sees or moves them until then. */
#ifndef MATTER_WAITING_H
#define MATTER_WAITING_H

#include "base/parallel.h"
#include "matter/clumps.h"

typedef struct Waiting {
  Clumps  *clumps; /* owned rows only: the state with which they enter */
  double  *time;   /* time of entry of each, s */
  PetscInt capacity;
  Id *entered; /* ids of the clumps that entered in the last release on this rank, for messages */
  PetscInt n_entered, entered_capacity;
} Waiting;

/* Columns in addition to those of clumps. */
extern const Field waiting_fields[];

PetscErrorCode waiting_create(Waiting **waiting);
void           waiting_destroy(Waiting **waiting);
/* Make room for n rows. */
void waiting_reserve(Waiting *waiting, PetscInt n);
/* Append a copy of row `a`, to enter at `time` (s). */
void waiting_add(Waiting *waiting, const Clumps *clumps, PetscInt a, double time);
/* Move the clumps whose time is `now` or earlier to the owned rows of clumps (held copies are
   dropped). Not collective. */
void waiting_release(Waiting *waiting, double now, Clumps *clumps);
/* Earliest time over all ranks, INFINITY if no clump waits; *n: number of waiting clumps on all
   ranks (n may be NULL). Collective. */
PetscErrorCode waiting_next(const Parallel *par, const Waiting *waiting, double *time, int64_t *n);

#endif
