/* SPDX-License-Identifier: MIT */
/* Clumps held on very many ranks. Sent like the others they would cost their owner a message to every holder and one back in
   every step. So they are told to all: at a rebuild each rank learns of every wide clump and finds by itself which images of it
   reach its box; in a step poses go out, and loads come back, in one sum over all ranks each, of numbers that are zero but on
   the ranks that have something to say. The sums are of integers (a pose travels as the bits of its reals), so they are exact,
   and a clump's loads are the same whether it is wide or not.

   Cost of a step: log(ranks) messages for all wide clumps together, 16 numbers each out and 6 back; no work that grows with the
   number of ranks, and no allocation. Where no clump is wide nothing is sent. */
#ifndef SPACE_WIDE_H
#define SPACE_WIDE_H

#include "matter/loads.h"
#include "space/holders.h"

typedef struct {
  int             n, first; /* over all ranks; those of this rank's clumps: first .. first + n_mine - 1 */
  PetscInt        n_mine, mine_capacity;
  PetscInt       *mine;         /* their rows */
  PetscInt        held, n_held; /* rows of copies on this rank: held .. held + n_held - 1 */
  int32_t        *which;        /* [n_held] of which wide clump */
  PetscInt        which_capacity;
  int64_t        *numbers; /* [n][WIDE_NUMBERS], summed over the ranks */
  PetscInt        numbers_capacity;
  ParallelRequest request;
} Wide;

void wide_free(Wide *wide);

/* Tell all ranks of the owned rows in `rows` (n of them), and append a row for every image that meets this rank's box, with its
   HELD_ONCE columns and shift, behind what is held already. `total`: of them over all ranks. Collective. */
PetscErrorCode wide_build(Wide *wide, const Parallel *par, const HolderSearch *search, const PetscInt *rows, PetscInt n,
                          int total, Clumps *clumps);

/* Poses to the held rows, as their owners have them: not shifted to the images. Collective, when there are wide clumps. */
PetscErrorCode wide_refresh_begin(Wide *wide, const Parallel *par, const Clumps *clumps);
PetscErrorCode wide_refresh_end(Wide *wide, Clumps *clumps);
/* Sums of held rows added to their owners', modulo 2^64. */
PetscErrorCode wide_reduce_begin(Wide *wide, const Parallel *par, const Loads *loads);
PetscErrorCode wide_reduce_end(Wide *wide, Loads *loads);
/* One int32 a clump, from owners to copies and, as a maximum, back. */
PetscErrorCode wide_spread_int(Wide *wide, const Parallel *par, int32_t *values);
PetscErrorCode wide_max_int(Wide *wide, const Parallel *par, int32_t *values);

#endif
