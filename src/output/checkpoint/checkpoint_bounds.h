/* SPDX-License-Identifier: MIT */
/* Checks of the numbers in a checkpoint: bounds of all columns and attributes (base/bounds.h), and
   relations between them. All are local. Functions return true if the numbers are valid, else `why`
   (CHECKPOINT_BOUNDS_WHY bytes) has the place in the file and the reason. */
#ifndef OUTPUT_CHECKPOINT_CHECKPOINT_BOUNDS_H
#define OUTPUT_CHECKPOINT_CHECKPOINT_BOUNDS_H

#include "output/checkpoint/columns.h"

enum { CHECKPOINT_BOUNDS_WHY = 256 };

/* Check the attributes of /clast and write them to the checkpoint. */
PetscErrorCode checkpoint_bounds_attributes(const Columns *columns, Checkpoint *c, bool *good,
                                            char *why);
/* Check n packed rows, of which the first is row `first` of the file. */
bool checkpoint_bounds_values(const Column *column, int64_t first, int64_t n, const char *packed,
                              char *why);
/* Check names and axes of templates, and materials, groups and z of their pebbles. */
bool checkpoint_bounds_templates(const Checkpoint *c, const SavedPebble *pebbles, char *why);
/* Check owned row `a` of clumps in the domain or waiting. folder: their group in the file, of minor
   version `minor`. */
bool checkpoint_bounds_clump(const Checkpoint *c, const char *folder, int minor,
                             const Clumps *clumps, PetscInt a, char *why);

#endif
