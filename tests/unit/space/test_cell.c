/* SPDX-License-Identifier: MIT */
/* Cells with three vectors, at rest and deforming, against sums of whole periods in 64-bit
   integers. */
#include "base/random.h"
#include "space/cell/cell.h"
#include "test.h"

enum { CASES = 200, POINTS = 20, FAR = 3 };

typedef struct {
  int64_t k[3]; /* quanta */
} Whole;

static Whole whole_of(const Domain *d, Vec3 x)
{
  return (Whole){
    {(int64_t)(x.x / d->quantum), (int64_t)(x.y / d->quantum), (int64_t)(x.z / d->quantum)}};
}

static double signed_real(Random *r)
{
  return 2 * random_real(r) - 1;
}

/* A periodic cell whose vectors are in one of the six orders of axes. */
static Domain cell_of(int k, Random *r, Vec3 period[3])
{
  static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const Boundary   all[3]       = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
  const int       *order        = orders[k % 6];
  const Vec3       lo           = {-2, 0.5, 3};
  const Gradient   none         = {{{0}}};
  char             why[CELL_WHY];
  Vec3             hi = lo;
  Domain           d;

  for (int i = 0; i < 3; i++) {
    period[order[i]] = (Vec3){0, 0, 0};
    vec3_set(&period[order[i]], order[i], 1 + 3 * random_real(r));
    for (int j = 0; j < i; j++) vec3_set(&period[order[i]], order[j], 8 * signed_real(r));
  }
  for (int i = 0; i < 3; i++) vec3_set(&hi, i, vec3_axis(lo, i) + vec3_axis(period[i], i));
  d = domain_create(3, lo, hi, all, 1, 0);
  CHECK(cell_create(&d, period, &none, why));
  for (int i = 0; i < 3; i++) {
    period[i] = grid_round3(&d, period[i]);
    vec3_set(&period[i], i, vec3_axis(d.length, i));
  }
  return d;
}

/* Place of image n, in quanta. */
static Whole image_of(const Domain *d, const Vec3 period[3], Vec3 x, const int32_t n[3])
{
  Whole w = whole_of(d, x);

  for (int k = 0; k < 3; k++) {
    const Whole p = whole_of(d, period[k]);

    for (int i = 0; i < 3; i++) w.k[i] += n[k] * p.k[i];
  }
  return w;
}

/* Places of images up to 2^51 quanta from the origin are exact, with their sums; no run has
   others. */
static bool are_same(Whole a, Whole b)
{
  for (int i = 0; i < 3; i++)
    if (llabs(b.k[i]) > (int64_t)1 << 51) return true;
  return a.k[0] == b.k[0] && a.k[1] == b.k[1] && a.k[2] == b.k[2];
}

static Vec3 somewhere(const Domain *d, Random *r, double sides)
{
  return grid_round3(d, vec3(d->lo.x + d->length.x * (0.5 + sides * signed_real(r)),
                             d->lo.y + d->length.y * (0.5 + sides * signed_real(r)),
                             d->lo.z + d->length.z * (0.5 + sides * signed_real(r))));
}

static bool is_in(const Domain *d, Vec3 x)
{
  return x.x >= d->lo.x && x.x < d->hi.x && x.y >= d->lo.y && x.y < d->hi.y && x.z >= d->lo.z &&
         x.z < d->hi.z;
}

