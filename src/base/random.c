/* SPDX-License-Identifier: MIT */
/* Philox-4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3") keyed by seed
 * and stream. */
#include "base/random.h"

typedef struct {
  uint32_t v[4];
} Block;

static Block philox(Block c, uint32_t k0, uint32_t k1)
{
  for (int round = 0; round < 10; round++) {
    const uint64_t p0 = (uint64_t)0xD2511F53u * c.v[0], p1 = (uint64_t)0xCD9E8D57u * c.v[2];

    c = (Block){{(uint32_t)(p1 >> 32) ^ c.v[1] ^ k0, (uint32_t)p1,
                 (uint32_t)(p0 >> 32) ^ c.v[3] ^ k1, (uint32_t)p0}};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

Random random_stream(uint64_t seed, uint64_t stream, uint64_t index)
{
  return (Random){.key     = {mix_bits(seed + 0x9e3779b97f4a7c15ULL * (stream + 1)), index},
                  .counter = 0};
}

/* That of draws n and n + 1, n even. */
static Block block_of(const Random *random, uint64_t n)
{
  const uint64_t i = random->key[1];

  return philox((Block){{(uint32_t)(n / 2), (uint32_t)(n >> 33), (uint32_t)i, (uint32_t)(i >> 32)}},
                (uint32_t)random->key[0], (uint32_t)(random->key[0] >> 32));
}

static uint64_t half_of(Block b, bool second)
{
  return second ? (uint64_t)b.v[3] << 32 | b.v[2] : (uint64_t)b.v[1] << 32 | b.v[0];
}

static double real_of(uint64_t bits)
{
  return (double)(bits >> 11) * 0x1p-53;
}

uint64_t random_bits(Random *random)
{
  const uint64_t n = random->counter++;

  return half_of(block_of(random, n), n % 2);
}

double random_real(Random *random)
{
  return real_of(random_bits(random));
}

void random_pair(Random *random, double *a, double *b)
{
  const Block block = block_of(random, random->counter);

  random->counter += 2;
  *a = real_of(half_of(block, false));
  *b = real_of(half_of(block, true));
}

/* Uniform point in the unit disc, by rejection; returns the square of its radius. */
static double disc(Random *random, double *x, double *y)
{
  double s;

  do {
    *x = 2 * random_real(random) - 1;
    *y = 2 * random_real(random) - 1;
    s  = *x * *x + *y * *y;
  } while (s >= 1 || s == 0);
  return s;
}

Quat random_orientation(Random *random)
{
  double       x1, y1, x2, y2;
  const double s1 = disc(random, &x1, &y1), s2 = disc(random, &x2, &y2);
  const double f = sqrt((1 - s1) / s2);

  return quat_normalized((Quat){x1, y1, f * x2, f * y2});
}

/* A bijection of the integers of 2 `half` bits: Feistel network of six rounds. */
static uint64_t feistel(uint64_t x, int half, uint64_t key)
{
  const uint64_t mask = ((uint64_t)1 << half) - 1;
  uint64_t       left = x >> half, right = x & mask;

  for (uint64_t round = 0; round < 6; round++) {
    const uint64_t next =
      left ^ (mix_bits(key + (round << 60 | right) * 0x9e3779b97f4a7c15ULL) >> 20 & mask);

    left  = right;
    right = next;
  }
  return left << half | right;
}

int64_t random_shuffled(uint64_t seed, uint64_t stream, int64_t n, int64_t index)
{
  Random         random = random_stream(seed, RANDOM_SHUFFLE + 256 * stream, (uint64_t)n);
  const uint64_t key    = random_bits(&random);
  int            half   = 4; /* fewer bits have too few permutations */
  uint64_t       x      = (uint64_t)index;

  if (n <= 1) return 0;
  while (half < 30 && (uint64_t)n >> 2 * half) half++;
  do x = feistel(x, half, key);
  while (x >= (uint64_t)n);
  return (int64_t)x;
}

Quat random_heading(Random *random)
{
  double x, y;

  disc(random, &x, &y);
  return quat_normalized((Quat){x, 0, 0, y});
}
