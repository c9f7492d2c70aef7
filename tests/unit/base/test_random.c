/* SPDX-License-Identifier: MIT */
/* random_shuffled, and subsequences of a sequence of draws. */
#include "base/random.h"
#include "test.h"

#include <stdlib.h>

static void a_shuffle_keeps_every_item(void)
{
  static char seen[5000];

  for (int64_t n = 1; n <= 5000; n = n < 300 ? n + 1 : n * 2 - 7) {
    memset(seen, 0, sizeof seen);
    for (int64_t k = 0; k < n; k++) {
      const int64_t at = random_shuffled(7, 1, n, k);

      CHECK(at >= 0 && at < n);
      if (at >= 0 && at < n) CHECK(seen[at]++ == 0);
    }
  }
  for (int64_t k = 0; k < 1000; k++) CHECK(random_shuffled(7, 1, (int64_t)1 << 60, k) >> 60 == 0);
  test_end("a shuffle of n items has each of them once");
}

/* The position of an item is uniform, and depends on seed and stream. */
static void a_shuffle_is_even(void)
{
  enum { SEEDS = 20000 };

  for (int64_t n = 2; n <= 12; n += 5) {
    int64_t count[12][12] = {{0}};
    double  worst         = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++)
      for (int64_t k = 0; k < n; k++) count[k][random_shuffled(seed, 3, n, k)]++;
    for (int64_t k = 0; k < n; k++)
      for (int64_t at = 0; at < n; at++)
        worst = fmax(worst, fabs((double)count[k][at] - SEEDS / (double)n));
    test_note("n = %d: off by %.2f standard deviations at most", (int)n,
              worst / sqrt(SEEDS / (double)n));
    CHECK(worst < 4.5 * sqrt(SEEDS / (double)n)); /* largest of at most 144 numbers: probability
                                                     1e-3; the seeds are fixed */
  }
  CHECK(random_shuffled(1, 3, 1000000, 5) != random_shuffled(1, 4, 1000000, 5));
  CHECK(random_shuffled(1, 3, 1000000, 5) != random_shuffled(2, 3, 1000000, 5));
  test_end("every item may go anywhere, as likely as elsewhere");
}

static void neighbours_are_parted(void)
{
  enum { N = 10000 };
  double sum = 0;

  for (int64_t k = 1; k < N; k++) {
    const double a = (double)random_shuffled(9, 0, N, k - 1) / N,
                 b = (double)random_shuffled(9, 0, N, k) / N;

    sum += (a - 0.5) * (b - 0.5);
  }
  test_note("correlation of neighbours %.4f", 12 * sum / N);
  CHECK_NEAR(12 * sum / N, 0, 4 / sqrt(N)); /* four standard deviations of independent ones */
  test_end("items that were neighbours are so no more");
}

static void parts_of_a_sequence_are_apart(void)
{
  const Random whole = random_stream(1, RANDOM_TEST, 2);
  Random       a = random_part(whole, 0), b = random_part(whole, 1), c = whole;

  CHECK(random_bits(&a) == random_bits(&c)); /* part 0 is the start of the sequence */
  c.counter = (uint64_t)1 << 32;
  for (int k = 0; k < 5; k++) CHECK(random_bits(&b) == random_bits(&c));
  CHECK(random_bits(&a) != random_bits(&b));
  test_end("parts of a sequence are stretches of it");
}

/* Also after an even number of single draws. */
static void pairs_are_two_draws(void)
{
  Random one = random_part(random_stream(7, RANDOM_TEST, 3), 2), two = one;

  for (int k = 0; k < 8; k++) {
    double a, b;

    random_pair(&two, &a, &b);
    CHECK_BITS(a, random_real(&one));
    CHECK_BITS(b, random_real(&one));
  }
  test_end("a pair of draws is two draws");
}

TESTS(.ranks = {1})
{
  a_shuffle_keeps_every_item();
  a_shuffle_is_even();
  neighbours_are_parted();
  parts_of_a_sequence_are_apart();
  pairs_are_two_draws();
}
