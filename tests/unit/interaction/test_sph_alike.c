/* SPDX-License-Identifier: MIT */
/* Pairs of SPH particles that have one smoothing length and one mass are evaluated by fewer
   operations than others: the same bits by both. */
#include "interaction/sph/sph.h"
#include "test.h"

enum { PEBBLES = 20 };

/* Numbers from -1 to 1. */
static double number(void)
{
  static uint64_t state = 1;

  state = state * 6364136223846793005u + 1442695040888963407u;
  return ldexp((double)(state >> 11), -52) - 1;
}

/* Pebbles at random, two of them in the same place. The last one is another one. */
static void make_pebbles(double *packed)
{
  for (int i = 0; i <= PEBBLES; i++, packed += PACKED) {
    for (int m = 0; m < 3; m++) packed[SPH_PACKED_X + m] = i < 2 ? 0 : number();
    for (int m = 0; m < 3; m++) packed[SPH_PACKED_VELOCITY + m] = number();
    packed[SPH_PACKED_OTHER]   = i < PEBBLES ? 0 : NAN;
    packed[SPH_PACKED_H]       = i < PEBBLES ? 1.7 : 0;
    packed[SPH_PACKED_WEIGHT]  = 0.7;
    packed[SPH_PACKED_TERM]    = 3 + number();
    packed[SPH_PACKED_SPEED]   = 10 + number();
    packed[SPH_PACKED_DENSITY] = 1 + 0.1 * number();
  }
}

/* Rows of n pairs, padded: the first pair is that in the same place. */
static void make_rows(int n, int32_t *i, int32_t *j)
{
  for (int k = 0; k < n; k++) {
    j[k] = k == 0 ? 0 : (int32_t)((number() + 1) * 0.49 * PEBBLES);
    i[k] = (j[k] + 1 + k % 7) % PEBBLES;
  }
  for (int k = n; k % 4 != 0; k++) {
    i[k] = i[n - 1];
    j[k] = j[n - 1];
  }
}

static void make_ways(const double *packed, const int32_t *i, const int32_t *j, int n,
                      double *const way[3], double *d2)
{
  for (int k = 0; k < n; k++) {
    const double *x = packed + i[k] * PACKED, *y = packed + j[k] * PACKED;

    for (int m = 0; m < 3; m++) way[m][k] = y[m] - x[m];
    d2[k] = way[0][k] * way[0][k] + way[1][k] * way[1][k] + way[2][k] * way[2][k];
  }
}

static void forces_are_the_same(const Sph *s, const double *packed, int n)
{
  static PairBatch b, c;
  int32_t          i[INTERACTION_TILE], j[INTERACTION_TILE];

  make_rows(n, i, j);
  c   = (PairBatch){.n = n, .i = i, .j = j, .found.packed = packed};
  b   = c;
  b.n = n;
  memset(b.push, -1, sizeof b.push); /* NaN */
  memset(b.loss, -1, sizeof b.loss);
  make_ways(packed, i, j, n, (double *const[]){c.dx, c.dy, c.dz}, c.d2);
  sph_pull(s, &c);
  CHECK(sph_pull_alike(s, &b) == (s->alpha + s->beta > 0));
  if (!(s->alpha + s->beta > 0)) return;
  for (int k = 0; k < n; k++) {
    CHECK_BITS(b.push[k] + 0., c.push[k] + 0.); /* -0 is as good as 0 */
    CHECK_BITS(b.loss[k] + 0., c.loss[k] + 0.);
    CHECK(b.dx[k] == c.dx[k] && b.dy[k] == c.dy[k] && b.dz[k] == c.dz[k] && b.d2[k] == c.d2[k]);
  }
  for (int k = n; k % 4 != 0; k++) CHECK(b.push[k] == 0);
  i[n / 2] = PEBBLES;
  CHECK(!sph_pull_alike(s, &b));
}

static void densities_are_the_same(const Sph *s, const double *packed, int n)
{
  static PassBatch b, c;
  int32_t          i[INTERACTION_TILE], j[INTERACTION_TILE];

  make_rows(n, i, j);
  b = (PassBatch){.n = n, .i = i, .j = j, .found.packed = packed};
  c = b;
  make_ways(packed, i, j, n, (double *const[]){c.dx, c.dy, c.dz}, c.d2);
  sph_passes[0].add(s, &c);
  CHECK(sph_passes[0].alike(s, &b));
  for (int k = 0; k < n; k++) {
    CHECK_BITS(b.to_a[SUM_DENSITY][k], c.to_a[SUM_DENSITY][k]);
    CHECK_BITS(b.to_a[SUM_DENSITY][k], c.to_b[SUM_DENSITY][k]);
  }
  j[n / 2] = PEBBLES;
  CHECK(!sph_passes[0].alike(s, &b));
}

/* A pebble that leaves after the lists were made is unlike others from then on, and its velocity is 0;
   its neighbours stay alike. */
static void a_gone_pebble_is_unlike_others(void)
{
  enum { ROWS = 6, GONE = 2 };
  static Pose pose[ROWS];
  static Ball at[ROWS];
  int32_t     clump[ROWS], material[ROWS] = {0};
  double     *column[SPH_H + 1] = {0};
  double      h[ROWS], weight[ROWS], packed[(ROWS + 3) * PACKED] = {0};
  uint8_t     centred[1] = {1};
  Clumps      clumps     = {.n = ROWS, .n_owned = ROWS, .pose = pose};
  Pebbles pebbles = {.n = ROWS, .at = at, .clump = clump, .material = material, .centred = centred};
  const Sph s     = {.dimension = 3, .material = 0};
  PassRows  rows  = {.clumps = &clumps, .pebbles = &pebbles, .n = ROWS, .fresh = true};

  for (int i = 0; i < ROWS; i++) {
    clump[i]  = i;
    h[i]      = 1.5;
    weight[i] = 2;
    pose[i].v = vec3(1, 2, 3);
    at[i]     = (Ball){i, 0.5 * i, -i, 0.5};
  }
  column[SPH_H]     = h;
  rows.found.column = column;
  rows.found.weight = weight;
  sph_place(&s, &rows, packed);
  for (int i = 0; i < ROWS; i++) CHECK(packed[i * PACKED + SPH_PACKED_OTHER] == 0);
  at[GONE].x = at[GONE].y = at[GONE].z = NAN;
  pose[GONE].v                         = vec3(NAN, NAN, NAN);
  rows.fresh                           = false;
  for (int again = 0; again < 2; again++) sph_place(&s, &rows, packed);
  for (int i = 0; i < ROWS; i++) {
    const double *of = packed + i * PACKED;

    CHECK(i == GONE ? isnan(of[SPH_PACKED_OTHER]) : of[SPH_PACKED_OTHER] == 0);
    CHECK(i == GONE ? isnan(of[SPH_PACKED_X]) : of[SPH_PACKED_X] == i);
    CHECK(of[SPH_PACKED_VELOCITY] == (i == GONE ? 0 : 1));
  }
  test_end("a pebble that has left is unlike others");
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

        forces_are_the_same(&s, packed, INTERACTION_TILE - v);
        densities_are_the_same(&s, packed, INTERACTION_TILE - v);
      }
  test_end("pairs of particles that are alike have the same bits as by the way of others");
  a_gone_pebble_is_unlike_others();
}
