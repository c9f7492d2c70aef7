/* SPDX-License-Identifier: MIT */
/* Transposition of four rows of four reals to four columns, and back: from structs (the data of a
   body in one cache line) to columns (one vector operation for four contacts). Compilers by
   themselves move every number separately, which costs more than the arithmetic on it. */
#ifndef BASE_ROWS_H
#define BASE_ROWS_H

#include "base/base.h"
#include "base/kernel.h"
#if defined(__SSE2__)
  #include <emmintrin.h>
#endif

/* How a vector is passed depends on the processor, of which clang warns where a call has one as its
   argument. All of these are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef double   Four __attribute__((vector_size(32), may_alias));
typedef int64_t  FourInts __attribute__((vector_size(32), may_alias));
typedef uint64_t FourBits __attribute__((vector_size(32), may_alias)); /* integers that may wrap */
typedef int32_t  FourSmall __attribute__((vector_size(16), may_alias));
typedef uint64_t TwoBits __attribute__((vector_size(16), may_alias));
typedef uint64_t OneBits __attribute__((may_alias));

/* The same for addresses that are multiples of 8 bytes only. Not memcpy, which gcc turns into two
   moves of 16 bytes for AVX2: a later load of all 32 bytes then stalls. */
typedef double   LooseFour __attribute__((vector_size(32), may_alias, aligned(8)));
typedef uint64_t LooseBits __attribute__((vector_size(32), may_alias, aligned(8)));

ALWAYS_INLINE void four_get(Four *f, const double *from)
{
  *f = *(const LooseFour *)from;
}

#define four_put(to, value) (*(LooseFour *)(to) = (value))

/* 1 over x, 0 where x is not above 0. */
ALWAYS_INLINE void four_put_inverse(double *to, const Four *x)
{
  four_put(to, (Four)((FourInts)(1.0 / *x) & (*x > 0)));
}

ALWAYS_INLINE void four_get_bits(FourBits *f, const int64_t *from)
{
  *f = *(const LooseBits *)from;
}

#define four_put_bits(to, value) (*(LooseBits *)(to) = (value))

/* Four of the eight numbers of a and b, by their places. gcc before 12 has __builtin_shuffle alone,
   which gives the same bits (kernel.h: OLD_GCC). */
#if !defined(OLD_GCC) && defined(__has_builtin)
  #if __has_builtin(__builtin_shufflevector)
    #define FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
  #endif
#endif
#if !defined(FOUR_SHUFFLE)
  #define FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (FourInts){i, j, k, l})
#endif

/* Transpose a 4x4 block. */
ALWAYS_INLINE void four_turn(Four r[4])
{
  const Four a = FOUR_SHUFFLE(r[0], r[1], 0, 4, 2, 6), b = FOUR_SHUFFLE(r[0], r[1], 1, 5, 3, 7),
             c = FOUR_SHUFFLE(r[2], r[3], 0, 4, 2, 6), d = FOUR_SHUFFLE(r[2], r[3], 1, 5, 3, 7);

  r[0] = FOUR_SHUFFLE(a, c, 0, 1, 4, 5);
  r[1] = FOUR_SHUFFLE(b, d, 0, 1, 4, 5);
  r[2] = FOUR_SHUFFLE(a, c, 2, 3, 6, 7);
  r[3] = FOUR_SHUFFLE(b, d, 2, 3, 6, 7);
}

/* Prefetch the cache lines of so many bytes for writing. Addresses past an array's end are
   harmless. */
ALWAYS_INLINE void lines_fetch(const void *from, size_t bytes)
{
  for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)from + at, 1);
}

/* Prefetch to the second-level cache for reading, well ahead: it can have many more requests in
   flight. */
