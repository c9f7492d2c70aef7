/* SPDX-License-Identifier: MIT */
/* Two checkpoints side by side: do they hold the same bits, and if not, what differs and by how much. */
#ifndef OUTPUT_COMPARE_H
#define OUTPUT_COMPARE_H

#include "output/checkpoint.h"
#include <stdio.h>

/* Both whole in the memory of one rank. The first line printed is the first difference: numbers of the run, then tables in
   the order of the file, rows in the order of ids. A line a table: how many rows differ, the first of them with its values,
   and the largest difference. Not collective. */
PetscErrorCode checkpoint_compare(const Checkpoint *a, const Checkpoint *b, FILE *out, bool *same);

#endif