static void images_are_sums_of_vectors(void)
{
  for (int k = 0; k < CASES; k++) {
    Random       r = random_stream(3, RANDOM_TEST, (uint64_t)k);
    Vec3         period[3];
    const Domain d = cell_of(k, &r, period);

    for (int i = 0; i < POINTS; i++) {
      const Vec3    x    = somewhere(&d, &r, 0.5);
      const int32_t n[3] = {(int32_t)(9 * signed_real(&r)), (int32_t)(9 * signed_real(&r)),
                            (int32_t)(9 * signed_real(&r))};
      const Image   m = {n[0], n[1], n[2]}, there = domain_true(&d, domain_reduced(&d, m));

      CHECK(are_same(whole_of(&d, domain_shifted(&d, x, m)), image_of(&d, period, x, n)));
      CHECK(there.x == m.x && there.y == m.y && there.z == m.z);
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        CHECK(fabs(vec3_axis(d.cell.now.tilt[i], j)) <= 0.5 * vec3_axis(d.length, j));
  }
  test_end("cells: an image is shifted by whole vectors, to the bit, however they lean");
}

static void points_are_wrapped(void)
{
  for (int k = 0; k < CASES; k++) {
    Random       r = random_stream(4, RANDOM_TEST, (uint64_t)k);
    Vec3         period[3];
    const Domain d = cell_of(k, &r, period);

    for (int i = 0; i < POINTS; i++) {
      const Vec3  x = somewhere(&d, &r, 4), w = domain_wrapped(&d, x);
      const Image n = domain_boxes(&d, x), near = domain_nearest(&d, x);
      const Vec3  u = domain_shifted(&d, x, near);

      CHECK(is_in(&d, w));
      CHECK(are_same(image_of(&d, period, w, (int32_t[]){n.x, n.y, n.z}), whole_of(&d, x)));
      for (int j = 0; j < 3; j++)
        CHECK(fabs(vec3_axis(u, j)) <= (0.5 + 1e-12) * vec3_axis(d.length, j));
    }
  }
  test_end(
    "cells: every point has one image in the box lo .. hi; differences shrink to half a side");
}

static double outside(double x, double lo, double hi)
{
  return x < lo ? lo - x : x > hi ? x - hi : 0;
}

/* All images, FAR periods to either side of those found. */
static void balls_have_all_images(void)
{
  for (int k = 0; k < CASES; k++) {
    Random       r = random_stream(5, RANDOM_TEST, (uint64_t)k);
    Vec3         period[3];
    const Domain d      = cell_of(k, &r, period);
    const Vec3   x      = somewhere(&d, &r, 0.5);
    const double radius = (k % 3 + 0.1) * random_real(&r) * 2;
    Image        from, to;

    domain_images(&d, x, radius, &from, &to);
    CHECK(from.x <= 0 && from.y <= 0 && from.z <= 0 && to.x >= 0 && to.y >= 0 && to.z >= 0);
    for (int a = from.x - FAR; a <= to.x + FAR; a++)
      for (int b = from.y - FAR; b <= to.y + FAR; b++)
        for (int c = from.z - FAR; c <= to.z + FAR; c++) {
          const bool listed =
            a >= from.x && a <= to.x && b >= from.y && b <= to.y && c >= from.z && c <= to.z;
          const Vec3 y     = domain_shifted(&d, x, domain_true(&d, (Image){a, b, c}));
          const bool meets = outside(y.x, d.lo.x, d.hi.x) < radius &&
                             outside(y.y, d.lo.y, d.hi.y) < radius &&
                             outside(y.z, d.lo.z, d.hi.z) < radius;

          CHECK(listed || !meets);
        }
  }
  test_end("cells: no image of a ball that meets the box is missing");
}

static int component_of(Image n, int axis)
{
  return axis == 0 ? n.x : axis == 1 ? n.y : n.z;
}

/* Sheared by 12 sides along the order's first axis, then back: the true vectors are sums of
   steps. */
static void sheared_cells_keep_images(void)
{
  enum { STEPS = 3000 };
  const Boundary all[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};

  for (int k = 0; k < 6; k++) {
    const int  flow = k % 3, across = (flow + 1 + k / 3) % 3;
    Domain     d = domain_create(3, vec3(0, -1, 2), vec3(1, 1, 3.5), all, 0.1, 0);
    Gradient   g = {{{0}}};
    Vec3       period[3], box[3];
    char       why[CELL_WHY];
    int        flips = 0;
    const Vec3 x     = {0.25, 0.125, 2.5};

    for (int i = 0; i < 3; i++) {
      box[i] = (Vec3){0, 0, 0};
      vec3_set(&box[i], i, vec3_axis(d.length, i));
      period[i] = box[i];
    }
    g.g[flow][across] = 1.7;
    CHECK(cell_create(&d, box, &g, why));
    cell_set_speeds(&d, 1e3);
    for (int step = 0; step < STEPS; step++) {
      const Domain  before = d;
      const double  dt     = step < 2 * STEPS / 3 ? 6e-3 : -6e-3;
      const Image   n      = {step % 5 - 2, step % 3 - 1, step % 7 - 3};
      const int32_t m[3]   = {n.x, n.y, n.z};
      double        way;

      cell_advance(&d, &g, dt);
      way =
        vec3_axis(d.cell.now.tilt[across], flow) - vec3_axis(before.cell.now.tilt[across], flow);
      way += (d.cell.now.whole[across][flow] - before.cell.now.whole[across][flow]) *
             vec3_axis(d.length, flow);
      flips += d.cell.now.whole[across][flow] != before.cell.now.whole[across][flow];
      CHECK(fabs(way - 1.7 * vec3_axis(d.length, across) * dt) <= 2 * d.quantum);
      vec3_set(&period[across], flow, vec3_axis(period[across], flow) + way);
      CHECK(are_same(whole_of(&d, domain_shifted(&d, x, n)), image_of(&d, period, x, m)));
      CHECK(are_same(whole_of(&d, cell_carried(&d, domain_shifted(&before, x, n), n)),
                     whole_of(&d, domain_shifted(&d, x, n))));
      CHECK(fabs(vec3_axis(cell_jump(&d, n), flow) -
                 component_of(n, across) * 1.7 * vec3_axis(d.length, across)) < 1e-9);
    }
    CHECK(flips > 10);
    /* no drift: rests make up for rounding */
    CHECK(fabs(vec3_axis(period[across], flow) -
               1.7 * vec3_axis(d.length, across) * 6e-3 * STEPS / 3) <= 2 * d.quantum);
  }
  test_end("sheared cells: flips of the tilt move no image; no drift of the vectors in 3000 steps");
}

/* Against the exponential of the gradient. */
static void deformed_cells_follow_the_gradient(void)
{
  const Boundary all[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
  double         error[2];

  for (int fine = 0; fine < 2; fine++) {
    const int      steps  = fine ? 200 : 100;
    Domain         d      = domain_create(3, vec3(0, 0, 0), vec3(1, 1, 1), all, 0.1, 0);
    const Gradient g      = {{{-0.5, 0.3, 0}, {0, 0.2, 0}, {0, 0, -0.1}}};
    const Vec3     box[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec3           p[3];
    char           why[CELL_WHY];

    CHECK(cell_create(&d, box, &g, why));
    cell_set_speeds(&d, 1e3);
    for (int k = 0; k < steps; k++) cell_advance(&d, &g, 1.0 / steps);
    cell_periods(&d, p);
    error[fine] = fabs(p[0].x - exp(-0.5)) + fabs(p[1].y - exp(0.2)) + fabs(p[2].z - exp(-0.1)) +
                  fabs(p[1].x - 0.3 / 0.7 * (exp(0.2) - exp(-0.5)));
    CHECK_NEAR(vec3_axis(d.hi, 0), p[0].x, 1e-15);
  }
  CHECK(error[0] < 1e-5 && error[0] / error[1] > 3.8 && error[0] / error[1] < 4.2);
  test_end("deforming cells: vectors follow P' = G P with order 2");
}

static bool is_refused(int dimension, const Boundary boundary[3], const Vec3 period[3],
                       const Gradient *g)
{
  Domain d = domain_create(dimension, vec3(0, 0, 0), vec3(1, 1, 1), boundary, 0.1, 0);
  char   why[CELL_WHY];

  return !cell_create(&d, period, g, why);
}

static void cells_without_order_are_refused(void)
{
  const Boundary all[3]  = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
  const Boundary some[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_OPEN};
  const Vec3     box[3]  = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3     ring[3] = {{1, 0.2, 0}, {0, 1, 0.2}, {0.2, 0, 1}};
  const Vec3     up[3]   = {{1, 0, 0}, {0.1, 1, 0}, {0.1, 0, 1}};
  const Gradient none = {{{0}}}, back = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}},
                 grow = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}};

  CHECK(!is_refused(3, all, box, &none));
  CHECK(!is_refused(3, all, up, &none));
  CHECK(is_refused(3, all, ring, &none));
  CHECK(is_refused(3, all, up, &back)); /* x leans along y, and y along x */
  CHECK(is_refused(3, some, up, &none));
  CHECK(is_refused(3, some, box, &grow));
  CHECK(!is_refused(3, some, box, &back));
  test_end(
    "cells: vectors without an order of axes, and open faces that lean or move, are refused");
}

TESTS(.ranks = {1})
{
  images_are_sums_of_vectors();
  points_are_wrapped();
  balls_have_all_images();
  sheared_cells_keep_images();
  deformed_cells_follow_the_gradient();
  cells_without_order_are_refused();
}
