/* SPDX-License-Identifier: MIT */
#include "batches.h"

static const char *const objects =
  "  - cut: {type: lennard_jones, between: [a, a], epsilon: 2, sigma: .5, cutoff: 1.2}\n"
  "  - energy: {type: lennard_jones, between: [a, a], epsilon: 2, sigma: .5, cutoff: 1.2, "
  "truncation: energy}\n"
  "  - force: {type: lennard_jones, between: [a, a], epsilon: 2, sigma: .5, cutoff: 1.2, "
  "truncation: force}\n";

static void values_are_those_of_the_formula(const Acting *cut, PairBatch *b)
{
  const double least = 0.5 * pow(2, 1.0 / 6);

  CHECK_NEAR(energy_at(cut, b, 0.5), 0, 1e-14);    /* rounding of 4 epsilon */
  CHECK_NEAR(energy_at(cut, b, least), -2, 1e-14); /* likewise */
  CHECK_NEAR(push_at(cut, b, least), 0, 1e-12);    /* likewise, times 24 / sigma */
  CHECK_NEAR(push_at(cut, b, 0.5), 24 * 2 / 0.5, 1e-12);
  CHECK_NEAR(energy_at(cut, b, 1.0), 8 * (pow(0.5, 12) - pow(0.5, 6)), 1e-15);
  test_end("the energy is 0 at sigma and -epsilon at 2^(1/6) sigma, where the force is 0");
}

static void forces_are_derivatives(const Interactions *all, PairBatch *b)
{
  const double h = 1e-6;

  for (int k = 0; k < all->n; k++)
    for (double r = 0.45; r < 1.19; r += 0.03) {
      const Acting *item  = &all->list[k];
      const double  slope = (energy_at(item, b, r + h) - energy_at(item, b, r - h)) / (2 * h);

      /* h^2 U'''/6 (U''' < 1e6 here), and rounding of U / h: 1e-16 x 10 / 1e-6 */
      CHECK_NEAR(push_at(item, b, r), -slope, 1e-7 * (1 + fabs(slope)));
    }
  test_end("forces are the derivatives of the energies, for every truncation");
}

static void truncation_is_as_said(const Interactions *all, PairBatch *b)
{
  const double in = 1.2 * (1 - 1e-12), s6 = pow(0.5 / 1.2, 6), u = 8 * s6 * (s6 - 1),
               f = 48 * s6 * (2 * s6 - 1) / 1.2;

  CHECK_NEAR(energy_at(&all->list[0], b, in), u, 1e-10);
  CHECK_NEAR(push_at(&all->list[0], b, in), f, 1e-10);
  CHECK_NEAR(energy_at(&all->list[1], b, in), 0, 1e-10);
  CHECK_NEAR(push_at(&all->list[1], b, in), f, 1e-10);
  CHECK_NEAR(energy_at(&all->list[2], b, in), 0, 1e-10);
  CHECK_NEAR(push_at(&all->list[2], b, in), 0, 1e-10);
  for (int k = 0; k < 3; k++) {
    CHECK(energy_at(&all->list[k], b, 1.2) == 0 && push_at(&all->list[k], b, 1.2) == 0);
    CHECK(energy_at(&all->list[k], b, 5) == 0 && push_at(&all->list[k], b, 5) == 0);
  }
  test_end("at the cutoff energy and force jump, only the force jumps, or neither does");
}

static void sets_are_by_material(const Interactions *all)
{
  CHECK_INT(all->n_sets, 1);
  CHECK_INT(all->sets[0].n, 3);
  CHECK_NEAR(all->longest, 1.2, 0);
  CHECK(interactions_join(all, 0, 0));
  test_end("interactions between the same materials share one list");
}

TESTS(.ranks = {1})
{
  Parallel      par;
  Options      *options;
  Interactions *all;
  PairBatch    *b = calloc(1, sizeof *b);

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  all = interactions_of(&par, objects, &options);
  values_are_those_of_the_formula(&all->list[0], b);
  forces_are_derivatives(all, b);
  truncation_is_as_said(all, b);
  sets_are_by_material(all);
  interactions_destroy(&all);
  options_destroy(&options);
  CALL(parallel_destroy(&par));
  free(b);
}
