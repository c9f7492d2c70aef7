/* SPDX-License-Identifier: MIT */
/* Sums of doubles of all magnitudes: exact, in any order, on any number of ranks. */
#include "base/random.h"
#include "base/sums/sparse_sums.h"
#include "base/sums/sum_bank.h"
#include "test.h"

enum { N = 4000 };

/* A double of random magnitude and sign. */
static double number(int i)
{
  Random r = random_stream(5, RANDOM_TEST, (uint64_t)i);

  return ldexp(random_real(&r) - 0.5, (int)(random_bits(&r) % 400) - 200);
}

static void a_sum_has_no_order(void)
{
  static Sum up, down, halves[2];

  sum_clear(&up);
  sum_clear(&down);
  sum_clear(&halves[0]);
  sum_clear(&halves[1]);
  for (int i = 0; i < N; i++) sum_add(&up, number(i));
  for (int i = N - 1; i >= 0; i--) sum_add(&down, number(i));
  for (int i = 0; i < N; i++) sum_add(&halves[i % 3 == 0], number(i));
  sum_merge(&halves[0], &halves[1]);
  sum_normalize(&up);
  sum_normalize(&down);
  sum_normalize(&halves[0]);
  CHECK(memcmp(up.limb, down.limb, sizeof up.limb) == 0);
  CHECK(memcmp(up.limb, halves[0].limb, sizeof up.limb) == 0);
  sum_take_off(&up, &halves[1]);
  sum_take_off(&halves[0], &halves[1]);
  sum_normalize(&up);
  sum_normalize(&halves[0]);
  CHECK(memcmp(up.limb, halves[0].limb, sizeof up.limb) == 0);
  for (int i = 0; i < N; i++)
    if (i % 3 != 0) sum_add(&up, -number(i));
  CHECK_BITS(sum_value(&up), 0.0);
  test_end("a sum has the same limbs in any order and grouping, and gives back what it is given");
}

static void what_cancels_is_gone_and_what_is_left_is_exact(void)
{
  static Sum s;

  sum_clear(&s);
  for (int i = 0; i < N; i++) sum_add(&s, number(i));
  sum_add(&s, 1e-30);
  for (int i = 0; i < N; i++) sum_add(&s, -number(i));
  CHECK_BITS(sum_value(&s), 1e-30);
  sum_add(&s, -1e-30);
  CHECK_BITS(sum_value(&s), 0.0);
  sum_add(&s, -3.5e300);
  sum_add(&s, 1.25e-300);
  CHECK_BITS(sum_value(&s), -3.5e300);
  sum_add(&s, 3.5e300);
  CHECK_BITS(sum_value(&s), 1.25e-300);
  sum_clear(&s);
  sum_add(&s, 0x1p-1074); /* the smallest subnormal, and one of few bits */
  sum_add(&s, 1e300);
  sum_add(&s, 0x1.8p-1050);
  sum_add(&s, -1e300);
  CHECK_BITS(sum_value(&s), 0x1.800001p-1050);
  sum_clear(&s);
  sum_add_scaled(&s, INT64_MIN, -70);
  sum_add_scaled(&s, INT64_MAX, -70);
  CHECK_BITS(sum_value(&s), -0x1p-70);
  test_end("large numbers cancel to the last bit of small ones");
}

static void ranks_do_not_matter(void)
{
  Parallel   par;
  static Sum whole, shared;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  sum_clear(&whole);
  sum_clear(&shared);
  for (int i = 0; i < N; i++) {
    sum_add(&whole, number(i));
    if (i * 7 % par.size == par.rank) sum_add(&shared, number(i));
  }
  sum_normalize(&whole);
  CALL(sum_reduce(&par, &shared, 1));
  CHECK(memcmp(whole.limb, shared.limb, sizeof whole.limb) == 0);
  CALL(parallel_destroy(&par));
  test_end("the summands may lie on any ranks");
}

/* A number of up to 2^120, or far below the unit 2^-192, with any sign. */
static double small_number(int i)
{
  Random r = random_stream(6, RANDOM_TEST, (uint64_t)i);

  return ldexp(random_real(&r) - 0.5, (int)(random_bits(&r) % 321) - 200);
}

