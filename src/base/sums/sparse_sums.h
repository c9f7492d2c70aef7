/* SPDX-License-Identifier: MIT */
/* Sums by key, of which few of very many keys are used, such as the facets of a mesh: exact, so
   that their bits do not depend on the order of the summands or on how they are spread over ranks.

   A sum is an integer of 320 bits that counts units of 2^-192: a summand is rounded to one of them
   (2e-58), and cut at 2^120 (1e36). */
#ifndef BASE_SUMS_SPARSE_SUMS_H
#define BASE_SUMS_SPARSE_SUMS_H

#include "base/parallel.h"

enum { SPARSE_LIMBS = 5, SPARSE_UNIT = -192 };

typedef struct {
  int64_t  key;                /* >= 0; < 0: a free slot */
  uint64_t limb[SPARSE_LIMBS]; /* the sum in two's complement, lowest first; units 2^SPARSE_UNIT */
} SparseSum;

/* Starts as {0}. Owns its table: sparse_sums_free. */
typedef struct {
  PetscInt   n, room; /* keys in use; slots, a power of two */
  SparseSum *slot;
} SparseSums;

/* Add a finite number to the sum of a key; and another sum. */
void   sparse_sums_add(SparseSums *sums, int64_t key, double value);
void   sparse_sums_merge(SparseSums *sums, const SparseSum *item);
double sparse_sum_value(const SparseSum *item); /* rounded */
/* The sums of all ranks together, keys ascending, on every rank; array_free(list). Collective. */
PetscErrorCode sparse_sums_gather(const Parallel *par, const SparseSums *sums, PetscInt *n,
                                  SparseSum **list);
void           sparse_sums_free(SparseSums *sums);

#endif
