/* SPDX-License-Identifier: MIT */
/* Bounds of mass properties of overlapping shapes, and sets that are refused. */
#include "shape_list.h"

static void spheres_are_a_union(void)
{
  ShapeSet       set  = {.n = 0};
  Shape          ball = shape_of(&shape_sphere);
  PebbleSet      pebbles;
  MassProperties p, q;
  char           why[256];

  pebble_set_create(2, &pebbles);
  for (int k = 0; k < 2; k++) {
    ball.x = pebbles.x[k] = vec3(0.8 * k, 0, 0);
    ball.size[0] = pebbles.r[k] = 0.5;
    add(&set, &ball);
  }
  p = mass_of(&set, &mass_exact, &mass_defaults);
  CHECK(mass_exact.find(&pebbles, &materials, &mass_defaults, &q, why));
  CHECK_BITS(p.inertia.yy, q.inertia.yy);
  CHECK_NEAR(p.volume, 1.01787601976309, 1e-14); /* pi (4/3 + s - s^3/12) / 8, s = 1.6 */
  add_box(&set, vec3(5, -1, -1), vec3(7, 1, 1), 0);
  p = mass_of(&set, &mass_exact, &mass_defaults);
  CHECK_NEAR(p.volume, 8 + 1.01787601976309, 1e-13); /* as above */
  CHECK_NEAR(p.centre.x, (8 * 6 + 1.01787601976309 * 0.4) / 9.01787601976309,
             1e-14); /* weighted mean of the two centres */
  CHECK(p.error < 1e-9);
  shape_set_free(&set);
  pebble_set_free(&pebbles);
  test_end("spheres that overlap are their union, also among other shapes");
}

static void bounds_shrink(void)
{
  ShapeSet    set     = {.n = 0};
  MassOptions options = mass_defaults;
  double      error[3][3];

  for (int k = 1; k < 3; k++) {
    Shape shape = shape_sample(&set, shape_kinds[k]);

    shape.material = k - 1;
    add(&set, &shape); /* all at the same position */
  }
  for (int k = 0; k < 3; k++) {
    options.div       = 6 << k;
    options.tolerance = 0.32 * pow(4, -k);
    options.samples   = 20000 << (4 * k);
    for (int m = 0; m < 3; m++) {
      error[m][k] = mass_of(&set, counting[m], &options).error;
      if (k > 0)
        test_note("%s: bound %.3g, after %.3g", counting[m]->head.name, error[m][k],
                  error[m][k - 1]);
    }
  }
  CHECK(error[0][2] < 0.7 * error[0][0]);
  CHECK(error[1][2] < 0.5 * error[1][0]);
  CHECK_NEAR(log2(error[2][1] / error[2][2]), 2,
             0.4); /* 1 / sqrt(n), to the accuracy of 64 batches */
  shape_set_free(&set);
  test_end("bounds shrink with the cells, the tolerance and, as one over the root, the samples");
}

/* The error intervals of any two methods overlap. */
static void bounds_hold_on_random_sets(void)
{
  enum { SETS = 6 };
  MassOptions options = {.div = 5, .tolerance = 0.06, .samples = 20000, .seed = 3};
  Random      random  = random_stream(6, RANDOM_TEST, 6);

  for (int n = 0; n < SETS; n++) {
    ShapeSet       set = {.n = 0};
    MassProperties p[4];

    for (int k = 0; k < 4; k++) {
      Shape  shape = shape_sample(&set, shape_kinds[(n + 2 * k) % N_SHAPES]);
      double x = random_real(&random), y = random_real(&random), z = random_real(&random);

      shape_move(&shape, random_orientation(&random), vec3(1.5 * x, 1.5 * y, 1.5 * z));
      shape.material = random_real(&random) < 0.5;
      add(&set, &shape);
    }
    for (int k = 0; k < 3; k++) p[k] = mass_of(&set, counting[k], &options);
    p[3] = mass_of(&set, &mass_sum, &mass_defaults);
    for (int k = 0; k < 4; k++) {
      for (int j = 0; j < k; j++) {
        /* each is off by its own bound, which is relative to its own result */
        const double reach = p[j].error * p[j].principal.z + p[k].error * p[k].principal.z;

        CHECK_NEAR(p[j].volume, p[k].volume, p[j].error * p[j].volume + p[k].error * p[k].volume);
        CHECK_NEAR(p[j].mass, p[k].mass, p[j].error * p[j].mass + p[k].error * p[k].mass);
        CHECK_NEAR(tensor_distance(p[j].inertia, p[k].inertia), 0, reach);
      }
    }
    if (n % 4 == 0)
      test_note("bounds of grid %.2g, octree %.2g, montecarlo %.2g, sum %.2g", p[0].error,
                p[1].error, p[2].error, p[3].error);
    shape_set_free(&set);
  }
  test_end(
    "on random sets that overlap, no method is further from another than both bounds together");
}

static void bad_sets_are_refused(void)
{
  ShapeSet       set = {.n = 0};
  MassProperties p;
  char           why[256] = "";

  CHECK(!shapes_mass(&set, &materials, &mass_sum, &mass_defaults, &p, why));
  CHECK_TEXT(why, "no shapes");
  add_box(&set, vec3(0, 0, 0), vec3(1, 1, 1), 0);
  add_box(&set, vec3(2, 0, 0), vec3(3, 1, 1e-6), 0);
  CHECK(!shapes_mass(&set, &materials, &mass_grid, &(MassOptions){.div = 1000}, &p, why));
  CHECK(strstr(why, "cells to look at, more than") != NULL);
  set.list[1].material = 2;
  CHECK(!shapes_mass(&set, &materials, &mass_octree, &mass_defaults, &p, why));
  CHECK_TEXT(why, "shape 2, a box (line 2): the density of its material must be > 0");
  shape_set_free(&set);
  test_end("no shapes, no density and too fine a grid are refused");
}

TESTS(.ranks = {1})
{
  spheres_are_a_union();
  bounds_shrink();
  bounds_hold_on_random_sets();
  bad_sets_are_refused();
}
