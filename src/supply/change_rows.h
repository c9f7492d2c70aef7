/* SPDX-License-Identifier: MIT */
/* Changes of single clumps, which a program that uses clast as a library asks for between two steps:
   values of a column, and removal. Ids may be given by any ranks. What a change entails is that of a
   change of the scenario (supply/change.h) at the end of the step before: the same bits. */
#ifndef SUPPLY_CHANGE_ROWS_H
#define SUPPLY_CHANGE_ROWS_H

#include "matter/by_id.h"
#include "matter/world.h"
#include "options/text.h"

/* Number of values of 8 bytes that a clump has in a column that may be set; 0: there is no such column
   in this run. */
int change_rows_values(const World *world, const char *column);
/* Add the names of the columns that may be set. */
void change_rows_columns(const World *world, Text *text);

/* Set a column of n clumps to these values, change_rows_values numbers each: reals, or bits. *good
   false: a row is wrong, and nothing is changed; the fault is on the ranks that gave or have the
   lowest id with one. Collective. */
PetscErrorCode change_rows_set(World *world, const char *column, int64_t n, const Id *id,
                               const void *values, IdFault *fault, bool *good);
/* Remove n clumps, likewise. Collective. */
PetscErrorCode change_rows_delete(World *world, int64_t n, const Id *id, IdFault *fault,
                                  bool *good);

#endif
