/* SPDX-License-Identifier: MIT */
/* four_mask, four_pick, four_turn, FOUR_SHUFFLE and rows_pad against a loop over single numbers. */
#include "base/kernel.h"
#include "base/rows.h"
#include "test.h"

/* Mask of the negative ones of four numbers, and their compaction, in a KERNEL: the version for
   this processor runs. */
KERNEL static unsigned pick_negative(const double *x, const int32_t *from, int32_t *to,
                                     int32_t *places)
{
  Four     four;
  FourInts yes;
  unsigned mask;

  four_get(&four, x);
  yes  = (FourInts)(four < 0.0);
  mask = four_mask(&yes);
  four_pick(mask, from, to);
  four_pick_places(mask, 100, places);
  return mask;
}

KERNEL static unsigned below(const int32_t *x, int32_t bound)
{
  FourSmall four;

  memcpy(&four, x, sizeof four);
  return small_mask(four < bound);
}

static void four_are_picked_as_one_by_one(void)
{
  for (unsigned bits = 0; bits < 16; bits++) {
    const int32_t from[4] = {7, -5, INT32_MAX, 3};
    int32_t       to[4], places[4], small[4];
    double        x[4];
    int           n = 0;

    for (int k = 0; k < 4; k++) {
      x[k]     = bits >> k & 1 ? -1e-300 : k;
      small[k] = bits >> k & 1 ? -1 - k : k;
    }
    CHECK_INT(pick_negative(x, from, to, places), bits);
    CHECK_INT(below(small, 0), bits);
    for (int k = 0; k < 4; k++) {
      if (!(bits >> k & 1)) continue;
      CHECK_INT(to[n], from[k]);
      CHECK_INT(places[n], 100 + k);
      n++;
    }
    CHECK_INT(four_counts[bits], n);
  }
  test_end("of four numbers those are picked whose bits are set, in order");
}

/* Transposed, and each row turned by one place, beside what the number is. */
KERNEL static void turn(double *x)
{
  Four r[4];

  for (int k = 0; k < 4; k++) four_get(&r[k], x + (size_t)k * 4);
  four_turn(r);
  for (int k = 0; k < 4; k++)
    four_put(x + (size_t)k * 4, FOUR_SHUFFLE(r[k], r[(k + 1) % 4], 1, 2, 3, 4));
}

static void four_rows_become_columns(void)
{
  double x[16];

  for (int k = 0; k < 16; k++) x[k] = k == 6 ? -0.0 : 100.0 * (k / 4) + k % 4;
  turn(x);
  for (int row = 0; row < 4; row++)
    for (int k = 0; k < 4; k++) {
      const int from = (k + 1) % 4, column = k < 3 ? row : (row + 1) % 4;

      CHECK_BITS(x[4 * row + k], from == 1 && column == 2 ? -0.0 : 100.0 * from + column);
    }
  test_end("a block of four rows is transposed, and four of two rows are chosen by their places");
}

/* clang 16 makes other code of it where nobody asks for the number. */
KERNEL static void pad(int32_t *row, int n)
{
  rows_pad(row, n);
}

static void rows_are_padded_with_the_last(void)
{
  for (int n = 0; n < 20; n++) {
    const int full = (n + 3) / 4 * 4;
    int32_t   row[24], same[24];

    for (int k = 0; k < 24; k++) row[k] = same[k] = 100 + k;
    pad(row, n);
    CHECK_INT(rows_pad(same, n), full);
    for (int k = 0; k < 24; k++) {
      CHECK_INT(row[k], k < n || k >= full ? 100 + k : 99 + n);
      CHECK_INT(same[k], row[k]);
    }
  }
  test_end("rows are repeated from the last one on, up to a multiple of four, and none after it");
}

TESTS(.ranks = {1})
{
  four_are_picked_as_one_by_one();
  four_rows_become_columns();
  rows_are_padded_with_the_last();
}