/* Against sums of the numbers rounded to the unit, by key. */
static void sparse_sums_are_exact(void)
{
  enum { KEYS = 300 };
  static Sum twin[KEYS];
  SparseSums shared = {0};
  SparseSum *list;
  Parallel   par;
  PetscInt   n;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int k = 0; k < KEYS; k++) sum_clear(&twin[k]);
  for (int i = 0; i < 4 * N; i++) {
    const int    key   = (i * 17) % KEYS;
    const double value = small_number(i);

    sum_add(&twin[key], ldexp(rint(ldexp(value, -SPARSE_UNIT)), SPARSE_UNIT));
    if (i * 7 % par.size == par.rank) sparse_sums_add(&shared, ((int64_t)key << 33) + key, value);
  }
  CALL(sparse_sums_gather(&par, &shared, &n, &list));
  CHECK_INT(n, KEYS);
  for (int k = 0; k < n; k++) {
    CHECK(list[k].key == ((int64_t)k << 33) + k);
    CHECK_NEAR(sparse_sum_value(&list[k]), sum_value(&twin[k]),
               1e-15 * fabs(sum_value(&twin[k]))); /* each limb is rounded */
    for (int l = 0; l < SPARSE_LIMBS; l++) {
      const int64_t limb = (int64_t)list[k].limb[l];

      sum_add_scaled(&twin[k], -(limb & 0xffffffff), 64 * l + SPARSE_UNIT);
      sum_add_scaled(&twin[k], /* the sign is in the highest */
                     -(l == SPARSE_LIMBS - 1 ? limb >> 32 : (int64_t)(list[k].limb[l] >> 32)),
                     64 * l + 32 + SPARSE_UNIT);
    }
    CHECK_BITS(sum_value(&twin[k]), 0.0); /* all bits */
  }
  array_free(&list);
  sparse_sums_free(&shared);
  CALL(parallel_destroy(&par));
  test_end("sums by key are exact, on any number of ranks");
}

/* Value k of tile i: of sizes that spread over 2^0, 2^20, .. 2^140, up to the greatest and the
   smallest of all; some are 0, and some have few bits. */
static double tile_value(int i, int k)
{
  static const int centres[] = {0, -300, 250, 980, -990, -1030, 1023};
  const int        spread    = i % 8 * 20;
  Random           r         = random_stream(8, RANDOM_TEST, (uint64_t)(i * SUM_TILE + k));
  const double     part      = random_real(&r) - 0.5;
  const uint64_t   bits      = random_bits(&r);

  if (bits % 11 == 0) return bits % 2 ? 0.0 : -0.0;
  return ldexp(bits % 5   ? part
               : part < 0 ? -1
                          : 0.75,
               centres[i / 8 % 7] - (int)(bits / 64 % (uint64_t)(spread + 1)));
}

/* Against sum_add, value by value; the second half of some tiles takes back the first. */
static void tiles_are_exact(void)
{
  static Sum tiles, twin;
  double     value[SUM_TILE];

  sum_clear(&tiles);
  sum_clear(&twin);
  for (int i = 0; i < 8 * 7 * 20; i++) {
    for (int k = 0; k < SUM_TILE; k++)
      value[k] = i % 3 == 0 && k >= SUM_TILE / 2 ? -value[k - SUM_TILE / 2] : tile_value(i, k);
    sum_add_tile(&tiles, value);
    for (int k = 0; k < SUM_TILE; k++) sum_add(&twin, value[k]);
    sum_normalize(&tiles);
    sum_normalize(&twin);
    CHECK(memcmp(tiles.limb, twin.limb, sizeof tiles.limb) == 0);
  }
  for (int k = 0; k < SUM_TILE; k++) value[k] = k % 2 ? 0x1.fffffffffffffp-1 : -0x1p-52;
  sum_add_tile(&tiles, value);
  for (int k = 0; k < SUM_TILE; k++) sum_add(&twin, value[k]);
  sum_normalize(&tiles);
  sum_normalize(&twin);
  CHECK(memcmp(tiles.limb, twin.limb, sizeof tiles.limb) == 0);
  test_end("tiles of any values add the same limbs");
}

/* ---- sums in vectors ---- */

