/* SPDX-License-Identifier: MIT */
/* Capsules for drugs: mass of the union of two swept balls, and how deep the grooves between the
   pebbles of a row are. */
#include "made.h"

#include "shape/generate/form.h"

static const double woo[] = {19.4e-3, 9.78e-3, 6.63e-3, 6.91e-3, 0.5, 0.01};

static void one_part_is_a_capsule(void)
{
  const Swept    part = {.from = -0.3, .to = 1.1, .radius = 0.7};
  ShapeSet       set  = {0};
  MassProperties mass;
  MassProperties exact;
  char           why[256];

  CHECK(revolved_mass(1, &part, 3, &mass, why));
  add(&set, &shape_capsule, vec3(0.4, 0, 0), (double[]){0.7, 1.4}, 0);
  exact = shape_moments(&set.list[0]);
  CHECK_NEAR(mass.volume, exact.volume, 1e-14 * exact.volume); /* rounding */
  CHECK_NEAR(mass.mass, 3 * exact.volume, 3e-14 * exact.volume);
  CHECK_NEAR(mass.centre.x, 0.4, 1e-15);
  CHECK_NEAR(mass.inertia.xx, 3 * exact.inertia.xx, 1e-13);
  CHECK_NEAR(mass.inertia.yy, 3 * exact.inertia.yy, 1e-13);
  shape_set_free(&set);
  test_end("a ball swept along a line has the mass properties of a capsule");
}

/* Against boxes halved again and again: relative errors of 5e-5 of the volume asked for. */
static void overlap_counts_once(const double *size)
{
  const Swept    part[] = {{size[1] + size[2] / 2 - size[0], 0, size[2] / 2},
                           {0, size[1] - size[3] / 2, size[3] / 2}};
  const double   over   = sqrt(part[1].radius * part[1].radius - part[0].radius * part[0].radius);
  Swept          cap    = part[1];
  ShapeSet       set    = {0};
  PebbleSet      pebbles;
  MassProperties mass, boxes;
  char           why[256] = "";

  cap.from = size[4] * over;
  CHECK(form_pharma_capsule.make(size, 1, &pebbles, &mass, why));
  add(&set, &shape_capsule, vec3((part[0].from + part[0].to) / 2, 0, 0),
      (double[]){part[0].radius, part[0].to - part[0].from}, 0);
  add(&set, &shape_capsule, vec3((cap.from + cap.to) / 2, 0, 0),
      (double[]){cap.radius, cap.to - cap.from}, 0);
  if (!shapes_mass_own(&set, &materials, 5e-5, &boxes, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  test_note("%d pebbles, volume %.8g, of boxes %.8g m^3 (+- %.2g)", pebbles.n, mass.volume,
            boxes.volume, boxes.error);
  CHECK_NEAR(mass.volume / boxes.volume, 1, 1e-4);
  CHECK_NEAR(mass.centre.x, boxes.centre.x, 1e-4 * size[0]);
  CHECK_NEAR(mass.inertia.xx / boxes.inertia.xx, 1, 2e-4);
  CHECK_NEAR(mass.inertia.yy / boxes.inertia.yy, 1, 2e-4);
  pebble_set_free(&pebbles);
  shape_set_free(&set);
}

static void masses(void)
{
  static const double long_cap[] = {3.3, 2.5, 1, 1.4, 1, 0.1}, no_rim[] = {3, 1.5, 1, 1.4, 0, 0.1};

  overlap_counts_once(woo);
  overlap_counts_once(long_cap);
  overlap_counts_once(no_rim);
  test_end("mass, centre and inertia of a capsule are those of body and cap, overlap counted once");
}

/* Depth of the surface of the pebbles below that of the swept balls, over the radius. */
static double deepest(const double *size)
{
  PebbleSet      set;
  MassProperties mass;
  char           why[256] = "";
  double         most     = 0;
  enum { POINTS = 20001 };

  CHECK(form_pharma_capsule.make(size, 1, &set, &mass, why));
  for (int k = 0; k < POINTS; k++) {
    const double body = size[2] / 2, cap = size[3] / 2, from = size[1] + body - size[0],
                 share = (k + 0.5) / POINTS;

    most = fmax(most, gap_of(&set, vec3(from * share, 0, body)) / body);
    most =
      fmax(most, gap_of(&set, vec3(size[1] - cap - share * (size[1] - 2 * cap), 0, cap)) / cap);
  }
  CHECK_NEAR(set.x[set.n - 1].x + set.r[set.n - 1], size[1], 1e-15);
  CHECK_NEAR(set.x[0].x - set.r[0], size[1] - size[0], 1e-15);
  pebble_set_free(&set);
  return most;
}

/* The groove between two centres 2 h apart is r - sqrt(r^2 - h^2) deep on the pebbles; measured to
   the line at r it is sqrt(r^2 + h^2) - r, less than that. */
static void grooves_are_shallow(void)
{
  double size[6];

  memcpy(size, woo, sizeof size);
  for (double ripple = 0.1; ripple > 1e-4; ripple /= 4) {
    double depth;

    size[5] = ripple;
    depth   = deepest(size);
    test_note("ripple %.3g: deepest %.3g", ripple, depth);
    CHECK(depth <= ripple);
    CHECK(depth >= 0.3 * ripple); /* not many more pebbles than are needed */
  }
  test_end(
    "grooves between pebbles are no deeper than asked for, and the ends are where they belong");
}

static void impossible_sizes_are_refused(void)
{
  static const double bad[][6] = {{19.4e-3, 9.78e-3, 6.95e-3, 6.91e-3, 0.5, 0.01},
                                  {12e-3, 9.78e-3, 6.63e-3, 6.91e-3, 0.5, 0.01},
                                  {19.4e-3, 3e-3, 6.63e-3, 6.91e-3, 0.5, 0.01},
                                  {19.4, 9.78e-3, 6.63e-3, 6.91e-3, 0.5, 1e-5}};
  PebbleSet           set;
  MassProperties      mass;
  char                why[256];

  for (int k = 0; k < 4; k++) {
    why[0] = '\0';
    CHECK(!form_make(
      &form_pharma_capsule,
      &(FormSizes){6, {bad[k][0], bad[k][1], bad[k][2], bad[k][3], bad[k][4], bad[k][5]}}, 1, 1,
      &set, &mass, why));
    CHECK(why[0]);
  }
  test_end("sizes that make no capsule are refused with a reason");
}

TESTS(.ranks = {1})
{
  one_part_is_a_capsule();
  masses();
  grooves_are_shallow();
  impossible_sizes_are_refused();
}