ALWAYS_INLINE void lines_ahead(const void *from, size_t bytes)
{
  const char *line = from;
  size_t      at   = 0;

  for (; at + 256 <= bytes; at += 256) {
    __builtin_prefetch(line + at, 0, 2);
    __builtin_prefetch(line + at + 64, 0, 2);
    __builtin_prefetch(line + at + 128, 0, 2);
    __builtin_prefetch(line + at + 192, 0, 2);
  }
  for (; at < bytes; at += 64) __builtin_prefetch(line + at, 0, 2);
}

/* Four reals at `first` of the four rows row[0..3] of `stride` reals, as four columns. */
ALWAYS_INLINE void four_gather(const double *first, size_t stride, const int32_t row[4], Four c[4])
{
  for (int k = 0; k < 4; k++) four_get(&c[k], first + (size_t)row[k] * stride);
  four_turn(c);
}

/* Repeat the last of n rows up to a multiple of four, which is returned; n is 0: none. The last is
   a variable, as clang 16 makes wrong code of row[n] = row[n - 1] for AVX2. */
ALWAYS_INLINE int rows_pad(int32_t *row, int n)
{
  const int32_t last = n > 0 ? row[n - 1] : 0;

  for (; n % 4 != 0; n++) row[n] = last;
  return n;
}

/* The four reals of one row, each repeated four times in a column: as integers, as compilers take
   two operations for reals. */
ALWAYS_INLINE void four_repeat(const double *row, Four c[4])
{
  const FourBits none = {0, 0, 0, 0};
  const OneBits *bits = (const OneBits *)row;

  for (int k = 0; k < 4; k++) c[k] = (Four)(none | bits[k]);
}

/* Bit mask of four conditions: bit k is set if lane k is -1 (0: not). */
ALWAYS_INLINE unsigned four_mask(const FourInts *yes)
{
#if defined(__SSE2__)
  __m128 half[2];

  memcpy(half, yes, sizeof half);
  return (unsigned)_mm_movemask_ps(_mm_shuffle_ps(half[0], half[1], 0x88)); /* half of each lane */
#else
  return (unsigned)(-(*yes)[0] | -(*yes)[1] * 2 | -(*yes)[2] * 4 | -(*yes)[3] * 8);
#endif
}

ALWAYS_INLINE unsigned small_mask(FourSmall yes)
{
#if defined(__SSE2__)
  return (unsigned)_mm_movemask_ps((__m128)yes);
#else
  return (unsigned)(-yes[0] | -yes[1] * 2 | -yes[2] * 4 | -yes[3] * 8);
#endif
}

/* Indices of the set bits of each mask, padded with 0; numbers of set bits. */
static const int32_t four_places[16][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0},
                                           {2, 0, 0, 0}, {0, 2, 0, 0}, {1, 2, 0, 0}, {0, 1, 2, 0},
                                           {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0},
                                           {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};
static const uint8_t four_counts[16]    = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Compact four numbers: those whose mask bits are set, in order; all of to[0 .. 3] is written.
   Branch-free, without a dependency between the numbers: a few cycles for four. */
ALWAYS_INLINE void four_pick(unsigned mask, const int32_t *from, int32_t *to)
{
#if defined(__GNUC__) && !defined(__clang__)
  FourSmall four, places;

  memcpy(&four, from, sizeof four);
  memcpy(&places, four_places[mask], sizeof places);
  four = __builtin_shuffle(four, places);
  memcpy(to, &four, sizeof four);
#else
  for (int k = 0; k < 4; k++) to[k] = from[four_places[mask][k]];
#endif
}

/* The same for the numbers first .. first + 3. */
ALWAYS_INLINE void four_pick_places(unsigned mask, int32_t first, int32_t *to)
{
  FourSmall places;

  memcpy(&places, four_places[mask], sizeof places);
  places = places + first;
  memcpy(to, &places, sizeof places);
}

/* Write first .. first + 3. */
ALWAYS_INLINE void four_count_up(int32_t first, int32_t *to)
{
  const FourSmall places = (FourSmall){0, 1, 2, 3} + first;

  memcpy(to, &places, sizeof places);
}

#endif
