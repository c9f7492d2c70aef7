/* np: 1 2 3 4 5 8 */
/* SPDX-License-Identifier: MIT */
/* Balances: cuts follow the work, within tolerance and fraction. */
#include "base/random.h"
#include "space/decomposition.h"
#include "test.h"

enum { N = 4000, MOST_PARTS = 13 };

static Domain box_of(void)
{
  const Boundary boundary[3] = {BOUNDARY_OPEN, BOUNDARY_PERIODIC, BOUNDARY_FREE};

  return domain_create(3, vec3(-2, 0, 0), vec3(2, 3, 5), boundary, 0.1, 0);
}

/* Random points with weights from 0 to 40 in a box; point i is brought by rank i % size. */
typedef struct {
  PetscInt n, mine;
  Vec3     x[N], brought[N];
  int32_t  weight[N], own[N];
} Cloud;

static void cloud_make(const Parallel *par, const Domain *d, PetscInt n, Vec3 centre, Vec3 side,
                       Cloud *c)
{
  c->n    = n;
  c->mine = 0;
  for (int i = 0; i < n; i++) {
    Random     r = random_stream(12, RANDOM_TEST, (uint64_t)i);
    const Vec3 u = {random_real(&r) - 0.5, random_real(&r) - 0.5, random_real(&r) - 0.5};

    c->x[i] = grid_round3(
      d, vec3(centre.x + u.x * side.x, centre.y + u.y * side.y, centre.z + u.z * side.z));
    c->weight[i] = (int32_t)(random_bits(&r) % 41);
    if (i % par->size != par->rank) continue;
    c->brought[c->mine] = c->x[i];
    c->own[c->mine++]   = c->weight[i];
  }
}

static Points points_of(const Cloud *c)
{
  return (Points){.n = c->mine, .x = c->brought, .weight = c->own};
}

/* Largest weight of a part over the mean. */
static double imbalance(const Cloud *c, const Decomposition *cuts, int parts)
{
  int64_t share[MOST_PARTS] = {0}, total = 0, most = 0;

  for (int i = 0; i < c->n; i++) {
    share[decomposition_rank(cuts, c->x[i])] += c->weight[i];
    total += c->weight[i];
  }
  for (int p = 0; p < parts; p++) most = max_int(most, share[p]);
  return (double)most * parts / (double)total;
}

static Decomposition copy_of(const Decomposition *d)
{
  Decomposition c = *d;

  c.nodes = NULL;
  c.boxes = NULL;
  CALL(array_create(&c.nodes, sizeof *c.nodes, d->n));
  CALL(array_create(&c.boxes, sizeof *c.boxes, d->n));
  memcpy(c.nodes, d->nodes, (size_t)d->n * sizeof *c.nodes);
  memcpy(c.boxes, d->boxes, (size_t)d->n * sizeof *c.boxes);
  return c;
}

/* Share of a node's weight that has changed sides of its cut. */
static double changed(const Cloud *c, const Decomposition *before, const Decomposition *after,
                      int node)
{
  const Cut *old = &before->nodes[node], *new = &after->nodes[node];
  int64_t    total = 0, moved = 0;

  for (int i = 0; i < c->n; i++) {
    if (!box_holds(&after->boxes[node], c->x[i])) continue;
    total += c->weight[i];
    if ((vec3_axis(c->x[i], old->axis) < old->cut) != (vec3_axis(c->x[i], new->axis) < new->cut))
      moved += c->weight[i];
  }
  return total > 0 ? (double)moved / (double)total : 0;
}

/* Largest share of a node's weight that has changed sides, over nodes with no change of axis in
   them or above. */
static double most_changed(const Cloud *c, const Decomposition *before, const Decomposition *after)
{
  bool   turned[2 * MOST_PARTS] = {false};
  double most                   = 0;

  for (int k = 0; k < after->n; k++) {
    const Cut *cut = &after->nodes[k];

    if (cut->count == 1) continue;
    turned[k]         = turned[k] || cut->axis != before->nodes[k].axis;
    turned[cut->left] = turned[cut->right] = turned[k];
    if (!turned[k]) most = max_real(most, changed(c, before, after, k));
  }
  return most;
}

static bool same_cuts(const Decomposition *a, const Decomposition *b)
{
  bool same = a->n == b->n;

  for (int k = 0; same && k < a->n; k++)
    same = a->nodes[k].count == 1 ||
           (a->nodes[k].axis == b->nodes[k].axis && a->nodes[k].cut == b->nodes[k].cut);
  return same;
}

static const int partitions[] = {1, 2, 3, 4, 5, 8, MOST_PARTS};

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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  weighted_shares_are_even();
  cuts_follow_a_cloud();
  a_jump_is_followed_in_bounded_steps();
  one_cut_goes_where_its_slow_twin_goes();
  a_cut_turns_only_when_another_side_is_much_longer();
  without_weight_cuts_stay();
  return test_finish();
}
