/* SPDX-License-Identifier: MIT */
/* Gravity by the tree against the sum over all pairs. */
#include "unit/interaction/gravity_bodies.h"

enum { BODIES = 6000 };

typedef struct {
  Parallel     par;
  MutualBodies bodies;
  Vec3        *exact, *tree;
} Case;

static void begin(Case *c)
{
  CALL(parallel_create(PETSC_COMM_WORLD, &c->par));
  cloud_make(&c->par, BODIES, &c->bodies);
  array_create(&c->exact, sizeof *c->exact, BODIES);
  array_create(&c->tree, sizeof *c->tree, BODIES);
}

static void end(Case *c)
{
  array_free(&c->bodies.list);
  array_free(&c->exact);
  array_free(&c->tree);
  CALL(parallel_destroy(&c->par));
}

static void compare(Case *c, double opening, double softening, double *mean, double *most,
                    double *energy)
{
  Gravity pairs = {.constant = 1, .soft2 = softening * softening},
          tree  = {.constant = 1, .soft2 = softening * softening, .opening = opening};
  /* quanta for the forces of near pairs: up to 1e6 N, or 1e12 N */
  const double unit = softening > 0 ? 0x1p30 : 0x1p10;
  Sum          sums[2];

  cloud_forces(&gravity_direct, &pairs, &c->bodies, unit, c->exact);
  cloud_forces(&gravity_tree, &tree, &c->bodies, unit, c->tree);
  cloud_errors(&c->bodies, c->tree, c->exact, mean, most);
  for (int k = 0; k < 2; k++) sum_clear(&sums[k]);
  CALL(gravity_direct.energy(&pairs, &c->bodies, &sums[0]));
  CALL(gravity_tree.energy(&tree, &c->bodies, &sums[1]));
  CALL(sum_reduce(&c->par, sums, 2));
  *energy = sum_value(&sums[1]) / sum_value(&sums[0]) - 1;
  gravity_direct.free(pairs.work);
  gravity_tree.free(tree.work);
}

static void errors_are_those_stated(void)
{
  static const struct {
    double opening, softening, mean, most;
  } cases[] = {
    {0.5, 0, 1e-3, 1e-2}, /* stated in docs/physics/interactions.md */
    {0.5, 0.05, 1e-3, 1e-2},
    {0.3, 0, 1e-4, 1e-3},
  };
  Case c;

  begin(&c);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double mean, most, energy;

    compare(&c, cases[k].opening, cases[k].softening, &mean, &most, &energy);
    if (test_rank() == 0)
      printf("# opening %g, softening %g: error of forces %.2e rms, %.2e at most; of energy %.1e\n",
             cases[k].opening, cases[k].softening, mean, most, energy);
    CHECK(mean < cases[k].mean);
    CHECK(most < cases[k].most);
    CHECK_NEAR(energy, 0, cases[k].mean); /* far less than that of forces */
  }
  end(&c);
  test_end("forces of the tree are those of all pairs, within 1e-3 at opening .5");
}

/* Nodes are opened all the way: nothing but rounding is left. */
static void an_opening_of_almost_0_is_exact(void)
{
  double mean, most, energy;
  Case   c;

  begin(&c);
  compare(&c, 1e-6, 0.01, &mean, &most, &energy);
  CHECK(most < 1e-9); /* quanta of 1e-9 N on 1e3 N, of 6000 bodies */
  CHECK_NEAR(energy, 0, 1e-12);
  end(&c);
  test_end("with an opening near 0 the tree is the sum over all pairs");
}

/* Bodies in one place, ranks without bodies, one body. */
static void odd_sets_of_bodies(void)
{
  Parallel     par;
  MutualBodies b;
  Gravity      tree = {.constant = 1, .soft2 = 0.01, .opening = 0.5};
  Vec3         force[100];

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  cloud_make(&par, 100, &b);
  if (par.rank > 0) b.n = 0;
  for (PetscInt i = 0; i < b.n; i++) b.list[i].x[0] = b.list[i].x[1] = b.list[i].x[2] = i % 2;
  cloud_forces(&gravity_tree, &tree, &b, 0x1p30, force);
  for (PetscInt i = 0; i < b.n; i++)
    CHECK(isfinite(force[i].x) && (i % 2 ? -1 : 1) * force[i].x >= 0);
  b.n = par.rank == 0;
  cloud_forces(&gravity_tree, &tree, &b, 0x1p30, force);
  if (b.n > 0) CHECK_NEAR(vec3_norm(force[0]), 0, 0);
  tree.soft2 = 0;
  b.n        = par.rank == 0 ? 2 : 0;
  for (PetscInt i = 0; i < b.n; i++) b.list[i].x[0] = b.list[i].x[1] = b.list[i].x[2] = 1;
  cloud_forces(&gravity_tree, &tree, &b, 0x1p30, force);
  CHECK((b.wild > 0) == (par.rank == 0));
  gravity_tree.free(tree.work);
  array_free(&b.list);
  CALL(parallel_destroy(&par));
  test_end("bodies in one place, one body and ranks without bodies are dealt with");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  errors_are_those_stated();
  an_opening_of_almost_0_is_exact();
  odd_sets_of_bodies();
}
