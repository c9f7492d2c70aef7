/* SPDX-License-Identifier: MIT */
/* When to balance again: soon when it helps, not over and over when it does not. */
#include "run/sim.h"
#include "test.h"

static bool look(Balance *b, double imbalance, bool balanced, bool held_back)
{
  b->imbalance = imbalance;
  b->next      = balance_is_due(b, 1.1, balanced, held_back);
  return b->next;
}

static void the_threshold_decides_at_first(void)
{
  Balance b = {0};

  CHECK(!look(&b, 1.1, false, false));
  CHECK(look(&b, 1.11, false, false));
  CHECK(look(&b, 1.11, false, false)); /* and stays due, whatever it was before */
  b = (Balance){.imbalance = 5};
  CHECK(!balance_is_due(&b, 0, false, false));
  CHECK(!balance_is_due(&b, 0, true, true));
  test_end("the first balance is due beyond the threshold, with threshold 0 none is");
}

static void what_cannot_be_better_is_left_alone(void)
{
  Balance b        = {0};
  int     balances = 0;

  CHECK(look(&b, 1.5, false, false));
  for (int k = 0; k < 1000; k++) {
    /* a balance brings 1.3 at best, and it wavers by a hundredth */
    balances += b.next;
    look(&b, 1.3 + 0.013 * ((k * 7) % 11 - 5) / 5, b.next, false);
  }
  CHECK_INT(balances, 1);
  CHECK(look(&b, 1.38, false, false)); /* 1.05 times the least that was seen */
  CHECK(!look(&b, 1.31, true, false));
  test_end("a balance that reached little is not repeated before things are a twentieth worse");
}

static void what_became_better_by_itself_is_kept(void)
{
  Balance b = {0};

  look(&b, 1.5, false, false);
  CHECK(!look(&b, 1.4, true, false));
  CHECK(!look(&b, 1.2, false, false)); /* the work itself has changed */
  CHECK(!look(&b, 1.25, false, false));
  CHECK(look(&b, 1.27, false, false));
  test_end("the least imbalance since the last balance is what counts");
}

static void a_balance_held_back_goes_on(void)
{
  Balance b        = {0};
  double  now      = 2;
  int     balances = 0;

  look(&b, now, false, false);
  while (b.next && balances < 100) {
    now = 1 + 0.7 * (now - 1); /* a bounded part of the way */
    balances++;
    look(&b, now, true, now > 1.2);
  }
  CHECK_INT(balances, 5);
  CHECK(now < 1.2);
  CHECK(!look(&b, 1.09, true, true)); /* good enough: what is left may stay */
  test_end("a balance that was held back goes on at the next rebuild");
}

static void work_adds_up(void)
{
  CHECK_INT(work_of(0, 0, 0, 0), 0);
  CHECK_INT(work_of(3, 5, 7, 11), 3 * work_of(1, 0, 0, 0) + 5 * work_of(0, 1, 0, 0) +
                                    7 * work_of(0, 0, 1, 0) + 11 * work_of(0, 0, 0, 1));
  CHECK_INT(work_of(1000000000, 0, 0, 0),
            1000000000 * work_of(1, 0, 0, 0)); /* no 32 bits on the way */
  test_end("work is a sum");
}

TESTS(.ranks = {1})
{
  the_threshold_decides_at_first();
  what_cannot_be_better_is_left_alone();
  what_became_better_by_itself_is_kept();
  a_balance_held_back_goes_on();
  work_adds_up();
}
