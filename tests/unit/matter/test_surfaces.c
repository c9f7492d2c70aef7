/* SPDX-License-Identifier: MIT */
/* Distances of analytic surfaces: against the nearest of many sampled places, the normal against
   the gradient of the distance, and seek() of boxes against nearest() of their points. */
#define _POSIX_C_SOURCE 200809L
#include "options_test.h"

#include "base/random.h"
#include "matter/material.h"
#include "wall/walls.h"

enum { POINTS = 4000, BOXES = 20000, ROUND = 240, ALONG = 240 };

/* Sampled places of a feature: parametrized by u, v in 0 .. 1. */
typedef Vec3 (*Place)(double u, double v);

typedef struct {
  const char *name, *keys;
  int         n;        /* features */
  Place       place[6]; /* of each feature; NULL: no slow twin */
  double      inside;   /* sign of the distance at the origin */
  double      area;     /* m^2; 0: it is endless */
} Case;

static Vec3 on_sphere(double u, double v)
{
  const double z = 2 * v - 1, s = sqrt(1 - z * z), a = 2 * PETSC_PI * u;

  return vec3(1.5 * s * cos(a), 1.5 * s * sin(a), 1.5 * z);
}

/* Profile from (1, -1) to (.5, 1) about z. */
static Vec3 on_side(double u, double v)
{
  const double a = 2 * PETSC_PI * u, r = 1 - 0.5 * v;

  return vec3(r * cos(a), r * sin(a), 2 * v - 1);
}

static Vec3 on_first(double u, double v)
{
  const double a = 2 * PETSC_PI * u;

  return vec3(v * cos(a), v * sin(a), -1);
}

static Vec3 on_other(double u, double v)
{
  const double a = 2 * PETSC_PI * u;

  return vec3(0.5 * v * cos(a), 0.5 * v * sin(a), 1);
}

/* A third of the places each. */
static Vec3 on_solid(double u, double v)
{
  return v < 1. / 3   ? on_first(u, 3 * v)
         : v < 2. / 3 ? on_side(u, 3 * v - 1)
                      : on_other(u, 3 * (1 - v));
}

/* A sixth each; box -1 .. 1, -.8 .. .8, -.6 .. .6. */
static Vec3 on_box(double u, double v)
{
  const int    face = (int)min_int(5, (int64_t)(6 * u)), k = face / 2;
  const double half[3] = {1, 0.8, 0.6}, s = 2 * (6 * u - face) - 1, t = 2 * v - 1;
  Vec3         x = {0, 0, 0};

  vec3_set(&x, k, face % 2 ? half[k] : -half[k]);
  vec3_set(&x, (k + 1) % 3, s * half[(k + 1) % 3]);
  vec3_set(&x, (k + 2) % 3, t * half[(k + 2) % 3]);
  return x;
}

/* The same box turned by the quaternion (.8, .36, .48, 0) about its middle, (.2, -.1, .1). */
static Vec3 on_turned_box(double u, double v)
{
  return vec3_add(vec3(.2, -.1, .1), quat_turn((Quat){.8, .36, .48, 0}, on_box(u, v)));
}

#define CONE "point: [0, 0, -1], axis: [0, 0, 7], length: 2, "

static const Case cases[] = {
  {"sphere, inside",
   "shape: sphere, point: [0, 0, 0], radius: 1.5, side: inside",
   1,
   {on_sphere},
   1,
   28.274334},
  {"sphere, outside",
   "shape: sphere, point: [0, 0, 0], radius: 1.5, side: outside",
   1,
   {on_sphere},
   -1,
   28.274334},
  {"cylinder, inside",
   "shape: cylinder, point: [0, 0, 0], axis: [1, 2, 3], radius: 1.1, side: inside",
   1,
   {0},
   1,
   0},
  {"cylinder, outside",
   "shape: cylinder, point: [0, 0, 0], axis: [1, 2, 3], radius: 1.1, side: outside",
   1,
   {0},
   -1,
   0},
  {"cylinder, both",
   "shape: cylinder, point: [0, 0, 0], axis: [1, 2, 3], radius: 1.1, side: both",
   1,
   {0},
   1,
   0},
  {"cone, sheet", "shape: cone, " CONE "radius: [1, .5]", 1, {on_side}, 1, 9.714735},
  {"cone, solid",
   "shape: cone, " CONE "radius: [1, .5], ends: closed, side: outside",
   1,
   {on_solid},
   -1,
   13.641726},
  {"cone, hollow",
   "shape: cone, " CONE "radius: [1, .5], ends: closed, side: inside",
   3,
   {on_side, on_first, on_other},
   1,
   13.641726},
  {"box, solid",
   "shape: box, lo: [-1, -.8, -.6], hi: [1, .8, .6], side: outside",
   1,
   {on_box},
   -1,
   15.04},
  {"box, turned",
   "shape: box, lo: [-.8, -.9, -.5], hi: [1.2, .7, .7], side: outside, attitude: [1.6, .72, .96, "
   "0]",
   1,
   {on_turned_box},
   -1,
   15.04},
  {"box, hollow and turned",
   "shape: box, lo: [-.8, -.9, -.5], hi: [1.2, .7, .7], attitude: [1.6, .72, .96, 0]",
   6,
   {0},
   1,
   15.04},
  {"box, hollow",
   "shape: box, lo: [-1, -.8, -.6], hi: [1, .8, .6], side: inside",
   6,
   {0},
   1,
   15.04},
  {"plane, both", "shape: plane, point: [0, 0, .5], normal: [1, 2, 3], side: both", 1, {0}, 1, 0},
};

