/* SPDX-License-Identifier: MIT */
/* A stable counting sort by each digit of 11 bits, from the lowest on. */
#include "base/keyed.h"

enum { DIGIT = 11 };

void keyed_sort(Keyed *items, PetscInt n)
{
  const uint64_t mask = ((uint64_t)1 << DIGIT) - 1;
  uint64_t       most = 0;
  Keyed         *from = items, *to, *other;

  array_scratch(&other, sizeof *other, n);
  to = other;
  for (PetscInt k = 0; k < n; k++) most = items[k].key > most ? items[k].key : most;
  for (int shift = 0; shift < 64 && most >> shift != 0; shift += DIGIT) {
    Keyed *const sorted               = to;
    PetscInt     at[(1 << DIGIT) + 1] = {0};

    for (PetscInt k = 0; k < n; k++) at[(from[k].key >> shift & mask) + 1]++;
    for (int d = 0; d < 1 << DIGIT; d++) at[d + 1] += at[d];
    for (PetscInt k = 0; k < n; k++) to[at[from[k].key >> shift & mask]++] = from[k];
    to   = from;
    from = sorted;
  }
  if (from != items) memcpy(items, from, (size_t)n * sizeof *items);
  array_free(&other);
}

Keyed *keyed_by_id(const void *ids, size_t stride, PetscInt n, Id *first)
{
  const char *const at = ids;
  Keyed            *items;

  array_scratch(&items, sizeof *items, n);
  *first = INT64_MAX;
  for (PetscInt k = 0; k < n; k++)
    *first = (Id)min_int(*first, *(const Id *)(at + (size_t)k * stride));
  for (PetscInt k = 0; k < n; k++)
    items[k] = (Keyed){(uint64_t) * (const Id *)(at + (size_t)k * stride) - (uint64_t)*first, k};
  keyed_sort(items, n);
  return items;
}
