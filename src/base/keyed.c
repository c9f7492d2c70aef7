/* SPDX-License-Identifier: MIT */
/* A stable counting sort by each digit of 11 bits, from the lowest on. */
#include "base/keyed.h"

enum { DIGIT = 11 };

void keyed_sort(Keyed **items, Keyed **other, PetscInt n, uint64_t most)
{
  const uint64_t mask = ((uint64_t)1 << DIGIT) - 1;

  for (int shift = 0; shift < 64 && most >> shift != 0; shift += DIGIT) {
    Keyed *const from = *items, *const to = *other;
    PetscInt at[(1 << DIGIT) + 1] = {0};

    for (PetscInt k = 0; k < n; k++) at[(from[k].key >> shift & mask) + 1]++;
    for (int d = 0; d < 1 << DIGIT; d++) at[d + 1] += at[d];
    for (PetscInt k = 0; k < n; k++) to[at[from[k].key >> shift & mask]++] = from[k];
    *items = to;
    *other = from;
  }
}
