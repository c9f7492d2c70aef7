/* SPDX-License-Identifier: MIT */
/* Clumps generated from meshes: counts of pebbles and limits. */
#include "generated.h"

static void a_sphere_is_one_pebble(void)
{
  Mesh mesh = mesh_of_icosphere(4);

  for (int k = 0; generators[k]; k++) {
    const GenerateOptions o     = options_of(generators[k], 0.01);
    Clump                 clump = clump_of(&mesh, &o);

    /* ferellec starts from tangent spheres slightly off centre, with a slack of 0.02 D */
    if (generators[k] == &generator_ferellec) CHECK(clump.set.n <= 40);
    else CHECK_INT(clump.set.n, 1);
    CHECK_NEAR(clump.report.largest, 1, 0.05);
    clump_end(&clump);
  }
  mesh_free(&mesh);
  test_end("a sphere is about one pebble");
}

static void errors_fall_with_the_count(void)
{
  Mesh                 mesh  = body_of(ROCK);
  const MassProperties solid = mesh_properties(&mesh);

  for (int k = 0; generators[k]; k++) {
    GenerateOptions o    = options_of(generators[k], 0);
    double          last = 0;
    Clump           many, few;

    o.most = 40;
    many   = clump_of(&mesh, &o);
    o.most = 12;
    few    = clump_of(&mesh, &o);
    CHECK_INT(many.set.n, 40);
    CHECK_INT(few.set.n, 12);
    CHECK(many.report.all_met && few.report.all_met); /* no bound was given */
    CHECK(memcmp(many.set.x, few.set.x, 12 * sizeof *few.set.x) == 0 &&
          memcmp(many.set.r, few.set.r, 12 * sizeof *few.set.r) == 0);
    for (int n = 1; n <= 40; n++) {
      const double volume = union_properties(&many.set, n).volume;

      CHECK(volume > last && volume < solid.volume);
      last = volume;
    }
    clump_end(&many);
    clump_end(&few);
  }
  mesh_free(&mesh);
  test_end("the first pebbles are the clump of fewer, and each adds volume");
}

static void no_pebble_too_many(void)
{
  Mesh                 mesh  = body_of(ROCK);
  const MassProperties solid = mesh_properties(&mesh);

  for (int k = 0; generators[k] != &generator_favier; k++) {
    const GenerateOptions o     = options_of(generators[k], 0.2);
    Clump                 clump = clump_of(&mesh, &o);

    CHECK(clump.report.all_met && clump.set.n > 5);
    CHECK(union_properties(&clump.set, clump.set.n).volume >= 0.8 * solid.volume);
    CHECK(union_properties(&clump.set, clump.set.n - 1).volume < 0.8 * solid.volume);
    clump_end(&clump);
  }
  mesh_free(&mesh);
  test_end("one pebble fewer would not do");
}

static void limits_are_kept_and_told(void)
{
  Mesh            mesh = body_of(CUBE);
  GenerateOptions o    = options_of(&generator_medial, 0.01);
  Clump           clump;

  o.most = 20;
  clump  = clump_of(&mesh, &o);
  CHECK_INT(clump.set.n, 20);
  CHECK(!clump.report.all_met && !clump.report.met[CLUMP_VOLUME] &&
        clump.report.met[CLUMP_INERTIA] && !clump.report.exhausted);
  clump_end(&clump);
  o.most     = 1000;
  o.smallest = 0.1;
  clump      = clump_of(&mesh, &o);
  CHECK(clump.report.smallest >= 0.1 * clump.report.diameter && clump.set.n > 8);
  CHECK(!clump.report.all_met && clump.report.exhausted);
  clump_end(&clump);
  o.error[CLUMP_VOLUME]   = 0;
  o.error[CLUMP_DISTANCE] = 0.05; /* a corner is (sqrt 3 - 1) r from the sphere inscribed there */
  clump                   = clump_of(&mesh, &o);
  CHECK(!clump.report.met[CLUMP_DISTANCE] && clump.report.exhausted);
  CHECK(clump.report.gap > 0.0731 && clump.report.gap < 0.1); /* r >= 0.1 D here */
  clump_end(&clump);
  mesh_free(&mesh);
  test_end("the most pebbles and the smallest radius are kept, and what is not reached is told");
}

TESTS(.ranks = {1}, .limit = 600)
{
  a_sphere_is_one_pebble();
  errors_fall_with_the_count();
  no_pebble_too_many();
  limits_are_kept_and_told();
}
