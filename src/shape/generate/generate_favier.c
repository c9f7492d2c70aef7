/* SPDX-License-Identifier: MIT */
/* Inscribed spheres along a line of centres through the body, for nearly axisymmetric elongated
   bodies. The line follows the axis of the smallest moment of inertia. In each plane across the
   axis it passes through the deepest point near that of the previous plane, so it also follows bent
   bodies. */
#include "shape/generate/generate_internal.h"

enum { STATIONS = 1024 };

typedef struct {
  const Body *body;
  Pool        pool;
} Favier;

/* Pattern search for the deepest point in the plane of the two directions. Returns the depth, m. */
static double climb(const Body *body, const Vec3 across[2], double step, Vec3 *x)
{
  const double last = 1e-5 * body->diameter;
  double       best = mesh_near_depth(&body->near, *x);

  for (int trials = 0; step > last && trials < 4000;) {
    const Vec3 from  = *x;
    bool       moved = false;

    for (int k = 0; k < 4; k++, trials++) {
      const Vec3   trial = vec3_axpy(from, k % 2 ? -step : step, across[k / 2]);
      const double depth = mesh_near_depth(&body->near, trial);

      if (depth <= best) continue;
      best  = depth;
      *x    = trial;
      moved = true;
    }
    if (!moved) step /= 2;
  }
  return best;
}

/* Extent of the body along the axis relative to its centre, m: *lo < 0 < *hi. */
static void extent_find(const Body *body, Vec3 axis, double *lo, double *hi)
{
  *lo = INFINITY;
  *hi = -INFINITY;
  for (int f = 0; f < body->mesh->n_faces; f++) {
    for (int k = 0; k < 3; k++) {
      const double along =
        vec3_dot(axis, vec3_sub(mesh_corner(body->mesh, f, k), body->mass.centre));

      *lo = min_real(*lo, along);
      *hi = max_real(*hi, along);
    }
  }
}

/* Offer a sphere at each of n planes from x outwards; stops at the first plane without a point
   inside. */
static bool line_follow(Favier *f, Vec3 axis, const Vec3 across[2], Vec3 x, double step, int n)
{
  const Body *body = f->body;

  for (int k = 0; k < n; k++) {
    const double depth = climb(body, across, fabs(step) * 2, &x);
    const Ball   ball  = {x, body_radius(body, depth)};

    if (depth <= 0) break;
    if (ball.r >= body->least && !pool_add(&f->pool, ball, INFINITY)) return false;
    x = vec3_axpy(x, step, axis);
  }
  return true;
}

static bool favier_begin(const Body *body, void **self)
{
  const Quat q         = body->mass.axes;
  const Vec3 axis      = quat_turn(q, vec3(1, 0, 0)); /* of the smallest moment */
  const Vec3 across[2] = {quat_turn(q, vec3(0, 1, 0)), quat_turn(q, vec3(0, 0, 1))};
  Favier    *f         = calloc(1, sizeof *f);
  Vec3       x         = body->mass.centre;
  double     lo, hi;

  *self = f;
  if (!f) return false;
  f->body = body;
  extent_find(body, axis, &lo, &hi);
  climb(body, across, body->diameter / 4, &x);
  return line_follow(f, axis, across, x, 2 * hi / STATIONS, STATIONS / 2) &&
         line_follow(f, axis, across, x, 2 * lo / STATIONS, STATIONS / 2);
}

static void favier_end(void **self)
{
  Favier *f = *self;

  if (!f) return;
  pool_free(&f->pool);
  free(f);
  *self = NULL;
}

/* Next sphere: the station with the largest gain. Evenly spaced stations are no more accurate and
   cannot be added one by one. */
static bool favier_next(void *self, const Balls *taken, Ball *ball)
{
  Favier *f = self;
  double  gained;

  (void)taken;
  return pool_take(&f->pool, body_gain, f->body, 1, ball, &gained);
}

const Generator generator_favier = {
  .head  = {.name    = "favier",
            .text    = "Inscribed spheres along a line of centres through the long axis: for nearly "
                        "axisymmetric bodies.",
            .source  = "Favier, Abbaspour-Fard, Kremmer & Raji 1999, Eng. Comput. 16, 467",
            .options = {generate_options}},
  .begin = favier_begin,
  .end   = favier_end,
  .next  = favier_next,
};
