/* SPDX-License-Identifier: MIT */
/* Wide clumps: clumps held on very many ranks, and those that carry a surface (Template.carries),
   which every rank holds. In the graph of halo.h each would cost its owner a message to every
   holder and one back in every step. Instead they are sent to all ranks: at a rebuild every rank
   gets every wide clump and finds the images of it that reach its box; in a step poses go out and
   loads come back in one allreduce each, a sum of integers to which a rank that has nothing to add
   contributes zeros (a pose is sent as the bits of its reals, by its owner alone). So the sums are
   exact, and the loads of a clump are the same whether it is wide or not.

   Cost of a step: O(log ranks) messages for all wide clumps together, of 16 numbers a clump out and
   6 back, and those of RENEWED and SUMMED fields; no other work that grows with the number of
   ranks, and no allocation. Without wide clumps nothing is sent. */
#ifndef SPACE_WIDE_H
#define SPACE_WIDE_H

#include "matter/loads.h"
#include "space/holders.h"

typedef struct {
  /* wide clumps on all ranks; those owned by this rank are first .. first + n_mine - 1 */
  int             n, first;
  PetscInt        n_mine, mine_capacity;
  PetscInt       *mine;         /* [n_mine] their rows */
  PetscInt        held, n_held; /* copies on this rank are rows held .. held + n_held - 1 */
  int32_t        *which;        /* [n_held] index of the wide clump */
  PetscInt        which_capacity;
  int64_t        *numbers; /* buffer of the allreduce */
  PetscInt        numbers_capacity;
  ParallelRequest request;
} Wide;

void wide_free(Wide *wide);

/* Send n owned rows to all ranks, and append to clumps a row for every image of a wide clump that
   meets this rank's box, with its HELD_ONCE columns and shift. total: number of wide clumps on all
   ranks. Collective. */
PetscErrorCode wide_build(Wide *wide, const Parallel *par, const HolderSearch *search,
                          const PetscInt *rows, PetscInt n, int total, Clumps *clumps);

/* Copy poses from owners to held rows, not shifted to the images. Collective if there are wide
   clumps, like the functions below. */
PetscErrorCode wide_refresh_begin(Wide *wide, const Parallel *par, const Clumps *clumps);
PetscErrorCode wide_refresh_end(Wide *wide, Clumps *clumps);
/* Add the load sums of held rows to those of their owners, modulo 2^64. */
PetscErrorCode wide_reduce_begin(Wide *wide, const Parallel *par, const Loads *loads);
PetscErrorCode wide_reduce_end(Wide *wide, Loads *loads);
/* columns[k][row * stride]: n reals from owners to held rows; n integers of held rows added to
   those of their owners, modulo 2^64. */
PetscErrorCode wide_renew(Wide *wide, const Parallel *par, int n, double *const *columns,
                          PetscInt stride);
PetscErrorCode wide_sum(Wide *wide, const Parallel *par, int n, int64_t *const *columns,
                        PetscInt stride);
/* values[row], one int32 a clump: copy from owners to copies; reduce copies into their owners by
   the maximum. */
PetscErrorCode wide_spread_int(Wide *wide, const Parallel *par, int32_t *values);
PetscErrorCode wide_max_int(Wide *wide, const Parallel *par, int32_t *values);

#endif
