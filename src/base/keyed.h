/* SPDX-License-Identifier: MIT */
/* Radix sort of rows by 64-bit keys. */
#ifndef BASE_KEYED_H
#define BASE_KEYED_H

#include "base/base.h"

typedef struct {
  uint64_t key;
  PetscInt row;
} Keyed;

/* Sort n items by ascending keys; equal ones keep their order. The time is that of one pass for
   every 11 bits of the largest key. Local. */
void keyed_sort(Keyed *items, PetscInt n);
/* Rows 0 .. n - 1 sorted by their ids, which are `stride` bytes apart; the keys are ids less the
   smallest, *first, and so are small if all ids are near. The caller frees it with array_free. */
Keyed *keyed_by_id(const void *ids, size_t stride, PetscInt n, Id *first);

#endif
