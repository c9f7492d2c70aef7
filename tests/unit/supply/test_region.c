/* SPDX-License-Identifier: MIT */
/* Regions: places that are drawn hold every pebble and are uniform; which balls may meet a box. */
#define _POSIX_C_SOURCE 200809L
#include "options/rows.h"
#include "supply/fill/region.h"
#include "unit/files.h"

static Parallel par;
static Files    files;

/* clang-format off */
static const Option region_options[] = {
  PLUGIN(KEY("region"), "box", region_heads, "region"),
  {0},
};
/* clang-format on */
static const OptionKind inlet_kind = {
  .name = "inlet", .named = true, .options = region_options, .text = "inlets"};
static const OptionKind *const kinds[] = {&inlet_kind, NULL};

/* The region of these keys; free it. */
static Region region_of(const char *keys, int dimension)
{
  bool     good = true;
  char     yaml[400];
  Options *options;
  Region   region;

  snprintf(yaml, sizeof yaml, "inlet:\n  - a: {%s}\n", keys);
  options = scenario_read(&par, &files, kinds, yaml);
  CALL(region_read((RegionSource){&par, options, "inlet", "a", dimension, &good}, &region));
  mistakes_check(keys, options, 0, NULL);
  CHECK(good);
  options_destroy(&options);
  return region;
}

static Domain domain_of(int dimension)
{
  const Boundary faces[] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};

  return domain_create(dimension, vec3(-5, -5, -5), vec3(5, 5, 5), faces, 1, 0);
}

/* A rod of two balls of radius .1 and .2 along x, .6 between them. */
static Template rod(void)
{
  static Vec3   offset[] = {{-.2, 0, 0}, {.4, 0, 0}};
  static double radius[] = {.1, .2};

  return (Template){.n = 2, .offset = offset, .radius = radius, .bound = .6};
}

enum { DRAWS = 20000 };

/* In the frame of the cylinder: every pebble inside, and centres of balls uniform over what is
   left. */
static void cylinders_hold_their_balls(void)
{
  static double  radius = .25;
  static Vec3    offset = {0, 0, 0};
  const Domain   domain = domain_of(3);
  const Template ball   = {.n = 1, .offset = &offset, .radius = &radius, .bound = .25};
  const Vec3     axis = vec3_scale(1 / sqrt(14), vec3(1, 2, -3)), point = vec3(1, 2, 3);
  Region region   = region_of("region: cylinder, point: [1, 2, 3], axis: [2, 4, -6], radius: 1, "
                                "length: 2",
                              3);
  Random random   = random_stream(1, RANDOM_TEST, 0);
  double along[2] = {0, 0}, across = 0;

  CHECK_NEAR(region.kind->volume(region.own), 2 * PETSC_PI, 1e-14);
  for (int k = 0; k < DRAWS; k++) {
    const RegionBody body = {&ball, 1, quat_identity()};
    Vec3             x, arm;
    double           a, r2;

    CHECK(region.kind->draw(region.own, &domain, &body, &random, &x));
    arm = vec3_sub(x, point);
    a   = vec3_dot(arm, axis);
    r2  = vec3_dot(arm, arm) - a * a;
    CHECK(a >= .25 - 1e-12 && a <= 1.75 + 1e-12 && r2 <= .75 * .75 + 1e-12);
    along[0] += a / DRAWS;
    along[1] += a * a / DRAWS;
    across += r2 / DRAWS;
  }
  /* means of uniform places; four deviations of 20 000 draws: .43, .45 and .16 / sqrt(20000) */
  CHECK_NEAR(along[0], 1, 4 * .0031);
  CHECK_NEAR(along[1] - along[0] * along[0], 1.5 * 1.5 / 12, 4 * .0012);
  CHECK_NEAR(across, .75 * .75 / 2, 4 * .0012);
  region_free(&region);
  test_end("places of a ball in a slanting cylinder are uniform over those that fit");
}

