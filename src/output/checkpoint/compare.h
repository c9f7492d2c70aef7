/* SPDX-License-Identifier: MIT */
/* Comparison of two checkpoints bit by bit, with a report of the differences. */
#ifndef OUTPUT_CHECKPOINT_COMPARE_H
#define OUTPUT_CHECKPOINT_COMPARE_H

#include "output/checkpoint/checkpoint.h"
#include <stdio.h>

/* Compare two checkpoints that one rank holds whole. Prints attributes of the run that differ, then
   one line per table in the order of the file: number of rows that differ, the first of them (in
   the order of ids) with its values, and the largest difference. Local. */
PetscErrorCode checkpoint_compare(const Checkpoint *a, const Checkpoint *b, FILE *out, bool *same);

#endif
