/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Sets of shapes by every mass method against closed forms: errors within the bounds, and bounds
   that shrink. */
#include "shape/shape_mass.h"
#include "unit/shape/shapes.h"

static Material        list[]    = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2},
                                    {.name = "none", .density = 0, .young = 1, .poisson = 0.2}};
static const Materials materials = {3, list};

static const MassMethod *const counting[] = {&mass_grid, &mass_octree, &mass_montecarlo};

static void add(ShapeSet *set, const Shape *shape)
{
  bool good;
  char why[256] = "";

  CALL(shape_set_add(set, shape, &good, why));
  if (!good) test_fail(__FILE__, __LINE__, "%s: %s", shape->kind->head.name, why);
}

static void add_box(ShapeSet *set, Vec3 lo, Vec3 hi, int material)
{
  Shape box = shape_of(&shape_box);

  box.x        = vec3_scale(0.5, vec3_add(lo, hi));
  box.size[0]  = hi.x - lo.x;
  box.size[1]  = hi.y - lo.y;
  box.size[2]  = hi.z - lo.z;
  box.material = material;
  box.line     = set->n + 1;
  add(set, &box);
}

static void turn_all(ShapeSet *set, Quat q, Vec3 shift)
{
  for (int k = 0; k < set->n; k++) shape_move(&set->list[k], q, shift);
}

static MassProperties mass_of(const ShapeSet *set, const MassMethod *method,
                              const MassOptions *options)
{
  MassProperties p;
  char           why[256] = "";

  if (!shapes_mass(set, &materials, method, options, &p, why))
    test_fail(__FILE__, __LINE__, "%s: %s", method->head.name, why);
  return p;
}

/* Errors of volume, mass and inertia are within the bound. */
static double check_within(const MassProperties *p, const MassProperties *truth, double bound)
{
  const double off =
    fmax(fmax(fabs(p->volume / truth->volume - 1), fabs(p->mass / truth->mass - 1)),
         tensor_distance(p->inertia, truth->inertia) / truth->principal.z);

  CHECK_NEAR(off, 0, bound + truth->error); /* the error bound */
  return off;
}

static void check_all(const ShapeSet *set, const MassProperties *truth, double use)
{
  MassOptions options = mass_defaults;

  options.samples   = 200000;
  options.tolerance = 0.03;
  options.div       = 12;
  for (int k = 0; k < 3; k++) {
    const MassProperties p   = mass_of(set, counting[k], &options);
    const double         off = check_within(&p, truth, p.error),
                 size        = sqrt(truth->principal.z / truth->mass);

    test_note("%s: off by %.3g, bound %.3g", counting[k]->head.name, off, p.error);
    CHECK(p.error < use); /* a useful bound */
    CHECK_NEAR(vec3_norm(vec3_sub(p.centre, truth->centre)) / size, 0, p.error);
  }
}

static void apart_shapes_agree(void)
{
  ShapeSet       set = {.n = 0};
  MassProperties exact, sum;

  for (int k = 0; shape_kinds[k]; k++) {
    Shape shape = shape_sample(&set, shape_kinds[k]);

    shape_move(&shape, quat_identity(), vec3(1.2 * k, (k & 1) * 2.2, (k & 2) * 1.4));
    shape.material = k & 1;
    add(&set, &shape);
  }
  exact = mass_of(&set, &mass_exact, &mass_defaults);
  sum   = mass_of(&set, &mass_sum, &mass_defaults);
  check_within(&sum, &exact, 1e-14);
  CHECK(exact.error < 1e-11);
  CHECK(sum.error < 1e-11);
  check_all(&set, &exact, 0.4);
  {
    const Quat     q = quat_normalized((Quat){0.1, 0.8, 0.3, -0.4});
    MassProperties turned;

    turn_all(&set, q, vec3(100, 200, -300));
    turned = mass_of(&set, &mass_exact, &mass_defaults);
    CHECK_NEAR(tensor_distance(turned.inertia, tensor_turned(exact.inertia, q)) / exact.principal.z,
               0, 1e-12); /* rounding far away */
    CHECK(turned.error < 1e-8);
  }
  shape_set_free(&set);
  test_end("shapes that do not overlap: exact and sum agree, and grid, octree and montecarlo are "
           "within their bounds; turned too");
}