static void cones_are_filled_evenly(void)
{
  static double  radius = .1;
  static Vec3    offset = {0, 0, 0};
  const Domain   domain = domain_of(3);
  const Template ball   = {.n = 1, .offset = &offset, .radius = &radius, .bound = .1};
  const Vec3     axis = vec3_scale(1 / sqrt(14), vec3(1, 2, -3)), point = vec3(1, 2, 3);
  Region         region =
    region_of("region: cone, point: [1, 2, 3], axis: [2, 4, -6], radius: [0, 1], length: 2", 3);
  Random random = random_stream(7, RANDOM_TEST, 0);
  double mean   = 0;
  /* centres are in a cone of the same slope, whose tip is r sqrt(1 + 4) along the axis, to 1.9 */
  const double tip = .1 * sqrt(5), height = 1.9 - tip;
  Vec3         lo, hi;

  CHECK_NEAR(region.kind->volume(region.own), 2 * PETSC_PI / 3, 1e-14);
  region.kind->box(region.own, &lo, &hi);
  CHECK_NEAR(lo.x, 1 + 2 / sqrt(14) - sqrt(13. / 14), 1e-14); /* of the disc, not of the tip */
  CHECK_NEAR(lo.z, 3 - 6 / sqrt(14) - sqrt(5. / 14), 1e-14);
  CHECK_NEAR(hi.z, 3, 1e-15); /* of the tip */
  CHECK_NEAR(hi.x, 1 + 2 / sqrt(14) + sqrt(13. / 14), 1e-14);
  for (int k = 0; k < DRAWS; k++) {
    const RegionBody body = {&ball, 1, quat_identity()};
    Vec3             x    = {NAN, NAN, NAN}, arm;
    double           a, out;

    /* 17 % of the box: 64 draws fail with a probability of 6e-6 */
    CHECK(region.kind->draw(region.own, &domain, &body, &random, &x) ||
          region.kind->draw(region.own, &domain, &body, &random, &x));
    CHECK(region.kind->inside(region.own, &domain, x));
    arm = vec3_sub(x, point);
    a   = vec3_dot(arm, axis);
    out = sqrt(max_real(0, vec3_dot(arm, arm) - a * a));
    CHECK(a >= tip - 1e-12 && a <= 1.9 + 1e-12 && out <= 0.5 * (a - tip) + 1e-12);
    mean += (a - tip) / height / DRAWS;
  }
  /* 3/4 of the height; the deviation of a place is sqrt(3/80), four of 20 000 draws: */
  CHECK_NEAR(mean, .75, 4 * .00137);
  CHECK(!region.kind->inside(region.own, &domain, vec3_axpy(point, 2.1, axis)));
  CHECK(!region.kind->inside(region.own, &domain, vec3_axpy(point, -.1, axis)));
  region_free(&region);
  test_end("places of a ball in a slanting cone are uniform over those that fit");
}

/* Rods in all attitudes: each pebble is inside. */
static void every_pebble_is_inside(void)
{
  static const char *const keys[] = {
    "region: cylinder, point: [0, 0, 0], axis: [1, 1, 0], radius: .5, length: 1.5",
    "lo: [0, 0, 0], hi: [1, 1.5, 2]"};
  const Domain   domain = domain_of(3);
  const Template t      = rod();
  Random         random = random_stream(2, RANDOM_TEST, 0);
  int            fits   = 0;

  for (int k = 0; k < 2000; k++) {
    Region     region = region_of(keys[k & 1], 3);
    RegionBody body   = {&t, 0.5 + 0.4 * random_real(&random), random_orientation(&random)};
    Vec3       x;

    if (region.kind->draw(region.own, &domain, &body, &random, &x)) fits++;
    else x = vec3(NAN, NAN, NAN);
    for (int i = 0; i < t.n && !isnan(x.x); i++) {
      const Vec3   at = vec3_axpy(x, body.scale, quat_turn(body.q, t.offset[i]));
      const double r = body.scale * t.radius[i], a = (at.x + at.y) / sqrt(2),
                   b = hypot((at.x - at.y) / sqrt(2), at.z);

      if (k & 1)
        CHECK(at.x >= r - 1e-12 && at.x <= 1 - r + 1e-12 && at.y >= r - 1e-12 &&
              at.y <= 1.5 - r + 1e-12 && at.z >= r - 1e-12 && at.z <= 2 - r + 1e-12);
      else CHECK(a >= r - 1e-12 && a <= 1.5 - r + 1e-12 && b <= .5 - r + 1e-12);
    }
    region_free(&region);
  }
  test_note("%d of 2000 found a place", fits);
  CHECK(fits > 1800);
  test_end("every pebble of a rod is in the region, in any attitude");
}

