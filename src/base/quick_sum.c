/* SPDX-License-Identifier: MIT */
#include "base/quick_sum.h"

enum { BIAS = 1075, CHUNK = 62, SMALLEST = 128, LARGEST = 1800 };

/* The first summand that is no zero sets the unit, unless sum_add_scaled has no such unit. */
void quick_sum_add_far(QuickSum *sum, Sum *rest, double value, int biased)
{
  if (value == 0) return;
  if (sum->lowest == 0 && biased >= SMALLEST && biased <= LARGEST) {
    sum->lowest = biased - QUICK_RANGE / 2;
    quick_sum_add(sum, rest, value);
  } else sum_add(rest, value);
}

/* In pieces of 62 bits, with the sign. */
void quick_sum_drain(QuickSum *sum, Sum *into)
{
  const int64_t mask     = ((int64_t)1 << CHUNK) - 1;
  const bool    negative = sum->value < 0;
  QuickValue    left     = negative ? -sum->value : sum->value;
  int           exponent = (int)sum->lowest - BIAS;

  for (; left > 0; exponent += CHUNK, left /= (QuickValue)1 << CHUNK) {
    const int64_t piece = (int64_t)(left & mask);

    sum_add_scaled(into, negative ? -piece : piece, exponent);
  }
  *sum = (QuickSum){0};
}
