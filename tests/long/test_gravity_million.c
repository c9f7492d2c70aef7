/* SPDX-License-Identifier: MIT */
/* Gravity by the tree on up to a million bodies: time and memory a body, and the error of
   forces. */
#include "interaction/gravity/gravity_nodes.h"
#include "unit/interaction/gravity_bodies.h"

#include <time.h>

enum { SAMPLE = 300 };

/* Root mean square of the relative error of the forces on some bodies, against a plain sum over
   all. */
static double sampled_error(const MutualBodies *b, const Vec3 *force, int64_t total)
{
  double *x, *mine, sum = 0;
  int    *counts;
  int64_t sampled = 0;

  array_create(&x, 4 * sizeof *x, (PetscInt)total);
  array_create(&mine, 4 * sizeof *mine, b->n + 1);
  array_create(&counts, sizeof *counts, b->par->size);
  for (PetscInt i = 0; i < b->n; i++) memcpy(mine + 4 * i, b->list[i].x, 4 * sizeof *mine);
  CALL(parallel_counts(b->par, (int)(4 * b->n), counts));
  CALL(parallel_gather(b->par, mine, counts, x));
  for (PetscInt i = 0; i < b->n; i++) {
    Vec3 exact = {0, 0, 0};

    if (b->list[i].id % (total / SAMPLE) != 0) continue;
    for (int64_t j = 0; j < total; j++) {
      const Vec3   d  = {x[4 * j] - b->list[i].x[0], x[4 * j + 1] - b->list[i].x[1],
                         x[4 * j + 2] - b->list[i].x[2]};
      const double d2 = vec3_dot(d, d) + 1e-6;

      exact = vec3_axpy(exact, b->list[i].mass * x[4 * j + 3] / (d2 * sqrt(d2)), d);
    }
    sum += vec3_dot(vec3_sub(force[i], exact), vec3_sub(force[i], exact)) / vec3_dot(exact, exact);
    sampled++;
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CALL(parallel_sum_int(b->par, &sampled, 1));
  array_free(&x);
  array_free(&mine);
  array_free(&counts);
  return sqrt(sum / (double)sampled);
}

static double run(int64_t total)
{
  Parallel     par;
  MutualBodies b;
  Gravity      g = {.constant = 1, .soft2 = 1e-6, .opening = 0.5};
  Vec3        *force;
  double       begin, cost[3], error;
  const Tree  *tree;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  cloud_make(&par, total, &b);
  array_create(&force, sizeof *force, b.n + 1);
  begin = (double)clock() / CLOCKS_PER_SEC;
  cloud_forces(&gravity_tree, &g, &b, 0x1p10, force);
  tree    = g.work;
  cost[0] = (double)clock() / CLOCKS_PER_SEC - begin;
  cost[1] = (double)(tree->forest.n_bodies - b.n) / (double)b.n;
  cost[2] = ((double)tree->forest.n_bodies * sizeof(Point) + (double)tree->forest.n * sizeof(Node) +
             (double)b.n * sizeof(Order)) /
            (double)b.n;
  CALL(parallel_max(&par, cost, 3));
  error = sampled_error(&b, force, total);
  if (test_rank() == 0)
    printf(
      "# %" PRId64 " bodies: %.2f s on the slowest of %d, %.2f us a body and %.3f us over log2 N; "
      "error %.2e rms; bodies of others %.3f of the own, %.0f bytes a body\n",
      total, cost[0], test_size(), 1e6 * cost[0] * test_size() / (double)total,
      1e6 * cost[0] * test_size() / (double)total / log2((double)total), error, cost[1], cost[2]);
  CHECK(error < 1e-3); /* as stated */
  CHECK(cost[2] <
        400); /* 32 a body, 112 a node, of at least 4 bodies on average, 16 for the order */
  gravity_tree.free(g.work);
  array_free(&force);
  array_free(&b.list);
  CALL(parallel_destroy(&par));
  return cost[0] / ((double)total * log2((double)total));
}

TESTS(.ranks = {1, 2}, .limit = 900)
{
  double few, many;

  (void)run(10000);
  few = run(100000);
  test_end("1e5 bodies");
  many = run(1000000);
  /* N log N: the cost a body over log N stays; memory that is no longer near the processor costs
     some */
  CHECK(many < 2 * few);
  test_end("a million bodies cost as N log N, with a relative error of 1e-3");
}