static void what_does_not_fit_has_no_place(void)
{
  const Domain   domain = domain_of(3);
  const Template t      = rod();
  Region     region = region_of("region: cylinder, point: [0, 0, 0], axis: [0, 0, 1], radius: .35, "
                                    "length: 3",
                                3);
  Random     random = random_stream(3, RANDOM_TEST, 0);
  RegionBody lies = {&t, 1, quat_identity()}, stands = {&t, 1, {sqrt(.5), 0, sqrt(.5), 0}};
  Vec3       x;

  CHECK(!region.kind->draw(region.own, &domain, &lies, &random, &x)); /* .9 long, .7 wide */
  CHECK(region.kind->draw(region.own, &domain, &stands, &random, &x));
  region_free(&region);
  test_end("a rod finds a place in a narrow cylinder only when it stands");
}

static void planes_have_rectangles(void)
{
  const Domain   domain = domain_of(2);
  const Template t      = rod();
  Region         region =
    region_of("region: cylinder, point: [1, 1], axis: [1, 1], radius: 1, length: 2", 2);
  Random     random = random_stream(4, RANDOM_TEST, 0);
  RegionBody body   = {&t, 1, random_heading(&random)};
  Vec3       x, lo, hi;

  region.kind->box(region.own, &lo, &hi);
  CHECK_NEAR(lo.x, 1 - sqrt(.5), 1e-15);
  CHECK_NEAR(hi.y, 1 + 3 * sqrt(.5), 1e-14);
  CHECK(lo.z == 0 && hi.z == 0);
  CHECK_NEAR(region.kind->volume(region.own), 4, 1e-14);
  for (int k = 0; k < 1000; k++) {
    CHECK(region.kind->draw(region.own, &domain, &body, &random, &x) && x.z == 0);
    for (int i = 0; i < 2; i++) {
      const Vec3 at = vec3_sub(vec3_add(x, quat_turn(body.q, t.offset[i])), vec3(1, 1, 0));

      CHECK(fabs(at.x - at.y) / sqrt(2) <= 1 - t.radius[i] + 1e-12);
    }
  }
  region_free(&region);
  test_end("in two dimensions a cylinder is a rectangle, whose clumps stay in the plane");
}

static void cones_have_trapezia(void)
{
  const Domain domain = domain_of(2);
  Region       region =
    region_of("region: cone, point: [1, 1], axis: [0, 3], radius: [1, 2], length: 2", 2);
  Vec3 lo, hi;

  region.kind->box(region.own, &lo, &hi);
  CHECK(lo.x == -1 && lo.y == 1 && hi.x == 3 && hi.y == 3 && lo.z == 0 && hi.z == 0);
  CHECK_NEAR(region.kind->volume(region.own), 6, 1e-14);
  CHECK(region.kind->inside(region.own, &domain, vec3(2.4, 2, 0)));
  CHECK(!region.kind->inside(region.own, &domain, vec3(2.6, 2, 0)));
  region_free(&region);
  test_end("in two dimensions a cone is a trapezium");
}

static void balls_may_meet_images(void)
{
  const Domain d  = domain_of(3); /* periodic along x, period 10 */
  const Vec3   lo = vec3(4, -1, -1), hi = vec3(6, 1, 1);

  CHECK(box_may_meet(&d, lo, hi, vec3(-4.5, 0, 0), .1)); /* its image is inside */
  CHECK(box_may_meet(&d, lo, hi, vec3(-3.8, 0, 0), .3)); /* beside the image */
  CHECK(!box_may_meet(&d, lo, hi, vec3(-3.5, 0, 0), .3));
  CHECK(!box_may_meet(&d, lo, hi, vec3(5, 9.5, 0), 1));    /* no image along y */
  CHECK(box_may_meet(&d, lo, hi, vec3(24.9, 0, 1.2), .3)); /* two periods away */
  test_end("a ball may meet a box, or an image of it along periodic axes alone");
}

TESTS(.ranks = {1})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  cylinders_hold_their_balls();
  cones_are_filled_evenly();
  cones_have_trapezia();
  every_pebble_is_inside();
  what_does_not_fit_has_no_place();
  planes_have_rectangles();
  balls_may_meet_images();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