static Parallel  self;
static Materials stuff;
static Walls     walls;

static void read_wall(const char *keys)
{
  static const OptionKind *const kinds[] = {&material_kind, &wall_kind, NULL};
  char                           text[600];
  Options                       *options;
  int                            mistakes;

  snprintf(
    text, sizeof text,
    "material:\n  - m: {density: 1, young: 1, poisson: 0}\nwall:\n  - w: {material: m, %s}\n",
    keys);
  options = options_of_text(&self, kinds, text, "case");
  materials_read(options, &stuff);
  walls_read(options, &stuff, &walls);
  CALL(options_report(options, &mistakes));
  CHECK_INT(mistakes, 0);
  CHECK_INT(walls.n, 1);
  options_destroy(&options);
}

static double found_from(bool lists, int feature, Vec3 x, Vec3 *normal)
{
  const int32_t wall = 0;
  Nearest       t;

  t.n          = 1;
  t.feature[0] = feature;
  t.x[0]       = x.x;
  t.y[0]       = x.y;
  t.z[0]       = x.z;
  walls_nearest(&walls, &wall, lists, &t);
  if (normal) *normal = vec3(t.nx[0], t.ny[0], t.nz[0]);
  return t.distance[0];
}

static double nearest_to(int feature, Vec3 x, Vec3 *normal)
{
  return found_from(false, feature, x, normal);
}

static Vec3 random_in(Random *r, double half)
{
  const double x = random_real(r), y = random_real(r), z = random_real(r);

  return vec3(half * (2 * x - 1), half * (2 * y - 1), half * (2 * z - 1));
}

/* Largest step between neighbouring samples bounds the error of the sampled distance. */
static void check_twin(const Case *c, int feature, Random *r)
{
  double worst = 0;

  for (int k = 0; k < POINTS / 20; k++) {
    const Vec3 x     = random_in(r, 2);
    double     least = INFINITY;
    Vec3       n;

    for (int i = 0; i <= ROUND; i++)
      for (int j = 0; j <= ALONG; j++)
        least = min_real(
          least, vec3_norm(vec3_sub(x, c->place[feature](i / (double)ROUND, j / (double)ALONG))));
    worst = max_real(worst, fabs(fabs(nearest_to(feature, x, &n)) - least));
  }
  test_note("%s, feature %d: off by at most %.1e of the sampled distance", c->name, feature, worst);
  CHECK(worst < 0.015); /* samples of the box are up to .03 apart, half a step from any place */
}

/* Central differences; not where the distance has an edge, which few points are near to. */
static void check_gradient(const Case *c, int feature, Random *r)
{
  const double h   = 1e-6;
  int          off = 0;

  for (int k = 0; k < POINTS; k++) {
    const Vec3 x = random_in(r, 2);
    Vec3       n, m, slope;

    nearest_to(feature, x, &n);
    CHECK_NEAR(vec3_norm(n), 1, 1e-14);
    for (int a = 0; a < 3; a++) {
      Vec3 up = x, down = x;

      vec3_set(&up, a, vec3_axis(x, a) + h);
      vec3_set(&down, a, vec3_axis(x, a) - h);
      vec3_set(&slope, a, (nearest_to(feature, up, &m) - nearest_to(feature, down, &m)) / (2 * h));
    }
    off += !(vec3_norm(vec3_sub(slope, n)) < 1e-5); /* second differences: h^2 over small radii */
  }
  if (off > POINTS / 200) test_fail(__FILE__, __LINE__, "%s: %d of %d", c->name, off, POINTS);
}

/* Every feature that nearest() finds within reach of a point of a box, seek() finds for the box. */
static void check_seek(const Case *c, Random *r)
{
  Features found  = {0};
  int      missed = 0, skipped = 0;

  for (int k = 0; k < BOXES; k++) {
    const Vec3 middle = random_in(r, 2.5), half = random_in(r, k % 3 ? 0.3 : 1e-12);
    const Vec3 h = vec3(fabs(half.x), fabs(half.y), fabs(half.z)), f = random_in(r, 1);
    const Vec3 x     = vec3_add(middle, vec3_mul(h, k % 2 ? f : vec3(1, 1, 1)));
    double     reach = 0.2 * random_real(r);
    Vec3       n;

    for (int feature = 0; feature < c->n; feature++) {
      const double d  = nearest_to(feature, x, &n);
      bool         is = false;

      if (k % 5 == 0 && d > 0 && d < 1) reach = d; /* exactly at the limit */
      found.n = 0;
      walls.list->surface->geometry.seek(walls.list->constants, vec3_sub(middle, h),
                                         vec3_add(middle, h), reach, &found);
      for (PetscInt i = 0; i < found.n; i++) is = is || found.list[i] == feature;
      missed += d <= reach && !is;
      skipped += !is;
    }
  }
  CHECK_INT(missed, 0);
  CHECK(skipped > BOXES / 50); /* boxes that are far in front are left out */
  array_free(&found.list);
}

