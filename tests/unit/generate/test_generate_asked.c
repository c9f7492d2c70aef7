/* SPDX-License-Identifier: MIT */
/* Clumps made from shapes: within a distance, of a count, expanded. */
#include "made.h"

/* A box within a sphere adds nothing, unless it is denser. */
static void within(void)
{
  const GenerateOptions o = asking(0.2, 0, 0);

  for (int heavy = 0; heavy < 2; heavy++) {
    ShapeSet       set = {0};
    GenerateReport report;
    PebbleSet      p;

    add(&set, &shape_box, vec3(0, 0, 0), (double[]){0.4, 0.4, 0.4}, heavy);
    add(&set, &shape_sphere, vec3(0, 0, 0), (double[]){1}, 0);
    p = made(&set, &o, &report);
    CHECK(heavy ? p.n > 4 : p.n == 1);
    CHECK_NEAR(report.gap, 0, 2e-3); /* error of the sphere's mesh; the box is not on the surface */
    pebble_set_free(&p);
    shape_set_free(&set);
  }
  test_end("pebbles within another are left out, if it is as dense; what is inside is no surface");
}

static void counts(void)
{
  GenerateOptions o   = asking(0, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;
  char            why[256];

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){1, 1, 1}, 0);
  add(&set, &shape_capsule, vec3(0, 0, 2), (double[]){0.5, 1}, 0);
  add(&set, &shape_sphere, vec3(0, 2, 0), (double[]){0.5}, 0);
  o.most = 23;
  p      = made(&set, &o, &report);
  CHECK_INT(p.n, 23);
  pebble_set_free(&p);
  o      = asking(0.001, 0, 0);
  o.most = 15;
  p      = made(&set, &o, &report);
  CHECK(p.n <= 15 && p.n > 12 && !report.all_met && !report.exhausted);
  pebble_set_free(&p);
  o.most = 2;
  CHECK(!generate_shapes(&set, &materials, &o, &p, &report, why) && strstr(why, "3 shapes"));
  o          = asking(0.1, 0, 0);
  o.smallest = 0.49;
  CHECK(!generate_shapes(&set, &materials, &o, &p, &report, why) && strstr(why, "line 0: box"));
  shape_set_free(&set);
  test_end("no more pebbles than allowed, just as many if no error is asked, and refusals that "
           "name the shape");
}

static void others(void)
{
  GenerateOptions o = asking(0.35, 0, 0);

  for (int k = 0; shape_kinds[k]; k++) {
    ShapeSet       set = {0};
    GenerateReport report;
    PebbleSet      p;
    Shape          s = shape_sample(&set, shape_kinds[k]);
    char           why[256];

    CHECK(shape_set_add(&set, &s, why));
    p = made(&set, &o, &report);
    CHECK(report.all_met);
    CHECK_NEAR(report.error[CLUMP_VOLUME], fabs(1 - union_of(&p).volume / s.moments.volume), 1e-9);
    for (int i = 0; i < p.n; i++) CHECK(shape_is_inside(&s, p.x[i]));
    pebble_set_free(&p);
    shape_set_free(&set);
  }
  test_end("every kind of shape, in any pose, within the error asked of its own volume");
}

static void expanded(void)
{
  GenerateOptions o   = asking(0.1, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;

  add(&set, &shape_capsule, vec3(0, 0, 0), (double[]){0.5, 1}, 0);
  add(&set, &shape_box, vec3(0, 0, 2), (double[]){1, 1, 1}, 0);
  o.expand = true;
  p        = made(&set, &o, &report);
  CHECK(report.expanded > 0 && report.volume_before > 0.03);
  CHECK_NEAR(union_of(&p).volume, 1 + 4 * PETSC_PI / 24 + PETSC_PI / 4, 1e-8);
  CHECK_NEAR(p.r[0], 0.5 + report.expanded, 1e-15);
  CHECK(report.out > 0 && report.out <= report.expanded / report.diameter + 1e-9);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("expanded, all together have the volume of the shapes");
}

TESTS(.ranks = {1})
{
  within();
  counts();
  others();
  expanded();
}
