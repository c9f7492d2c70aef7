/* SPDX-License-Identifier: MIT */
/* Balances: cuts follow the work, within tolerance and fraction. */
#include "cloud.h"

static void weighted_shares_are_even(void)
{
  const Domain d = box_of();
  Parallel     par;
  static Cloud cloud;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  cloud_make(&par, &d, N, vec3(0, 1.5, 2), vec3(4, 3, 4), &cloud);
  for (size_t k = 0; k < sizeof partitions / sizeof *partitions; k++) {
    const int           parts  = partitions[k];
    const BalanceLimits limits = {.tolerance = 0, .fraction = 1};
    const Points        points = points_of(&cloud);
    const Points        even   = {.n = points.n, .x = points.x};
    BalanceOutcome      outcome;
    Decomposition       cuts;

    CALL(decomposition_build(&par, &d, &points, parts, -1, &cuts));
    /* error of a cut: 1/2000 of its weight, or half of the heaviest point; over four levels 4
       (1/2000 + 20/(20 N / 13)) */
    CHECK(imbalance(&cloud, &cuts, parts) < 1.015);
    decomposition_free(&cuts);
    CALL(decomposition_build(&par, &d, &even, parts, 5, &cuts)); /* random cuts */
    if (parts > 1) CHECK(imbalance(&cloud, &cuts, parts) > 1.1);
    CALL(decomposition_balance(&par, &d, &points, &limits, &cuts, &outcome));
    CHECK(imbalance(&cloud, &cuts, parts) < 1.015);
    CHECK_INT(outcome.held_back, 0);
    CHECK(outcome.cuts_moved >= (parts > 1) && outcome.cuts_moved < parts);
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end("shares of weighted points are even, built anew or balanced from any cuts");
}

/* The cloud drifts from one end of the box to the other; a balance follows whenever a part has 1.1
   times the mean. */
static void cuts_follow_a_cloud(void)
{
  enum { STEPS = 200 };
  const double        threshold = 1.1, fraction = 0.1;
  const BalanceLimits limits = {.tolerance = 0.01, .fraction = fraction};
  const Domain        d      = box_of();
  static Cloud        cloud;
  Parallel            par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (size_t k = 1; k < sizeof partitions / sizeof *partitions; k++) {
    const int     parts = partitions[k];
    Decomposition cuts;
    double        worst = 0, most = 0;
    int           balances = 0, held_back = 0;

    if (!partition_here(k)) continue;
    cloud_make(&par, &d, N, vec3(-1.5, 1.5, 2), vec3(1, 0.9, 0.8), &cloud);
    CALL(decomposition_build(&par, &d,
                             &(Points){.n = cloud.mine, .x = cloud.brought, .weight = cloud.own},
                             parts, -1, &cuts));
    for (int step = 0; step < STEPS; step++) {
      Decomposition  before = copy_of(&cuts);
      const Points   points = points_of(&cloud);
      BalanceOutcome outcome;

      cloud_make(&par, &d, N, vec3(-1.5 + 3. * step / STEPS, 1.5, 2), vec3(1, 0.9, 0.8), &cloud);
      worst = max_real(worst, imbalance(&cloud, &cuts, parts));
      if (imbalance(&cloud, &cuts, parts) > threshold) {
        balances++;
        CALL(decomposition_balance(&par, &d, &points, &limits, &cuts, &outcome));
        held_back += outcome.held_back > 0;
        most = max_real(most, most_changed(&cloud, &before, &cuts));
      }
      decomposition_free(&before);
    }
    test_note(
      "%d parts: %d balances, %d held back, imbalance up to %.3f, %.3f of a node's weight moved",
      parts, balances, held_back, worst, most);
    CHECK(balances > 5 && balances < STEPS);
    CHECK(most > 0.01 && most <= fraction);
    CHECK(worst < 1.25); /* the cloud moves by 1.5 % of its length in a step */
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end("cuts follow a drifting cloud, a bounded part of the work at a time");
}

static void a_jump_is_followed_in_bounded_steps(void)
{
  const BalanceLimits limits = {.tolerance = 0.01, .fraction = 0.2};
  const Domain        d      = box_of();
  static Cloud        cloud;
  Parallel            par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (size_t k = 1; k < sizeof partitions / sizeof *partitions; k++) {
    const int      parts = partitions[k];
    Decomposition  cuts, before;
    BalanceOutcome outcome;
    Points         points;
    int            balances = 0;

    if (!partition_here(k)) continue;
    cloud_make(&par, &d, N, vec3(-1.5, 1.5, 2), vec3(1, 0.5, 0.4), &cloud);
    points = points_of(&cloud);
    CALL(decomposition_build(&par, &d, &points, parts, -1, &cuts));
    cloud_make(&par, &d, N, vec3(1.4, 1.5, 2), vec3(1, 0.5, 0.4), &cloud);
    do {
      before = copy_of(&cuts);
      CALL(decomposition_balance(&par, &d, &points, &limits, &cuts, &outcome));
      CHECK(most_changed(&cloud, &before, &cuts) <= limits.fraction);
      balances++;
      decomposition_free(&before);
    } while (outcome.held_back > 0 && balances < 50);
    /* at most 4/5 of a node's weight are on the wrong side of a cut; lower nodes start when the
       weight has reached them */
    CHECK(balances >= 3 && balances <= 20);
    CHECK(imbalance(&cloud, &cuts, parts) < 1.06);
    test_note("%d parts: %d balances until even, imbalance %.3f", parts, balances,
              imbalance(&cloud, &cuts, parts));
    before = copy_of(&cuts);
    CALL(decomposition_balance(&par, &d, &points, &limits, &cuts, &outcome));
    CHECK(same_cuts(&before, &cuts));
    CHECK_INT(outcome.cuts_moved, 0);
    /* nor does a small drift move them */
    cloud_make(&par, &d, N, vec3(1.4005, 1.5, 2), vec3(1, 0.5, 0.4), &cloud);
    CALL(decomposition_balance(
      &par, &d, &points, &(BalanceLimits){.tolerance = 0.05, .fraction = 0.2}, &cuts, &outcome));
    CHECK(same_cuts(&before, &cuts));
    decomposition_free(&before);
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end(
    "a jump of the work is followed in bounded balances, and balanced cuts stay where they are");
}

TESTS(.ranks = {1, 2, 3, 4, 5, 8})
{
  weighted_shares_are_even();
  cuts_follow_a_cloud();
  a_jump_is_followed_in_bounded_steps();
}
