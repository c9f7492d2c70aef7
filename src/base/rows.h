/* SPDX-License-Identifier: MIT */
/* Four rows of four reals to four columns, and back: how batch loops get from structs that lie together (one cache line for
   all that a contact asks of a body) to columns (one vector operation for four contacts). A compiler left alone moves
   every number by itself, which costs more than the arithmetic it feeds. */
#ifndef BASE_ROWS_H
#define BASE_ROWS_H

#include "base/base.h"

typedef double   Four __attribute__((vector_size(32), may_alias));
typedef int64_t  FourInts __attribute__((vector_size(32), may_alias));
typedef uint64_t FourBits __attribute__((vector_size(32), may_alias)); /* integers that may wrap */
typedef uint64_t TwoBits __attribute__((vector_size(16), may_alias));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Rows become columns, and columns rows. */
ALWAYS_INLINE void four_turn(Four r[4])
{
  const Four a = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6), b = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7),
             c = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6), d = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);

  r[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  r[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  r[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* Ask for the cache lines of so many bytes, which will be written to: they are under way while other work is done. Beyond an
   array's end it does nothing. */
ALWAYS_INLINE void lines_fetch(const void *from, size_t bytes)
{
  for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)from + at, 1);
}

/* Four reals at `first` of the four rows row[0..3] of `stride` reals, as four columns. */
ALWAYS_INLINE void four_gather(const double *first, size_t stride, const int32_t row[4], Four c[4])
{
  for (int k = 0; k < 4; k++) memcpy(&c[k], first + (size_t)row[k] * stride, sizeof c[k]);
  four_turn(c);
}

/* The four reals of one row as columns: four times each. */
ALWAYS_INLINE void four_repeat(const double *row, Four c[4])
{
  const Four zero = {0, 0, 0, 0};

  for (int k = 0; k < 4; k++) c[k] = row[k] - zero; /* the number itself, in every place */
}

ALWAYS_INLINE void four_get(Four *f, const double *from)
{
  memcpy(f, from, sizeof *f);
}

#define four_put(to, value) \
  do { \
    const Four four_ = (value); \
    memcpy((to), &four_, sizeof four_); \
  } while (0)

#endif
