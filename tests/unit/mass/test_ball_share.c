/* SPDX-License-Identifier: MIT */
/* Shares of balls in slabs, boxes and cylinders. */
#include "base/parallel.h"
#include "geometry/share.h"
#include "test.h"

static const bool all[3] = {true, true, true};

/* Share of a ball, or a disc, in a region, by counting the centres of n^3 cells. */
static double counted(int dimension, Vec3 c, double r, int n, bool (*inside)(const void *, Vec3),
                      const void *of)
{
  int64_t in = 0, total = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < (dimension == 2 ? 1 : n); k++) {
        const Vec3 d = {(2 * i + 1.0) / n - 1, (2 * j + 1.0) / n - 1,
                        dimension == 2 ? 0 : (2 * k + 1.0) / n - 1};

        if (vec3_dot(d, d) >= 1) continue;
        total++;
        in += inside(of, vec3_axpy(c, r, d));
      }
  return (double)in / (double)total;
}

typedef struct {
  Vec3   lo, hi;
  double wide;
} Place;

static bool in_box(const void *of, Vec3 x)
{
  const Place *p = of;

  return x.x >= p->lo.x && x.x < p->hi.x && x.y >= p->lo.y && x.y < p->hi.y && x.z >= p->lo.z &&
         x.z < p->hi.z;
}

static bool in_cylinder(const void *of, Vec3 x)
{
  return x.x * x.x + x.y * x.y < ((const Place *)of)->wide * ((const Place *)of)->wide;
}

static void boxes_are_those_of_counts(void)
{
  static const Place place[] = {{{-.3, -9, -9}, {.6, 9, 9}, 0}, {{-.3, .1, -9}, {.2, 9, 9}, 0},
                                {{-9, .2, .1}, {9, .9, .3}, 0}, {{-.5, -.4, -.3}, {.6, .7, .2}, 0},
                                {{.5, .5, .5}, {9, 9, 9}, 0},   {{.7, .6, .2}, {.9, .7, .9}, 0},
                                {{.3, -9, -.8}, {9, 9, .1}, 0}, {{.71, .71, -9}, {9, 9, 9}, 0}};

  for (size_t k = 0; k < sizeof place / sizeof *place; k++)
    for (int d = 2; d <= 3; d++) {
      const Vec3 c = {.02, -.03, d == 2 ? 0 : .01};
      Place      p = place[k];
      const int  n = d == 2 ? 1000 : 100;
      double     share;

      if (d == 2) p.lo.z = -1;
      if (d == 2) p.hi.z = 1;
      share = ball_in_box(d, c, 1.1, p.lo, p.hi, all);
      CHECK_NEAR(share, counted(d, c, 1.1, n, in_box, &p),
                 4e-3); /* cells on its surface and on the faces, 1 in n */
    }
  test_end("shares in boxes are those of counts of cells");
}

/* A ball cut at a point into eight parts, in closed form for three planes through the centre. */
static void parts_add_up(void)
{
  const Vec3 centre = {.3, .2, -.4};

  CHECK_NEAR(ball_in_box(3, vec3(0, 0, 0), 2, vec3(0, 0, 0), vec3(3, 3, 3), all), .125,
             1e-8); /* of the rule */
  CHECK_NEAR(ball_in_box(2, vec3(0, 0, 0), 2, vec3(0, 0, 0), vec3(3, 3, 3), all), .25,
             1e-15); /* rounding */
  /* two perpendicular planes at a distance of .6 and .8 r touch on the ball: the caps do not
     meet */
  CHECK_NEAR(ball_in_box(3, vec3(0, 0, 0), 1, vec3(-2, -2, -2), vec3(.6, .8, 2), all),
             ball_below(3, 1, .6) + ball_below(3, 1, .8) - 1, 1e-8); /* of the rule */
  for (int d = 2; d <= 3; d++)
    for (int k = 0; k < 40; k++) {
      const Vec3 at  = {-1 + .053 * k, .9 - .041 * k, -.8 + .047 * k};
      double     sum = 0;

      for (int i = 0; i < 8; i++) {
        const Vec3 lo = {i & 1 ? at.x : -9, i & 2 ? at.y : -9, i & 4 ? at.z : -9};
        const Vec3 hi = {i & 1 ? 9 : at.x, i & 2 ? 9 : at.y, i & 4 ? 9 : at.z};

        sum += ball_in_box(d, centre, 1.25, lo, hi, all);
      }
      CHECK_NEAR(sum, d == 2 ? 2 : 1, 8e-8); /* eight integrals to 1e-8; discs have no side in z */
    }
  test_end("the parts of a ball add up to the ball");
}

