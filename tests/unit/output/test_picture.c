/* SPDX-License-Identifier: MIT */
/* Balls of a picture: discs, bounds, order of depth, shade. */
#include "views.h"

static bool is_red(const Picture *p, int row, int column)
{
  const float *c = &p->colour[3 * (row * p->width + column)];

  return c[0] > 2 * c[1];
}

/* The image of a ball of radius r at distance d is a disc of radius r / sqrt(d^2 - r^2). */
static void a_ball_covers_its_disc(void)
{
  const Camera camera = camera_above();
  const Vec3   x      = {0, 0, 2};
  const double r = 1.5, tangent = r / sqrt(8 * 8 - r * r), per = HEIGHT / (2 * camera.half);
  Picture      p;

  CALL(picture_create(WIDTH, HEIGHT, &p));
  CALL(picture_spheres(&p, &camera, 1, &x, &r, &two_colours));
  /* error of counting whole samples: a part of those on the rim, 2 pi tangent per */
  CHECK_NEAR(count(&p), PETSC_PI * tangent * per * tangent * per,
             0.2 * 2 * PETSC_PI * tangent * per);
  CHECK_NEAR(p.depth[(HEIGHT / 2) * WIDTH + WIDTH / 2], 6.5,
             1e-4); /* half a sample off the middle */
  picture_free(&p);
  test_end("a ball covers its disc, and is as deep as its near side");
}

/* The bounds contain all samples of an off-centre ball, and exceed them by at most about one row or
   column. */
static void bounds_are_tight(void)
{
  const Camera camera = camera_above();
  const Vec3   x      = {1.1, 0.4, 1};
  const double r = 0.6, per = HEIGHT / (2 * camera.half);
  double       lo[2], hi[2];
  int          seen[4] = {WIDTH, HEIGHT, -1, -1};
  Picture      p;

  CALL(picture_create(WIDTH, HEIGHT, &p));
  CALL(picture_spheres(&p, &camera, 1, &x, &r, &two_colours));
  camera_bounds(&camera, x, r, lo, hi);
  for (int row = 0; row < HEIGHT; row++) {
    for (int column = 0; column < WIDTH; column++) {
      if (isinf(p.depth[row * WIDTH + column])) continue;
      seen[0] = (int)min_int(seen[0], column);
      seen[1] = (int)min_int(seen[1], row);
      seen[2] = (int)max_int(seen[2], column);
      seen[3] = (int)max_int(seen[3], row);
    }
  }
  CHECK_NEAR(seen[0] + 0.5, WIDTH / 2.0 + lo[0] * per,
             1.5); /* a sample, and the roundness of the rim */
  CHECK_NEAR(seen[2] + 0.5, WIDTH / 2.0 + hi[0] * per, 1.5);
  CHECK_NEAR(seen[1] + 0.5, HEIGHT / 2.0 - hi[1] * per, 1.5);
  CHECK_NEAR(seen[3] + 0.5, HEIGHT / 2.0 - lo[1] * per, 1.5);
  picture_free(&p);
  test_end("bounds of a ball's image hold it closely");
}

/* Two spheres, drawn in both orders. */
static void nearer_things_hide_others(void)
{
  const Camera camera = camera_above();
  const Vec3   x[2]   = {{0, 0, 3}, {0, 0, -2}};
  const double r[2]   = {0.5, 0.9};
  Picture      p[2];

  for (int turn = 0; turn < 2; turn++) {
    CALL(picture_create(WIDTH, HEIGHT, &p[turn]));
    for (int k = 0; k < 2; k++) {
      const int   i    = turn == 0 ? k : 1 - k;
      const Paint dyed = {.colour = by_item};

      if (i == 0) CALL(picture_spheres(&p[turn], &camera, 1, &x[0], &r[0], &dyed));
      else CALL(picture_spheres(&p[turn], &camera, 2, x, (double[]){0.1, r[1]}, &dyed));
    }
    CHECK(is_red(&p[turn], HEIGHT / 2, WIDTH / 2));
    CHECK(!is_red(&p[turn], HEIGHT / 2,
                  WIDTH / 2 + 23)); /* beyond the small, .0715 x 320 = 22.9 off; the large: .0750 */
    CHECK(!isinf(p[turn].depth[(HEIGHT / 2) * WIDTH + WIDTH / 2 + 23]));
  }
  CHECK(memcmp(p[0].depth, p[1].depth, sizeof(float) * WIDTH * HEIGHT) == 0);
  CHECK(memcmp(p[0].colour, p[1].colour, 3 * sizeof(float) * WIDTH * HEIGHT) == 0);
  for (int k = 0; k < 2; k++) picture_free(&p[k]);
  test_end("nearer things hide others, in any order");
}

/* Two boards, one behind the other: only the far one gets darker, next to the edge of the near
   one. */
static void shade_falls_on_what_is_behind(void)
{
  Picture p;

  CALL(picture_create(64, 8, &p));
  for (int k = 0; k < 64 * 8; k++) {
    p.depth[k] = k % 64 < 32 ? 5 : 6;
    for (int c = 0; c < 3; c++) p.colour[3 * k + c] = 0.5f;
  }
  picture_shade(&p, 8, 0.5);
  CHECK_NEAR(p.colour[3 * (4 * 64 + 10)], 0.5, 0);
  CHECK_NEAR(p.colour[3 * (4 * 64 + 31)], 0.5, 0);
  CHECK(p.colour[3 * (4 * 64 + 33)] < 0.45);
  CHECK_NEAR(p.colour[3 * (4 * 64 + 50)], 0.5, 0); /* out of reach */
  picture_free(&p);
  test_end("shade falls on what is behind an edge and next to it");
}

TESTS(.ranks = {1})
{
  a_ball_covers_its_disc();
  bounds_are_tight();
  nearer_things_hide_others();
  shade_falls_on_what_is_behind();
}
