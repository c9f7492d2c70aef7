/* SPDX-License-Identifier: MIT */
/* Clumps that are known but not there yet: they enter at a given time. State like the others, on whatever rank read them;
   nothing sees or moves them until then. */
#ifndef MATTER_WAITING_H
#define MATTER_WAITING_H

#include "base/parallel.h"
#include "matter/clumps.h"

typedef struct {
  Clumps  *clumps; /* owned rows only: the state they will enter with */
  double  *time;   /* of each, s */
  PetscInt capacity;
} Waiting;

/* The columns beside those of clumps. */
extern const Field waiting_fields[];

PetscErrorCode waiting_create(Waiting **waiting);
PetscErrorCode waiting_destroy(Waiting **waiting);
/* Room for n rows. */
PetscErrorCode waiting_reserve(Waiting *waiting, PetscInt n);
/* Append a copy of row `a`. */
PetscErrorCode waiting_add(Waiting *waiting, const Clumps *clumps, PetscInt a, double time);
/* Those whose time is `now` or earlier become owned rows of clumps (which lose their held copies) and wait no more. Not
   collective. */
PetscErrorCode waiting_release(Waiting *waiting, double now, Clumps *clumps);
/* The earliest time over all ranks, INFINITY if none waits; how many wait (n may be NULL). Collective. */
PetscErrorCode waiting_next(const Parallel *par, const Waiting *waiting, double *time, int64_t *n);

#endif