static void cylinders_are_those_of_counts(void)
{
  for (int k = 0; k < 12; k++)
    for (int d = 2; d <= 3; d++) {
      const double x = .17 * k;
      const Place  p = {.wide = k % 3 == 0 ? .4 : k % 3 == 1 ? 1.2 : 1.9};

      CHECK_NEAR(ball_in_cylinder(d, 1, x, p.wide),
                 counted(d, vec3(x, 0, 0), 1, d == 2 ? 1000 : 100, in_cylinder, &p),
                 4e-3); /* as above */
    }
  /* far from the axis its surface is a plane; the sagitta of a ball is r^2 / 2 R */
  CHECK_NEAR(ball_in_cylinder(3, 1, 1e8, 1e8 + .3), ball_below(3, 1, .3), 1e-7);
  CHECK_NEAR(ball_in_cylinder(3, 2, 0, 1), 1 - .75 * sqrt(.75), 1e-15); /* rounding */
  /* of a disc: the lens of two circles of radius 1 at a distance of 1 */
  CHECK_NEAR(ball_in_cylinder(2, 1, 1, 1), 2. / 3 - sqrt(3) / (2 * PETSC_PI),
             1e-8); /* of the rule */
  test_end("shares in cylinders are those of counts of cells and of closed forms");
}

static bool in_pipe(const void *of, Vec3 x)
{
  const Place *p = of;

  return in_cylinder(of, x) && x.z >= p->lo.z && x.z < p->hi.z;
}

static void pipes_are_those_of_counts(void)
{
  for (int k = 0; k < 12; k++) {
    const double x = .17 * k, cut = -.9 + .15 * k;
    const Place  p = {.lo   = {0, 0, cut},
                      .hi   = {0, 0, cut + .6},
                      .wide = k % 3 == 0   ? .4
                              : k % 3 == 1 ? 1
                                           : 1.9};

    CHECK_NEAR(ball_in_pipe(1, x, p.wide, cut, cut + .6),
               counted(3, vec3(x, 0, 0), 1, 100, in_pipe, &p),
               8e-3); /* as above; faces between layers of cells, 1 in n */
    CHECK_NEAR(ball_in_pipe(1, x, p.wide, -2, cut) + ball_in_pipe(1, x, p.wide, cut, cut + .6) +
                 ball_in_pipe(1, x, p.wide, cut + .6, 2),
               ball_in_cylinder(3, 1, x, p.wide), 4e-7); /* four integrals to 1e-7 */
  }
  test_end("shares in pipes are those of counts of cells, and add up to those in cylinders");
}

static void points_are_in_one_part(void)
{
  CHECK(ball_below(3, 0, 0) == 0);
  CHECK(ball_below(3, 0, 1e-300) == 1);
  CHECK(ball_in_box(3, vec3(0, 0, 0), 0, vec3(0, 0, 0), vec3(1, 1, 1), all) == 1);
  CHECK(ball_in_box(3, vec3(1, 0, 0), 0, vec3(0, 0, 0), vec3(1, 1, 1), all) == 0);
  CHECK(ball_in_cylinder(3, 0, 1, 1) == 0);
  CHECK(ball_in_cylinder(3, 0, 1, 1.5) == 1);
  test_end("a point on the face of two parts is in the upper one");
}

TESTS(.ranks = {1})
{
  boxes_are_those_of_counts();
  parts_add_up();
  cylinders_are_those_of_counts();
  pipes_are_those_of_counts();
  points_are_in_one_part();
}
