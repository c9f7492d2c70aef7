/* SPDX-License-Identifier: MIT */
/* Travel bounds are not loose, and wider ones hold, on all ranks. */
#include "ways.h"

/* Travel summed over spans on each rank, then reduced; the empty travel of a rank without clumps
   must not affect the result. */
static void ranks_add_and_agree(void)
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int n = 1; n < MOST; n++) {
    Way    ways[MOST], sum[MOST] = {0};
    Travel mine = TRAVEL_REST, all = TRAVEL_REST;

    for (int span = 0; span < 3; span++) {
      go_on(STREAM, n, span, n, ways, sum);
      mine = travel_add(mine, joined(n, ways, true));
      all  = travel_add(all, joined(n, ways, false));
    }
    CALL(travel_agree(&par, &mine));
    check_bound(mine, farthest(n, sum));
    CHECK(travel_bound(mine) <=
          travel_bound(all) * spare); /* extremes of sums never exceed sums of extremes */
  }
  CALL(parallel_destroy(&par));
  test_end("travel summed on each rank, then reduced, is a bound no looser than if it is reduced "
           "in every span");
}

/* Exact values: half the displacement for a uniform flow (towards fixed objects), the full one for
   two that part. */
static void bounds_are_not_loose(void)
{
  const Vec3 way    = {3, -4, 12};
  Travel     stream = TRAVEL_NONE, parting = TRAVEL_NONE;

  for (int k = 0; k < 5; k++)
    stream = travel_join(stream, travel_of((Way){.centre = way, .pebble = {way, way, way}}));
  CHECK_NEAR(travel_bound(stream), 6.5, 0);
  for (int k = -1; k <= 1; k += 2) {
    const Vec3 x = vec3_scale(k, way);

    parting = travel_join(parting, travel_of((Way){.centre = x, .pebble = {x, x, x}}));
  }
  CHECK_NEAR(travel_bound(parting), 13, 0);
  CHECK_NEAR(travel_bound(TRAVEL_REST), 0, 0);
  CHECK_NEAR(travel_bound(TRAVEL_NONE), 0, 0);
  CHECK(same(travel_join(TRAVEL_NONE, stream), stream));
  CHECK(same(travel_join(stream, TRAVEL_NONE), stream));
  CHECK(same(travel_add(TRAVEL_REST, stream), stream));
  test_end("the bound is half the displacement in a uniform flow, all of it for parting clumps, "
           "and 0 without clumps");
}

/* Every clump is displaced by up to 0.3 m more along each axis. */
static void wider_bounds_hold(void)
{
  Way ways[MOST];

  for (Flow flow = 0; flow < FLOWS; flow++)
    for (int try = 0; try < TRIES; try++) {
      const int n = 1 + try % MOST;
      Random    r = random_stream(11, RANDOM_TEST, (uint64_t)try);
      Travel    t;

      for (int body = 0; body < n; body++) ways[body] = way_of(flow, try, body, 0);
      t = travel_widen(joined(n, ways, false), 0.3);
      for (int body = 0; body < n; body++) {
        const Vec3 off    = any(&r, 0.3),
                   corner = {copysign(0.3, off.x), copysign(0.3, off.y), copysign(0.3, off.z)};

        for (int i = 0; i < PEBBLES; i++)
          ways[body].pebble[i] = vec3_add(ways[body].pebble[i], body % 2 ? off : corner);
      }
      check_bound(t, farthest(n, ways));
    }
  test_end("a widened bound holds for clumps displaced by that much more along each axis");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  ranks_add_and_agree();
  bounds_are_not_loose();
  wider_bounds_hold();
}
