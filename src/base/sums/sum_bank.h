/* SPDX-License-Identifier: MIT */
/* Exact sums of many numbers, in vectors: the results of Sum, at a sixth of its cost.

   A block of numbers is split at two places that follow from its largest magnitude 2^top: into
   whole multiples of 2^(top - 42) and of 2^(top - 84), which are added up as integers, and a rest.
   The rest of numbers above 2^(top - 32) is 0; other rests are kept one by one. So nothing is
   rounded, whatever the numbers are, and the order of summands has no influence. */
#ifndef BASE_SUMS_SUM_BANK_H
#define BASE_SUMS_SUM_BANK_H

#include "base/rows.h"
#include "base/sums/sum.h"

/* ---- one sum ---- */

/* Add n finite numbers; they are overwritten. */
void sum_add_many(Sum *sum, double *value, int n);

enum { SUM_BATCH = 256 };

/* Numbers of one sum that come one by one. */
typedef struct {
  Sum   *into;
  int    n;
  double value[SUM_BATCH];
} SumBatch;

static inline void sum_batch_begin(SumBatch *b, Sum *into)
{
  b->into = into;
  b->n    = 0;
}

/* Add the numbers that are still in the batch. */
static inline void sum_batch_end(SumBatch *b)
{
  sum_add_many(b->into, b->value, b->n);
  b->n = 0;
}

static inline void sum_batch_add(SumBatch *b, double value)
{
  b->value[b->n++] = value;
  if (b->n == SUM_BATCH) sum_batch_end(b);
}

/* ---- sums by bin and column ---- */

enum { BANK_ROWS = 128 };

/* A part of a sum: value x 2^exponent. */
typedef struct {
  int64_t at; /* bin x lanes + column */
  int64_t value;
  int     exponent;
} BankPart;

typedef struct {
  int64_t   bins;
  int       columns, lanes; /* lanes: columns, and zeros up to a multiple of 4 */
  int       n;              /* rows of the block */
  double   *row;            /* [BANK_ROWS][lanes] */
  int32_t   bin[BANK_ROWS];
  double   *most;   /* [lanes] largest magnitudes of the block */
  int      *top;    /* [lanes] numbers that come are below 2^top; 0 in `split`: there was none */
  double   *split;  /* [2][lanes] */
  int64_t  *level;  /* [bins][2][lanes] whole multiples of both units */
  int64_t   folded; /* rows in them */
  PetscInt  n_parts, capacity;
  BankPart *part; /* of former units, and the rests */
  /* after bank_reduce: limbs first .. of Sum */
  int      first, span;
  int64_t *limb; /* [bins][lanes][span] */
} SumBank;

/* All sums are 0. */
void bank_create(SumBank *bank, int64_t bins, int columns);
void bank_free(SumBank *bank);
/* Set all sums to 0. */
void bank_clear(SumBank *bank);

/* Add the rows of the block to the bins. For bank_add alone. */
void bank_fold(SumBank *bank);

/* Add share x amount[k] to column k of a bin: lanes numbers, which are finite, those
   beyond the columns 0. Local. */
static inline void bank_add(SumBank *b, int bin, double share, const double *amount)
{
  double *to = b->row + (int64_t)b->n * b->lanes;
  Four    four;

  for (int k = 0; k < b->lanes; k += 4) {
    four_get(&four, amount + k);
    four_put(to + k, share * four);
  }
  b->bin[b->n++] = bin;
  if (b->n == BANK_ROWS) bank_fold(b);
}

/* Add up over all ranks; nothing may be added until bank_clear. Collective. */
PetscErrorCode bank_reduce(const Parallel *par, SumBank *bank);
/* Add bin `from` to bin `to`, after bank_reduce. */
void bank_merge(SumBank *bank, int64_t to, int64_t from);
/* Value of a sum after bank_reduce: the bits that sum_value gives for the same numbers. */
double bank_value(const SumBank *bank, int64_t bin, int column);

#endif