/* Number i of a kind: of one size; of many; of one but for a few; the smallest; the largest; with 0
   and opposite numbers. */
enum { ONE_SIZE, MANY_SIZES, FEW_BEYOND, SMALLEST, LARGEST, CANCELLING, NUMBER_KINDS };

static double plain_number(int i)
{
  Random r = random_stream(7, RANDOM_TEST, (uint64_t)i);

  return random_real(&r) - 0.5;
}

static double number_of(int kind, int i)
{
  const double x = plain_number(i);

  if (kind == MANY_SIZES) return ldexp(x, (i * 37) % 300 - 150);
  if (kind == FEW_BEYOND) return ldexp(x, i % 97 == 5 ? -31 - i % 60 : 0);
  if (kind == SMALLEST) return ldexp(x, (i * 37) % 60 - 1060);
  if (kind == LARGEST) return ldexp(x, (i * 37) % 40 + 920);
  if (kind == CANCELLING) return i % 5 == 0 ? 0 : i % 2 ? plain_number(i - 1) : -x;
  return x;
}

static void many_numbers_are_summed_exactly(void)
{
  static double values[N];

  for (int kind = 0; kind < NUMBER_KINDS; kind++) {
    Sum      sum = {{0}, 0}, twin = {{0}, 0}, third = {{0}, 0};
    SumBatch batch;

    sum_batch_begin(&batch, &third);
    for (int i = 0; i < N - 1; i++) {
      values[i] = number_of(kind, i);
      sum_add(&twin, values[i]);
      sum_batch_add(&batch, values[i]);
    }
    sum_batch_end(&batch);
    sum_add_many(&sum, values, N - 1);
    sum_normalize(&sum);
    sum_normalize(&twin);
    sum_normalize(&third);
    CHECK(memcmp(sum.limb, twin.limb, sizeof sum.limb) == 0);
    CHECK(memcmp(third.limb, twin.limb, sizeof sum.limb) == 0);
  }
  test_end("sums of many numbers at once have all bits of sums");
}

enum { BINS = 3, COLUMNS = 6 };

/* Number i of a column: they differ in size; kinds follow one another. */
static double column_number(int i, int column)
{
  const double size[COLUMNS] = {1, 1e-9, 1e12, 0, -3, 1e-200};

  return size[column] * number_of(i / 1000 % 2 ? ONE_SIZE : i / 2000 % NUMBER_KINDS, i);
}

static void sums_by_bin_are_exact(void)
{
  static Sum twin[BINS][COLUMNS], both[COLUMNS];
  double     amount[8] = {0};
  Parallel   par;
  SumBank    bank;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  bank_create(&bank, BINS, COLUMNS);
  for (int round = 0; round < 2; round++) {
    memset(twin, 0, sizeof twin);
    for (int i = 0; i < 3 * N; i++) {
      const double share = i % 3 ? 1 : 0.7;

      for (int k = 0; k < COLUMNS; k++) {
        amount[k] = column_number(i + round, k);
        sum_add(&twin[i % 2][k], share * amount[k]);
      }
      if (i % par.size == par.rank) bank_add(&bank, i % 2, share, amount);
    }
    CALL(bank_reduce(&par, &bank));
    for (int k = 0; k < COLUMNS; k++) {
      for (int bin = 0; bin < BINS; bin++)
        CHECK_BITS(bank_value(&bank, bin, k), sum_value(&twin[bin][k]));
      both[k] = twin[0][k];
      sum_merge(&both[k], &twin[1][k]);
    }
    bank_merge(&bank, 0, 1);
    for (int k = 0; k < COLUMNS; k++) CHECK_BITS(bank_value(&bank, 0, k), sum_value(&both[k]));
    bank_clear(&bank);
  }
  CALL(bank_reduce(&par, &bank));
  CHECK_BITS(bank_value(&bank, 1, 2), 0.0);
  bank_free(&bank);
  CALL(parallel_destroy(&par));
  test_end("sums by bin and column have the values of sums, on any number of ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  a_sum_has_no_order();
  what_cancels_is_gone_and_what_is_left_is_exact();
  ranks_do_not_matter();
  sparse_sums_are_exact();
  tiles_are_exact();
  many_numbers_are_summed_exactly();
  sums_by_bin_are_exact();
}
