/* SPDX-License-Identifier: MIT */
/* Chains of pebbles along a line: distance, count and volume. */
#include "made.h"

/* Closed forms against spheres placed one by one: their union by mass_exact, distances at many
   points. */
static void chain_is_what_it_says(int n, double shaft)
{
  static const double r   = 0.7;
  ShapeSet            set = {0};
  PebbleSet           chain;
  const Shape        *s;
  MassProperties      mass;
  double              error[CLUMP_N_ERRORS], d, most = 0, sum = 0;
  enum { POINTS = 20001 };

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){r, shaft}, 0);
  s = &set.list[0];
  d = cbrt(6 * s->moments.volume / PETSC_PI);
  chain_errors(s, n, error);
  pebble_set_create(n, &chain);
  for (int k = 0; k < n; k++) {
    chain.x[k] = vec3(-shaft / 2 + shaft * k / (n - 1), 0, 0);
    chain.r[k] = r;
    CHECK_NEAR(vec3_norm(vec3_sub(chain.x[k], chain_centre(s, n, k))), 0, 1e-15);
  }
  mass = union_of(&chain);
  CHECK_NEAR(error[CLUMP_VOLUME], 1 - mass.volume / s->moments.volume, 1e-12);
  CHECK_NEAR(
    error[CLUMP_INERTIA],
    fmax(s->moments.inertia.xx - mass.inertia.xx, s->moments.inertia.yy - mass.inertia.yy) /
      s->moments.inertia.yy,
    1e-12);
  for (int k = 0; k < POINTS; k++) {
    const double gap = gap_of(&chain, vec3(shaft * (k + 0.5) / POINTS - shaft / 2, 0, r));

    most = fmax(most, gap);
    sum += gap / POINTS;
  }
  CHECK_NEAR(error[CLUMP_DISTANCE], most / d, 1e-5);
  CHECK_NEAR(
    error[CLUMP_MEAN],
    sum / d * (2 * PETSC_PI * r * shaft) / (2 * PETSC_PI * r * shaft + 4 * PETSC_PI * r * r), 1e-8);
  pebble_set_free(&chain);
  shape_set_free(&set);
}

static void chains(void)
{
  chain_is_what_it_says(2, 1.2);
  chain_is_what_it_says(3, 1.2);
  chain_is_what_it_says(6, 4);
  chain_is_what_it_says(19, 4);
  test_end("errors of a chain of spheres in a capsule: those of the spheres put there");
}

static void shortest_chain(void)
{
  ShapeSet     set = {0};
  double       error[CLUMP_N_ERRORS], asked[CLUMP_N_ERRORS] = {0};
  const Shape *s;

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){0.3, 2.5}, 0);
  s = &set.list[0];
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    int n;

    asked[e] = 0.01;
    n        = chain_length(s, asked, 1000);
    chain_errors(s, n, error);
    CHECK(error[e] <= 0.01);
    chain_errors(s, n - 1, error);
    CHECK(n > 6 && error[e] > 0.01);
    asked[e] = 0;
  }
  asked[CLUMP_VOLUME] = 1;
  CHECK_INT(chain_length(s, asked, 1000), 6); /* ceil(2.5 / 0.6) + 1: neighbours touch */
  CHECK_INT(chain_length(s, asked, 3), 3);
  asked[CLUMP_VOLUME] = 0;
  CHECK_INT(chain_length(s, asked, 17), 17);
  shape_set_free(&set);
  test_end("a chain is the shortest that does, of spheres that touch, or as long as it may be");
}

TESTS(.ranks = {1})
{
  chains();
  shortest_chain();
}
