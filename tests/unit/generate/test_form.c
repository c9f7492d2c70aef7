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

/* Every form, whose last size is its ripple: as capsules it has the mass of their union, as rows of
   spheres the same mass, of spheres a little less volume. */
static void forms_of_capsules(void)
{
  const Materials one = {.n = 1, .list = &(Material){.density = 3}};

  for (int k = 0; form_heads[k]; k++) {
    const Form    *form  = (const Form *)form_heads[k];
    FormSizes      sizes = form_defaults(form);
    PebbleSet      set, rows;
    MassProperties mass, again, exact, of_rows;
    char           why[256] = "";

    sizes.list[sizes.n - 1] = 0;
    CHECK(form_make(form, &sizes, 1, 3, &set, &mass, why));
    CHECK(pebble_set_capsules(&set) > 0);
    CHECK(mass_exact.find(&set, &one, &mass_defaults, &exact, why));
    CHECK_NEAR(mass.volume / exact.volume, 1, 1e-9); /* promised of unions */
    CHECK_NEAR(mass.mass / exact.mass, 1, 1e-9);
    CHECK_NEAR(vec3_norm(vec3_sub(mass.centre, exact.centre)), 0, 1e-9 * 0.02);
    CHECK_NEAR(mass.inertia.xx / exact.inertia.xx, 1, 1e-9);
    CHECK_NEAR(mass.inertia.yy / exact.inertia.yy, 1, 1e-9);
    CHECK_NEAR(mass.inertia.zz / exact.inertia.zz, 1, 1e-9);
    CHECK(mass.principal.x <= mass.principal.y && mass.principal.y <= mass.principal.z);
    sizes.list[sizes.n - 1] = 0.01;
    CHECK(form_make(form, &sizes, 1, 3, &rows, &again, why));
    CHECK_INT(pebble_set_capsules(&rows), 0);
    CHECK(memcmp(&mass, &again, sizeof mass) == 0);
    CHECK(mass_exact.find(&rows, &one, &mass_defaults, &of_rows, why));
    test_note("%s: %d capsules and spheres, or %d spheres of %.4f of its volume", form->head.name,
              set.n, rows.n, of_rows.volume / mass.volume);
    CHECK(of_rows.volume < mass.volume);
    /* a groove of depth e is 2 e / 3 deep on average, over the radius, twice that of the section */
    CHECK(of_rows.volume > (1 - 4. / 3 * 0.01) * mass.volume);
    pebble_set_free(&set);
    pebble_set_free(&rows);
  }
  test_end("forms have the mass of the union of their capsules, also as rows of spheres");
}

static void sizes_of_forms(void)
{
  static const struct {
    const Form *form;
    FormSizes   sizes;
  } bad[] = {{&form_rod, {3, {1, 2, 0}}},          {&form_fibre, {5, {10, 1, 60, 2.5, 0}}},
             {&form_fibre, {5, {1, 2, 60, 8, 0}}}, {&form_dumbbell, {4, {10, 4, 5, 0}}},
             {&form_dumbbell, {4, {3, 4, 1, 0}}},  {&form_cross, {4, {10, 2, 2.5, 0}}},
             {&form_rod, {3, {1e6, 1e-3, 1e-5}}}};
  FormSizes      sizes = form_defaults(&form_fibre);
  PebbleSet      set;
  MassProperties mass;
  double         length = 0;
  char           why[256];

  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    why[0] = '\0';
    CHECK(!form_make(bad[k].form, &bad[k].sizes, 1, 1, &set, &mass, why));
    CHECK(why[0]);
    pebble_set_free(&set);
  }
  CHECK(form_make(&form_fibre, &sizes, 2, 1, &set, &mass, why));
  for (int k = 0; k < set.n; k++) length += 2 * vec3_norm(set.axis[k]);
  CHECK_NEAR(length + 2 * set.r[0], 2 * sizes.list[0], 1e-15); /* scaled */
  {
    Vec3 first = set.axis[0], last = set.axis[set.n - 1];

    (void)vec3_normalize(&first);
    (void)vec3_normalize(&last);
    CHECK_NEAR(vec3_dot(first, last), 0.5, 1e-14); /* 60 degrees */
  }
  pebble_set_free(&set);
  test_end("forms of rods refuse sizes that do not fit; a fibre has its length and bend");
}

TESTS(.ranks = {1})
{
  forms_of_capsules();
  sizes_of_forms();
  one_part_is_a_capsule();
  masses();
  grooves_are_shallow();
  impossible_sizes_are_refused();
}
