/* SPDX-License-Identifier: MIT */
/* Places where a straight edge is nearest to a circle, or to the side of a cylinder or cone,
   against a slow twin: a search along the edge in fine steps. */
#include "contact/solid/rims.h"

#include <math.h>

#include "base/base.h"
#include "base/random.h"
#include "test.h"

enum { EDGES = 300, POINTS = 4001 };

static Vec3 draw(Random *r, double size)
{
  const double x = random_real(r) - .5, y = random_real(r) - .5, z = random_real(r) - .5;

  return vec3(size * x, size * y, size * z);
}

static Vec3 draw_unit(Random *r)
{
  Vec3 n = draw(r, 1);

  return vec3_normalize(&n) ? n : vec3(0, 0, 1);
}

/* Distance of x from the circle, in the plane of x and the axis; tried at POINTS places. */
static double off_rim(const Rim *rim, Vec3 x)
{
  const Vec3   d = vec3_sub(x, rim->centre);
  const double t = vec3_dot(d, rim->axis), rho = vec3_norm(vec3_axpy(d, -t, rim->axis));

  return hypot(rho - rim->radius, t);
}

static double off_side(const RoundSide *side, Vec3 x)
{
  const Vec3   d = vec3_sub(x, side->point);
  const double t = vec3_dot(d, side->axis), rho = vec3_norm(vec3_axpy(d, -t, side->axis)),
               slope = side->endless ? 0 : (side->radius[1] - side->radius[0]) / side->length;

  return (rho - side->radius[0] - slope * t) / sqrt(1 + slope * slope);
}

/* Edges of all kinds: across, along, in the plane of the circle, through the axis. */
static Edge draw_edge(Random *r, int k, const Rim *rim)
{
  const Vec3 a = vec3_add(rim->centre, draw(r, 3)), across = vec3_cross(rim->axis, draw_unit(r));
  Vec3       b = vec3_add(a, draw(r, 4)), flat = a;

  flat = vec3_axpy(flat, .02 - vec3_dot(vec3_sub(a, rim->centre), rim->axis), rim->axis);
  if (k % 5 == 1) b = vec3_axpy(a, 2, rim->axis);
  if (k % 5 == 2) return edge_between(flat, vec3_axpy(flat, 2.5, across));
  if (k % 5 == 3) b = vec3_add(rim->centre, vec3_sub(rim->centre, a));
  return edge_between(a, b);
}

static void circles(void)
{
  Random r    = random_stream(3, RANDOM_TEST, 0);
  int    two  = 0;
  double most = 0;

  for (int k = 0; k < EDGES; k++) {
    const Rim      rim   = {draw(&r, 1), draw_unit(&r), .2 + random_real(&r)};
    const Edge     e     = draw_edge(&r, k, &rim);
    const RimStops stops = rim_stops(&rim, &e);
    const double   step  = e.length / (POINTS - 1);
    int            n = 0, minima = 0;
    double         d[POINTS];

    for (int i = 0; i < POINTS; i++) d[i] = off_rim(&rim, edge_at(&e, i * step));
    for (int i = 0; i < stops.n; i++) minima += stops.least[i];
    for (int i = 0; i < POINTS; i++) {
      const bool least = (i == 0 || d[i] < d[i - 1]) && (i == POINTS - 1 || d[i] <= d[i + 1]);
      double     near  = INFINITY;

      if (!least) continue;
      n++;
      for (int j = 0; j < stops.n; j++)
        if (stops.least[j] && fabs(stops.at[j] - i * step) < 2 * step)
          near = off_rim(&rim, edge_at(&e, stops.at[j]));
      CHECK(near <= d[i] + 1e-12);                 /* rounding of distances near 1 m */
      CHECK(near > d[i] - 10 * step * step / .01); /* curvature: distances are above .01 m */
      most = max_real(most, near - d[i]);
    }
    CHECK_INT(minima, n);
    two += n == 2;
  }
  test_note("%d edges with two minima", two);
  CHECK(two > EDGES / 20);
  test_end("an edge at a circle: the minima of a search along it");
}

static void nearest_points(void)
{
  Random r = random_stream(3, RANDOM_TEST, 1);

  for (int k = 0; k < EDGES; k++) {
    const Rim  rim = {draw(&r, 1), draw_unit(&r), .2 + random_real(&r)};
    const Vec3 x = draw(&r, 3), y = rim_nearest(&rim, x), u = vec3_sub(y, rim.centre);

    CHECK_NEAR(vec3_norm(vec3_sub(x, y)), off_rim(&rim, x), 1e-14); /* rounding */
    CHECK_NEAR(vec3_dot(u, rim.axis), 0, 1e-14);
    CHECK_NEAR(vec3_norm(u), rim.radius, 1e-14);
  }
  test_end("the nearest point of a circle");
}

static void sides(void)
{
  Random r     = random_stream(3, RANDOM_TEST, 2);
  int    found = 0;

  for (int k = 0; k < EDGES; k++) {
    const double    wide = .3 + random_real(&r);
    const RoundSide side = {.point   = draw(&r, 1),
                            .axis    = draw_unit(&r),
                            .radius  = {wide, k % 3 ? 1.5 * random_real(&r) : wide},
                            .length  = 1 + random_real(&r),
                            .endless = k % 6 == 0};
    const Rim       rim  = {side.point, side.axis, wide};
    const Edge      e    = draw_edge(&r, k, &rim);
    double          at = -1, least = INFINITY, where = 0;
    Vec3            n;

    for (int i = 0; i < POINTS; i++) {
      const Vec3   x = edge_at(&e, e.length * i / (POINTS - 1));
      const double d = off_side(&side, x);

      CHECK_NEAR(side_distance(&side, x, &n, NULL), d, 1e-13); /* rounding */
      if (d >= least) continue;
      least = d;
      where = e.length * i / (POINTS - 1);
    }
    if (!side_nearest(&side, &e, &at) || !(at > 0 && at < e.length)) {
      CHECK(where == 0 || where == e.length || k % 5 == 1);
      continue;
    }
    found++;
    CHECK(side_distance(&side, edge_at(&e, at), &n, NULL) <= least + 1e-12); /* rounding */
  }
  test_note("%d places between the ends of edges", found);
  CHECK(found > EDGES / 5);
  test_end("an edge at the side of a cylinder or cone: the minimum of a search along it");
}

TESTS(.ranks = {1})
{
  nearest_points();
  circles();
  sides();
}
