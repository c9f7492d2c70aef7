/* SPDX-License-Identifier: MIT */
/* Clumps made from shapes: pills, touching shapes, tees, copies of any scale. */
#include "made.h"

static void a_pill(void)
{
  const double    r = 0.5, l = 1, volume = 4 * PETSC_PI * r * r * r / 3 + PETSC_PI * r * r * l;
  GenerateOptions o   = asking(0.01, 0, 0);
  ShapeSet        set = {0};
  GenerateReport  report;
  PebbleSet       p;

  add(&set, &shape_capsule, vec3(3, 2, 1), (double[]){r, l}, 1);
  p = made(&set, &o, &report);
  CHECK(report.all_met);
  CHECK_NEAR(report.error[CLUMP_VOLUME], 1 - union_of(&p).volume / volume, 1e-9);
  CHECK(report.error[CLUMP_VOLUME] <= 0.01 && report.error[CLUMP_VOLUME] > 0.005);
  CHECK(p.n > 4 && p.n < 10 && p.material[0] == 1);
  CHECK_NEAR(vec3_norm(vec3_sub(p.x[0], vec3(2.5, 2, 1))), 0,
             1e-15); /* one at each end of the shaft */
  CHECK_NEAR(vec3_norm(vec3_sub(p.x[p.n - 1], vec3(3.5, 2, 1))), 0, 1e-15);
  pebble_set_free(&p);
  o = asking(0, 0.01, 0.02);
  p = made(&set, &o, &report);
  CHECK(report.all_met && report.error[CLUMP_INERTIA] <= 0.01 &&
        report.error[CLUMP_DISTANCE] <= 0.02);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("a pill: pebbles of its radius along its axis, volume, inertia and distance as asked");
}

/* A cube, a sphere on top, an upright capsule at its side; touching, not overlapping. */
static void touching(void)
{
  const GenerateOptions o = asking(0.1, 0.1, 0);
  const double          all =
    1 + 4 * PETSC_PI * 0.064 / 3 + (4 * PETSC_PI * 0.027 / 3 + PETSC_PI * 0.09 * 0.5);
  ShapeSet       set = {0};
  GenerateReport report;
  PebbleSet      p;
  int            n[2] = {0};

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){1, 1, 1}, 0);
  add(&set, &shape_sphere, vec3(0, 0, 0.9), (double[]){0.4}, 0);
  add(&set, &shape_capsule, vec3(0, 0.8, 0), (double[]){0.3, 0.5}, 1);
  p = made(&set, &o, &report);
  CHECK(report.all_met);
  CHECK_NEAR(report.error[CLUMP_VOLUME], 1 - union_of(&p).volume / all, 1e-9);
  CHECK_NEAR(report.diameter, cbrt(6 * all / PETSC_PI), 1e-12);
  for (int i = 0; i < p.n; i++) {
    n[p.material[i]]++;
    if (p.material[i] == 1) CHECK_NEAR(p.r[i], 0.3, 0);
    else if (p.x[i].z < 0.6)
      CHECK(fabs(p.x[i].x) + p.r[i] <= 0.5 + 1e-9 && fabs(p.x[i].z) + p.r[i] <= 0.5 + 1e-9);
    else CHECK_NEAR(p.x[i].z, 0.9, 0);
  }
  CHECK(n[0] > 10 && n[1] >= 2);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end("a box, a sphere and a capsule that touch: errors of the whole against closed forms, "
           "each of its material");
}

/* Largest gap over many points of both boxes' faces outside the other box. */
static double farthest(const ShapeSet *set, const PebbleSet *p)
{
  Random random = random_stream(1, RANDOM_TEST, 7);
  double most   = 0;

  for (int k = 0; k < 40000; k++) {
    const Shape *s = &set->list[k % 2];
    Vec3         x = shape_outward(s, s->kind->draw(s, &random));

    vec3_set(&x, k / 2 % 3, vec3_axis(k / 6 % 2 ? s->lo : s->hi, k / 2 % 3));
    if (!shape_is_inside(&set->list[1 - k % 2], x)) most = fmax(most, gap_of(p, x));
  }
  return most;
}

/* Two boxes of 3 x 1 x 1 that share a cube: the union has 5 m^3. */
static void a_tee(void)
{
  const GenerateOptions o   = asking(0.15, 0, 0.1);
  ShapeSet              set = {0};
  GenerateReport        report;
  PebbleSet             p;
  double                off, far;

  add(&set, &shape_box, vec3(0, 0, 0), (double[]){3, 1, 1}, 0);
  add(&set, &shape_box, vec3(0, 0, 1), (double[]){1, 1, 3}, 0);
  p   = made(&set, &o, &report);
  off = 1 - union_of(&p).volume / 5;
  far = farthest(&set, &p) / cbrt(6 * 5 / PETSC_PI);
  CHECK(report.all_met && off > 0 && off <= 0.15 && far <= 0.1);
  CHECK(report.doubt > 0 && report.doubt < 0.01);
  CHECK(report.error[CLUMP_VOLUME] >= off && report.error[CLUMP_VOLUME] <= off + 2 * report.doubt);
  CHECK(report.gap >= 0.99 * far && report.gap <= 1.1 * far);
  CHECK_NEAR(report.out, 0, 1e-9);
  pebble_set_free(&p);
  shape_set_free(&set);
  test_end(
    "a T of two boxes that overlap: errors of the union, with the bound of what it is known to");
}

/* Lengths times 1/4 give the same pebbles times 1/4. */
static void scaled(void)
{
  const GenerateOptions o   = asking(0.4, 0, 0);
  ShapeSet              set = {0};
  GenerateReport        report;
  PebbleSet             a, b;
  bool                  good;
  char                  why[256];

  for (int k = 0; shape_kinds[k]; k++) {
    Shape s = shape_sample(&set, shape_kinds[k]);

    s.x = vec3(4 * k, 0, 0);
    CHECK(shape_set_add(&set, &s, why));
  }
  shape_set_add_node(&set, "a", vec3(1, 2, 3));
  a    = made(&set, &o, &report);
  good = shape_set_scale(&set, 0.25, why);
  b    = made(&set, &o, &report);
  CHECK(good && a.n == b.n && set.node[0].z == 0.75);
  for (int i = 0; i < a.n && i < b.n; i++)
    CHECK_NEAR(vec3_norm(vec3_sub(vec3_scale(0.25, a.x[i]), b.x[i])), 0, 1e-12);
  pebble_set_free(&a);
  pebble_set_free(&b);
  shape_set_free(&set);
  test_end("a set that is scaled becomes pebbles that are scaled");
}

TESTS(.ranks = {1})
{
  a_pill();
  touching();
  a_tee();
  scaled();
}
