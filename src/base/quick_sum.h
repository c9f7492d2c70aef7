/* SPDX-License-Identifier: MIT */
/* A sum of many numbers of about one size, exact as Sum is, at a third of its cost: a whole number of 128
   bits in units that the first summand sets. What is larger or smaller than that summand by a factor beyond
   2^22 goes to a Sum. */
#ifndef BASE_QUICK_SUM_H
#define BASE_QUICK_SUM_H

#include "base/sum.h"

__extension__ typedef __int128 QuickValue;

enum { QUICK_RANGE = 44 }; /* exponents */

/* Starts as {0}. Fewer than 2^30 summands before quick_sum_drain. */
typedef struct {
  QuickValue value;  /* units of 2^(lowest - 1075) */
  int64_t    lowest; /* biased exponent; 0: there was no summand */
} QuickSum;

/* What quick_sum_add has no room for. */
void quick_sum_add_far(QuickSum *sum, Sum *rest, double value, int biased);
/* Add what it has to a Sum; it is empty afterwards. */
void quick_sum_drain(QuickSum *sum, Sum *into);

/* Add a finite value; rest: of the same sum. */
static inline void quick_sum_add(QuickSum *sum, Sum *rest, double value)
{
  const uint64_t one = (uint64_t)1 << 52;
  uint64_t       bits;
  int64_t        shift;
  QuickValue     term;

  memcpy(&bits, &value, sizeof bits);
  shift = (int64_t)(bits >> 52 & 0x7ff) - sum->lowest;
  if (sum->lowest == 0 || (uint64_t)shift > QUICK_RANGE) {
    quick_sum_add_far(sum, rest, value, (int)(bits >> 52 & 0x7ff));
    return;
  }
  term = (QuickValue)((bits & (one - 1)) | one) << shift;
  sum->value += bits >> 63 ? -term : term;
}

#endif
