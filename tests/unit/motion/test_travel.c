/* SPDX-License-Identifier: MIT */
/* Travel bounds against the displacements of every pebble and every pair of pebbles, on all
   ranks. */
#include "ways.h"

static void no_two_have_come_farther(void)
{
  Way ways[MOST];

  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, try, body, 0);
      check_bound(joined(n, ways, false), farthest(n, ways));
    }
  test_end("no pebble has moved by more than twice the bound, and no two relative to each other");
}

static void spans_add_up(void)
{
  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;
      Way       ways[MOST], sum[MOST] = {0};
      Travel    t = TRAVEL_REST;

      for (int span = 0; span < 4; span++) {
        go_on(flow == GAS && span == 2 ? STREAM : flow, try, span, n, ways, sum);
        t = travel_add(t, joined(n, ways, false));
        check_bound(t, farthest(n, sum));
      }
    }
  test_end("bounds of consecutive time spans add up to a bound of the whole");
}

static void ranks_agree_on_all(void)
{
  const double inf[TRAVEL_REALS] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY,
                                    -INFINITY, -INFINITY, 0,         0};
  double       none[TRAVEL_REALS];
  Way          ways[MOST];
  Parallel     par;
  Travel       nobody = TRAVEL_NONE;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int n = 0; n < MOST; n++) {
      Travel mine;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, n, body, 0);
      mine = joined(n, ways, true);
      if (test_size() > 1 && test_rank() == test_size() - 1) CHECK(same(mine, TRAVEL_NONE));
      CALL(travel_agree(&par, &mine));
      CHECK(same(mine, joined(n, ways, false)));
    }
  CALL(travel_agree(&par, &nobody));
  travel_to_maxima(nobody, none);
  for (int k = 0; k < TRAVEL_REALS; k++) CHECK_BITS(none[k], inf[k]);
  CALL(parallel_destroy(&par));
  test_end("all ranks get the travel of all clumps, also ranks without clumps");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  no_two_have_come_farther();
  spans_add_up();
  ranks_agree_on_all();
}