/* A light box half covered by a heavy one, and a heavy capsule and ball within the light part. */
static void the_densest_wins(void)
{
  ShapeSet       parts = {.n = 0}, set = {.n = 0};
  Shape          capsule = shape_of(&shape_capsule);
  MassProperties truth, p;
  const Quat     q        = quat_normalized((Quat){0.5, 0.3, -0.2, 0.4});
  char           why[256] = "";

  add_box(&parts, vec3(0, 0, 0), vec3(2, 2, 2), 0);
  add_box(&parts, vec3(2, 0, 0), vec3(5, 2, 2), 1);
  truth = mass_of(&parts, &mass_exact, &mass_defaults);
  add_box(&set, vec3(0, 0, 0), vec3(4, 2, 2), 0);
  add_box(&set, vec3(2, 0, 0), vec3(5, 2, 2), 1);
  CHECK_NEAR(truth.mass, 8 + 4 * 12, 1e-12); /* rounding */
  check_all(&set, &truth, 0.5);
  p = mass_of(&set, &mass_sum, &mass_defaults);
  check_within(&p, &truth, p.error);
  CHECK_NEAR(p.volume, 28, 1e-13); /* overlaps count twice */
  CHECK(p.error > 0.1);
  CHECK(!shapes_mass(&set, &materials, &mass_exact, &mass_defaults, &p, why));
  CHECK_TEXT(why, "shape 1, a box (line 1), and shape 2, a box (line 2), may overlap: use octree, "
                  "grid or montecarlo");

  capsule.x        = vec3(1, 1, 1);
  capsule.q        = q;
  capsule.size[0]  = 0.4;
  capsule.size[1]  = 0.7;
  capsule.material = 1;
  add(&set, &capsule);
  {
    /* density 4 in place of the box's 1 */
    MassProperties more = shape_properties(&set.list[2], 3), both = {.volume = 0};
    const Vec3     origin = truth.centre;
    Vec3           first  = {0, 0, 0};
    const double   volume = truth.volume;

    shapes_add(&truth, origin, &both, &first);
    shapes_add(&more, origin, &both, &first);
    shapes_centre(origin, first, &both);
    both.volume = volume;
    mass_principal(&both);
    check_all(&set, &both, 0.4);
  }
  turn_all(&set, q, vec3(0, 0, 0));
  turn_all(&parts, q, vec3(0, 0, 0));
  shape_set_free(&set);
  shape_set_free(&parts);
  test_end("where materials overlap the densest wins, within the bounds; exact refuses, and says "
           "which shapes");
}

static void touching_shapes_are_exact(void)
{
  ShapeSet       set = {.n = 0}, whole = {.n = 0};
  const Quat     q = quat_normalized((Quat){0.5, 0.3, -0.2, 0.4});
  MassProperties p, truth;

  for (int k = 0; k < 27; k++) {
    const Vec3 lo = {k % 3 / 3.0, k / 3 % 3 / 3.0, k / 9 / 3.0};

    add_box(&set, lo, vec3_add(lo, vec3(1 / 3.0, 1 / 3.0, 1 / 3.0)), 0);
  }
  add_box(&whole, vec3(0, 0, 0), vec3(1, 1, 1), 0);
  turn_all(&set, q, vec3(2, 1, 0));
  turn_all(&whole, q, vec3(2, 1, 0));
  p     = mass_of(&set, &mass_exact, &mass_defaults);
  truth = mass_of(&whole, &mass_exact, &mass_defaults);
  check_within(&p, &truth, 1e-14);
  CHECK(p.error < 1e-7);
  test_note("27 cubes: bound %.2g", p.error);
  shape_set_free(&set);
  shape_set_free(&whole);
  test_end("shapes that touch, turned, are taken as not overlapping: 27 cubes are one");
}

static void spheres_are_a_union(void)
{
  ShapeSet       set  = {.n = 0};
  Shape          ball = shape_of(&shape_sphere);
  PebbleSet      pebbles;
  MassProperties p, q;
  char           why[256];

  CALL(pebble_set_create(2, &pebbles));
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
    options.tolerance = 0.16 * pow(4, -k);
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
  MassOptions options = {.div = 5, .tolerance = 0.03, .samples = 20000, .seed = 3};
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  apart_shapes_agree();
  the_densest_wins();
  touching_shapes_are_exact();
  spheres_are_a_union();
  bounds_shrink();
  bounds_hold_on_random_sets();
  bad_sets_are_refused();
  return test_finish();
}
