/* SPDX-License-Identifier: MIT */
/* Mass properties of shapes that are apart, touch or overlap. */
#include "shape_list.h"

static void turn_all(ShapeSet *set, Quat q, Vec3 shift)
{
  for (int k = 0; k < set->n; k++) shape_move(&set->list[k], q, shift);
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

TESTS(.ranks = {1})
{
  apart_shapes_agree();
  the_densest_wins();
  touching_shapes_are_exact();
}
