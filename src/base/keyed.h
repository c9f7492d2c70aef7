/* SPDX-License-Identifier: MIT */
/* Radix sort of rows by 64-bit keys. */
#ifndef BASE_KEYED_H
#define BASE_KEYED_H

#include "base/base.h"

typedef struct {
  uint64_t key;
  PetscInt row;
} Keyed;

/* Sort n items by ascending keys, none above `most`; equal ones keep their order. *other is a work
   array of the same size. The result is in *items, which may have been swapped with *other. The
   time is that of one pass for every 11 bits of `most`. Local. */
void keyed_sort(Keyed **items, Keyed **other, PetscInt n, uint64_t most);

#endif
