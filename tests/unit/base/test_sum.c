/* np: 1 2 3 4 8 */
/* SPDX-License-Identifier: MIT */
/* Sums of doubles of all magnitudes: exact, in any order, on any number of ranks. */
#include "base/random.h"
#include "base/sum.h"
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
  test_end("a sum has the same limbs in any order and grouping");
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  a_sum_has_no_order();
  what_cancels_is_gone_and_what_is_left_is_exact();
  ranks_do_not_matter();
  return test_finish();
}
