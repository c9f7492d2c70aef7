/* SPDX-License-Identifier: MIT */
/* Pairs of SPH particles that have one smoothing length and one mass are evaluated by fewer
   operations than others: the same bits by both. */
#include "interaction/sph/sph.h"
#include "test.h"

enum { PEBBLES = 20, PAIRS = INTERACTION_TILE - 4 };

/* Numbers from -1 to 1. */
static double number(void)
{
  static uint64_t state = 1;

  state = state * 6364136223846793005u + 1442695040888963407u;
  return ldexp((double)(state >> 11), -52) - 1;
}

/* Pebbles at random, the last one with a longer smoothing length. */
static void make_pebbles(double *packed)
{
  for (int i = 0; i <= PEBBLES; i++, packed += PACKED) {
    packed[SPH_PACKED_H]       = i < PEBBLES ? 1.7 : 1.5;
    packed[SPH_PACKED_WEIGHT]  = 0.7;
    packed[SPH_PACKED_TERM]    = 3 + number();
    packed[SPH_PACKED_SPEED]   = 10 + number();
    packed[SPH_PACKED_DENSITY] = 1 + 0.1 * number();
    for (int m = 0; m < 3; m++) packed[SPH_PACKED_VELOCITY + m] = number();
  }
}

/* Rows of pairs: the last ones are with the pebble that differs. */
static void make_rows(int32_t *i, int32_t *j)
{
  for (int k = 0; k < INTERACTION_TILE; k++) {
    j[k] = (int32_t)((number() + 1) * 0.49 * PEBBLES);
    i[k] = k < PAIRS ? (j[k] + 1 + k % 7) % PEBBLES : PEBBLES;
  }
}

/* Ways from a to b: within the reach, beyond it, no distance, and infinite. */
static void make_ways(double *dx, double *dy, double *dz, double *d2)
{
  for (int k = 0; k < INTERACTION_TILE; k++) {
    const bool some = k != 5 && k != 6;

    dx[k] = some ? number() : 0;
    dy[k] = some ? number() : 0;
    dz[k] = some ? number() : 0;
    d2[k] = k == 6 ? INFINITY : dx[k] * dx[k] + dy[k] * dy[k] + dz[k] * dz[k];
  }
}

static void forces_are_the_same(const Sph *s, const double *packed)
{
  static PairBatch b, c;
  int32_t          i[INTERACTION_TILE], j[INTERACTION_TILE];

  make_rows(i, j);
  make_ways(b.dx, b.dy, b.dz, b.d2);
  b.i            = i;
  b.j            = j;
  b.found.packed = packed;
  for (int k = 0; k < INTERACTION_TILE; k++) {
    b.push[k] = k % 3 ? number() : 0;
    b.loss[k] = k % 3 ? number() : 0;
  }
  c   = b;
  b.n = PAIRS;
  c.n = INTERACTION_TILE;
  sph_pull(s, &b);
  sph_pull(s, &c);
  for (int k = 0; k < PAIRS; k++) {
    CHECK_BITS(b.push[k], c.push[k]);
    CHECK_BITS(b.loss[k], c.loss[k]);
  }
}

static void densities_are_the_same(const Sph *s, const double *packed)
{
  static PassBatch b, c;
  int32_t          i[INTERACTION_TILE], j[INTERACTION_TILE];

  make_rows(i, j);
  make_ways(b.dx, b.dy, b.dz, b.d2);
  b.i            = i;
  b.j            = j;
  b.found.packed = packed;
  b.alike        = false;
  c              = b;
  b.n            = PAIRS;
  c.n            = INTERACTION_TILE;
  sph_passes[0].add(s, &b);
  sph_passes[0].add(s, &c);
  CHECK(b.alike && !c.alike);
  for (int k = 0; k < PAIRS; k++) {
    CHECK_BITS(b.to_a[SUM_DENSITY][k], c.to_a[SUM_DENSITY][k]);
    CHECK_BITS(b.to_a[SUM_DENSITY][k], c.to_b[SUM_DENSITY][k]);
  }
}

TESTS(.ranks = {1})
{
  _Alignas(64) double packed[(PEBBLES + 1) * PACKED];

  make_pebbles(packed);
  for (int w = 0; smoothing_table[w]; w++)
    for (int d = 2; d <= 3; d++)
      for (int v = 0; v < 4; v++) {
        const Sph s = {
          .smoothing = w, .dimension = d, .alpha = v & 1 ? 0.1 : 0, .beta = v & 2 ? 0.2 : 0};

        forces_are_the_same(&s, packed);
        densities_are_the_same(&s, packed);
      }
  test_end("pairs of particles that are alike have the same bits as in a batch with another one");
}
