/* SPDX-License-Identifier: MIT */
/* One balance: where cuts go, when they turn, and what bounds them. */
#include "cloud.h"

/* Reference for one cut, by trying every position between two points: the best within the fraction;
   if none is better than the present cut, the next one towards the target if that is better.
   Returns the weight below the cut. */
static int64_t best_below(const Cloud *c, double cut, int64_t total, double fraction)
{
  const int64_t target = total / 2, limit = (int64_t)(fraction * (double)total);
  int64_t       now = 0, best, next = INT64_MAX;

  for (int i = 0; i < c->n; i++) now += c->x[i].x < cut ? c->weight[i] : 0;
  best = now;
  for (int k = 0; k <= c->n; k++) {
    const double place = k < c->n ? c->x[k].x : INFINITY;
    int64_t      below = 0;

    for (int i = 0; i < c->n; i++) below += c->x[i].x < place ? c->weight[i] : 0;
    if (llabs(below - now) <= limit && llabs(below - target) < llabs(best - target)) best = below;
    if ((below - now) * (target - now) > 0 && llabs(below - now) < llabs(next - now)) next = below;
  }
  return best == now && next != INT64_MAX && llabs(next - target) < llabs(now - target) ? next
                                                                                        : best;
}

static void one_cut_goes_where_its_slow_twin_goes(void)
{
  const Domain d = box_of();
  static Cloud cloud;
  Parallel     par;
  int          stayed = 0;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int try = 0; try < 60; try++) {
    Random       r = random_stream(13, RANDOM_TEST, (uint64_t)try);
    const int    n = 1 + (int)(random_bits(&r) % 30); /* few: one point may exceed the fraction */
    const double fraction      = 0.02 + 0.5 * random_real(&r);
    const BalanceLimits limits = {.tolerance = 0, .fraction = fraction};
    Decomposition       cuts;
    BalanceOutcome      outcome;
    int64_t             total = 0, below = 0;
    double              start;

    cloud_make(&par, &d, n, vec3(0, 1.5, 2), vec3(4, 0.01, 0.01), &cloud);
    for (int i = 0; i < n; i++) total += cloud.weight[i];
    CALL(
      decomposition_build(&par, &d, &(Points){.n = cloud.mine, .x = cloud.brought}, 2, -1, &cuts));
    cuts.nodes[0].cut = start = grid_round(&d, -2 + 4 * random_real(&r));
    CALL(decomposition_balance(&par, &d,
                               &(Points){.n = cloud.mine, .x = cloud.brought, .weight = cloud.own},
                               &limits, &cuts, &outcome));
    for (int i = 0; i < n; i++)
      below += decomposition_rank(&cuts, cloud.x[i]) == 0 ? cloud.weight[i] : 0;
    CHECK_INT(below, best_below(&cloud, start, total, fraction));
    stayed += cuts.nodes[0].cut == start;
    CHECK(outcome.cuts_moved == (cuts.nodes[0].cut != start));
    decomposition_free(&cuts);
  }
  CHECK(stayed > 0 && stayed < 30);
  CALL(parallel_destroy(&par));
  test_end("one cut is put where trying every position puts it");
}

/* Sides 1 x s: the cut across x stays while s <= 1.5. */
static void a_cut_turns_only_when_another_side_is_much_longer(void)
{
  const BalanceLimits limits = {.tolerance = 0.05, .fraction = 0.1};
  const Domain        d      = box_of();
  static Cloud        cloud;
  Parallel            par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int k = 0; k < 2; k++) {
    Decomposition  cuts;
    BalanceOutcome outcome;
    Points         points;

    cloud_make(&par, &d, N, vec3(0, 1.5, 2), vec3(1, 0.5, 0.9), &cloud);
    points = points_of(&cloud);
    CALL(decomposition_build(&par, &d, &points, 4, -1, &cuts));
    CHECK_INT(cuts.nodes[0].axis, 0);
    cloud_make(&par, &d, N, vec3(0, 1.5, 2), vec3(1, 0.5, k ? 1.55 : 1.45), &cloud);
    CALL(decomposition_balance(&par, &d, &points, &limits, &cuts, &outcome));
    CHECK_INT(cuts.nodes[0].axis, k ? 2 : 0);
    if (k) CHECK_INT(outcome.cuts_moved, 3);
    CHECK(imbalance(&cloud, &cuts, 4) < 1.11); /* (1 + tolerance)^2 */
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end("a cut changes its axis only if another side is 1.5 times as long, and the cuts below "
           "it are built anew");
}

static void without_weight_cuts_stay(void)
{
  const BalanceLimits limits = {.tolerance = 0, .fraction = 0.25};
  const Domain        d      = box_of();
  static Cloud        cloud;
  Parallel            par;
  Decomposition       cuts, before;
  BalanceOutcome      outcome;
  int64_t             owners;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  cloud_make(&par, &d, N, vec3(0, 1.5, 2), vec3(4, 3, 4), &cloud);
  CALL(decomposition_build(&par, &d, &(Points){.n = cloud.mine, .x = cloud.brought}, par.size, -1,
                           &cuts));
  before = copy_of(&cuts);
  CALL(decomposition_balance(&par, &d, &(Points){.n = 0}, &limits, &cuts, &outcome));
  CHECK(same_cuts(&before, &cuts));
  memset(cloud.own, 0, sizeof cloud.own);
  CALL(decomposition_balance(&par, &d,
                             &(Points){.n = cloud.mine, .x = cloud.brought, .weight = cloud.own},
                             &limits, &cuts, &outcome));
  CHECK(same_cuts(&before, &cuts));
  CHECK_INT(outcome.cuts_moved + outcome.held_back, 0);
  /* all weight in one point, many times: parts become empty, but every point still has one part */
  for (int k = 0; k < 20; k++) {
    const Vec3 x = grid_round3(&d, vec3(1.9, 0.1, 0.2));

    CALL(decomposition_balance(&par, &d, &(Points){.n = 1, .x = &x}, &limits, &cuts, &outcome));
  }
  for (int i = 0; i < N; i += 7) {
    owners = box_holds(&cuts.mine, cloud.x[i]);
    CHECK_INT(owners, decomposition_rank(&cuts, cloud.x[i]) == par.rank);
    CALL(parallel_sum_int(&par, &owners, 1));
    CHECK_INT(owners, 1);
  }
  decomposition_free(&before);
  decomposition_free(&cuts);
  CALL(parallel_destroy(&par));
  test_end(
    "cuts stay without weight, and with all weight in one point every point still has one part");
}

TESTS(.ranks = {1, 2, 3, 4, 5, 8})
{
  one_cut_goes_where_its_slow_twin_goes();
  a_cut_turns_only_when_another_side_is_much_longer();
  without_weight_cuts_stay();
}
