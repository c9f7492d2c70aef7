/* SPDX-License-Identifier: MIT */
/* Groups as scenarios and tables name them. What is named for the first time is added to the table: alike on every rank,
   and in an order that does not depend on who read which row. */
#ifndef MATTER_GROUP_READ_H
#define MATTER_GROUP_READ_H

#include "base/csv.h"
#include "matter/group.h"

/* The list of words of an option (name or slot=name each; nothing given: none) as a mask. A mistake is noted. Alike on every
   rank. */
void groups_of_option(Options *options, const char *kind, const char *object, const char *key, Groups *groups, int32_t used,
                      uint64_t *mask);

/* A WORD column called `name` of a table: the mask of every word of this slice, freed with array_free; mask[0] is that of an
   empty cell, which the caller may change. What is wrong is noted in findings, and the masks are good for nothing then.
   Collective. */
PetscErrorCode groups_of_column(const Parallel *par, const Csv *csv, int column, const char *name, Groups *groups, int32_t used,
                                Findings *findings, uint64_t **mask);

/* Of row i. */
static inline uint64_t groups_of_row(const Csv *csv, int column, const uint64_t *mask, PetscInt i)
{
  return mask[((const int32_t *)csv->column[column])[i]];
}

#endif
