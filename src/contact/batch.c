/* SPDX-License-Identifier: MIT */
/* Columns of a tile (batch.h). */
#include "contact/batch.h"
#include "base/kernel.h"

/* Whole columns need no loop over a length that is not known: a store for four contacts. */
KERNEL static void fill(double value, double column[TILE])
{
#pragma omp simd
  for (int k = 0; k < TILE; k++) column[k] = value;
}

void batch_fill(const ContactBatch *b, double value, double column[TILE])
{
  if (b->n > 0) fill(value, column);
}
