/* SPDX-License-Identifier: MIT */
/* Clumps that never touch each other: those of equal bond_id, and pairs of lists (`exclusion:` in
   the scenario). Pairs of their pebbles are not listed. The lists are on all ranks. */
#ifndef CONTACT_EXCLUSIONS_H
#define CONTACT_EXCLUSIONS_H

#include "base/state.h"
#include "matter/clumps.h"

/* An object of the scenario. */
typedef struct {
  char       name[NAME_LENGTH];
  StateArray pairs; /* ids, two for each pair */
} ExclusionList;

typedef struct Exclusions {
  int            n;
  ExclusionList *list;
  bool           same;    /* clumps of equal bond_id do touch */
  PetscInt       n_pairs; /* of all lists, each in both orders */
  Id (*pair)[2];          /* [n_pairs], ascending */
  const Clumps *clumps;   /* with the rows of the present lists; borrowed */
  PetscInt     *first;    /* [clumps->n] index of the first pair of a clump; -1: none */
  PetscInt      first_capacity;
} Exclusions;

void exclusions_free(Exclusions *exclusions);
/* Put all lists together. */
void exclusions_join(Exclusions *exclusions);
/* Find the rows of clumps, owned and held. Local. */
void exclusions_find(Exclusions *exclusions, const Clumps *clumps);
/* True if some clumps may be kept from touching others. */
static inline bool exclusions_are_used(const Exclusions *x, const Clumps *c)
{
  return x->n_pairs > 0 || (!x->same && c->bond_id);
}
/* True if these clumps, rows, never touch. */
bool exclusions_apart(const Exclusions *exclusions, int32_t a, int32_t b);

#endif
