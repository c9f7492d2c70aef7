/* SPDX-License-Identifier: MIT */
/* Counter-based random numbers: a draw depends on (seed, stream, index) alone, never on rank, time
 * or order of calls. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/base.h"
#include "base/vec.h"

/* One sequence of draws, e.g. of one attempt of one fill. Copyable. */
typedef struct {
  uint64_t key[2], counter;
} Random;

/* seed: of the run; stream: the use, one of RANDOM_*; index: the item. */
Random random_stream(uint64_t seed, uint64_t stream, uint64_t index);
/* Subsequence number `part` (below 2^32) of a fresh sequence; it has 2^32 draws. */
static inline Random random_part(Random random, uint64_t part)
{
  random.counter = part << 32;
  return random;
}

uint64_t random_bits(Random *random);
/* Uniform in [0, 1), 53 bits. */
double random_real(Random *random);
/* The next two of them, after an even number of draws: in the time of one. */
void random_pair(Random *random, double *a, double *b);
/* Uniform on SO(3): Marsaglia 1972, Ann. Math. Stat. 43, 645 (no sines: the same bits on every
   machine). */
Quat random_orientation(Random *random);
/* Position of `index`, 0 <= index < n, after a shuffle of 0 .. n-1: a permutation for each (seed,
   stream, n), computed for single items (Feistel network with cycle walking, Black & Rogaway 2002,
   CT-RSA). n <= 2^60. */
int64_t random_shuffled(uint64_t seed, uint64_t stream, int64_t n, int64_t index);
/* Uniform rotation about z: a point of the unit disc, drawn by rejection and normalised, is (cos,
   sin) of half the angle. */
Quat random_heading(Random *random);

/* Streams in use. */
enum {
  RANDOM_FILL          = 1,
  RANDOM_DECOMPOSITION = 2,
  RANDOM_TEST          = 3,
  RANDOM_MASS          = 4,
  RANDOM_GENERATE      = 5,
  RANDOM_SHUFFLE       = 6,
  RANDOM_INLET         = 7,
  RANDOM_SWEEP         = 8,
  RANDOM_THERMOSTAT    = 9
};

/* One 64-bit mixing step (Steele et al. 2014, SplitMix64), also used for hashes. */
static inline uint64_t mix_bits(uint64_t z)
{
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

#endif