/* Corners of facets are on the surface where it stands, their middles nearly so, and they
   have its area. */
static void check_facets(const Case *c, Random *r)
{
  const FacetBox     box  = {.lo = {-2, -2, -2}, .hi = {2, 2, 2}};
  const Surface     *kind = walls.list->surface;
  const Displacement away = {.pivot = random_in(r, 1),
                             .shift = random_in(r, .1),
                             .turn  = quat_normalized((Quat){1, .05, -.07, .03})},
                     home = {.turn = {1, 0, 0, 0}};
  Facets f                = {0};
  double area             = 0;
  Vec3   n;

  kind->place(walls.list->constants, &away);
  kind->geometry.facets(walls.list->constants, &box, &f);
  CHECK(f.n >= 1);
  for (PetscInt k = 0; k < f.n; k++) {
    Vec3   middle = {0, 0, 0};
    double off    = INFINITY;

    CHECK(f.list[k].n == 3 || f.list[k].n == 4);
    for (int i = 0; i < f.list[k].n; i++) {
      const Vec3 x     = f.point[f.list[k].v[i]];
      double     least = INFINITY;

      for (int feature = 0; feature < c->n; feature++)
        least = fmin(least, fabs(nearest_to(feature, x, &n)));
      CHECK_NEAR(least, 0, 1e-14); /* rounding */
      middle = vec3_axpy(middle, 1. / f.list[k].n, x);
    }
    for (int feature = 0; feature < c->n; feature++)
      off = fmin(off, fabs(nearest_to(feature, middle, &n)));
    CHECK(off < .01); /* 1.5 (1 - cos(pi / 48)) = 0.003, in two directions */
    area += facet_area(&f, &f.list[k]);
  }
  if (c->area > 0)
    CHECK_NEAR(area, c->area, 0.01 * c->area); /* pi^2 / 6 / 24^2 of a sphere: 0.3 % */
  facets_free(&f);
  kind->place(walls.list->constants, &home);
}

/* A clump that has left the domain has the position NaN until the next lists, and is near
   no surface. */
static void check_gone(int feature)
{
  Vec3 n;

  CHECK(!(found_from(false, feature, vec3(NAN, NAN, NAN), &n) < 1e300));
}

static void check_case(const Case *c)
{
  Random r = random_stream(7, RANDOM_TEST, 3);
  Vec3   n;

  read_wall(c->keys);
  CHECK(c->inside * nearest_to(0, vec3(0.01, 0.02, 0.03), &n) > 0);
  for (int feature = 0; feature < c->n; feature++) {
    if (c->place[feature]) check_twin(c, feature, &r);
    check_gradient(c, feature, &r);
    check_gone(feature);
  }
  check_seek(c, &r);
  check_facets(c, &r);
  walls_free(&walls);
  materials_free(&stuff);
  test_end(c->name);
}

/* The distance that pair lists use changes by no more than the point moves, also where the sheet
   begins or ceases to act on it: no contact begins that is not in the lists. */
static void sheets_of_one_side(void)
{
  static const char *const keys[] = {
    "shape: cylinder, point: [0, 0, -1], radius: 1, length: 2, side: inside",
    "shape: cylinder, point: [0, 0, -1], radius: 1, length: 2, side: outside",
    "shape: cone, " CONE "radius: [1, .5], side: inside",
    "shape: cone, " CONE "radius: [1, .5], side: outside"};

  for (int c = 0; c < 4; c++) {
    Random r     = random_stream(7, RANDOM_TEST, 4);
    int    jumps = 0;

    read_wall(keys[c]);
    for (int k = 0; k < POINTS; k++) {
      const Vec3   x = random_in(&r, 1.5), way = random_in(&r, 0.1), y = vec3_add(x, way);
      const double a = nearest_to(0, x, NULL), b = nearest_to(0, y, NULL),
                   from = found_from(true, 0, x, NULL), to = found_from(true, 0, y, NULL);

      CHECK(from <= a && to <= b);
      CHECK(fabs(to - from) <= vec3_norm(way) + 1e-15);
      jumps += isinf(a) != isinf(b);
    }
    CHECK(jumps > POINTS / 100); /* the test sees the places where it begins and ceases */
    walls_free(&walls);
    materials_free(&stuff);
  }
  test_end("lists see sheets of one side from both");
}

TESTS(.ranks = {1})
{
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check_case(&cases[k]);
  sheets_of_one_side();
  CALL(parallel_destroy(&self));
}
