/* SPDX-License-Identifier: MIT */
/* Groups named in scenarios and tables. Names new to the table are added, identically on every rank
   and in an order independent of the distribution of rows. */
#ifndef MATTER_GROUP_READ_H
#define MATTER_GROUP_READ_H

#include "matter/group.h"
#include "options/csv.h"

/* Mask of an option's list of words (name or slot=name each; empty: no group). Mistakes are noted.
   Same arguments and result on every rank. */
void groups_of_option(Options *options, const char *kind, const char *object, const char *key,
                      Groups *groups, int32_t used, uint64_t *mask);

/* Mask of the groups of clumps that an option's list of words selects; 0: none is given. A group
   that pebbles alone have is a mistake, as is one that does not exist: they are noted. */
void groups_selected(Options *options, const char *kind, const char *object, const char *key,
                     const Groups *groups, uint64_t *mask);

/* Masks of a WORD column called `name` of a table: one for each word of this slice, freed with
   array_free; mask[0] is for an empty cell, and the caller may change it. Faults are noted in
   findings, and the masks are then invalid. Collective. */
PetscErrorCode groups_of_column(const Parallel *par, const Csv *csv, int column, const char *name,
                                Groups *groups, int32_t used, Findings *findings, uint64_t **mask);

/* Mask of row i. */
static inline uint64_t groups_of_row(const Csv *csv, int column, const uint64_t *mask, PetscInt i)
{
  return mask[((const int32_t *)csv->column[column])[i]];
}

#endif
