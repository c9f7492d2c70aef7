/* SPDX-License-Identifier: MIT */
/* Faces of a picture, and pixels that are means. */
#include "views.h"

/* A slanted square of two faces, z = 4 + x / 2: all its samples, also on the seam, lie in its
   plane. */
static void faces_lie_in_their_plane(void)
{
  const Camera camera = camera_above();
  const double per    = HEIGHT / (2 * camera.half);
  Vec3         vertex[4];
  Face         face[2]      = {{{0, 1, 2}}, {{0, 2, 3}}};
  const Mesh   mesh         = {.n_vertices = 4, .n_faces = 2, .vertex = vertex, .face = face};
  const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double       off          = 0;
  int          holes        = 0;
  Picture      p;

  for (int k = 0; k < 4; k++) vertex[k] = vec3(corner[k][0], corner[k][1], 4 + 0.5 * corner[k][0]);
  CALL(picture_create(WIDTH, HEIGHT, &p));
  picture_mesh(&p, &camera, &mesh, &two_colours);
  for (int row = 0; row < HEIGHT; row++) {
    for (int column = 0; column < WIDTH; column++) {
      const double u = (column + 0.5 - WIDTH / 2.0) / per, v = (HEIGHT / 2.0 - row - 0.5) / per;
      const double depth = 6 / (1 + 0.5 * u); /* 10 - depth = 4 + u depth / 2 */
      const bool   in    = fabs(u * depth) < 1 - 1e-6 && fabs(v * depth) < 1 - 1e-6;
      const double seen  = p.depth[row * WIDTH + column];

      if (in && isinf(seen)) holes++;
      if (!isinf(seen)) off = max_real(off, fabs(seen - depth));
    }
  }
  CHECK_INT(holes, 0);
  CHECK_NEAR(off, 0, 1e-6); /* floats of 6 */
  picture_free(&p);
  test_end("faces lie in their plane and leave no gaps between them");
}

static void pixels_are_means(void)
{
  const Camera   camera = camera_above();
  const Vec3     x      = {0, 0, 2};
  const double   r      = 1.0;
  unsigned char *pixels, inside[3];
  Picture        p;
  int            lit = 0;

  CALL(picture_create(WIDTH, HEIGHT, &p));
  CALL(picture_spheres(&p, &camera, 1, &x, &r, &two_colours));
  picture_background(&p, vec3(0.25, 0.25, 0.25), vec3(0.25, 0.25, 0.25));
  CALL(PetscMalloc1(3 * (WIDTH / 2) * (HEIGHT / 2), &pixels));
  picture_pixels(&p, 2, pixels, 3 * (WIDTH / 2));
  memcpy(inside, &pixels[3 * ((HEIGHT / 4) * (WIDTH / 2) + WIDTH / 4)], 3);
  CHECK_INT(pixels[0], 128); /* the root of a quarter: half of 255, rounded */
  CHECK(inside[0] > 100 && inside[0] > 2 * inside[1]);
  for (int k = 0; k < (WIDTH / 2) * (HEIGHT / 2); k++) lit += pixels[3 * k] > pixels[3 * k + 1];
  CHECK_NEAR(lit, count(&p) / 4.0, 100); /* pixels on the rim, 127, count whole or not */
  CALL(PetscFree(pixels));
  picture_free(&p);
  test_end("pixels are means of samples, by square roots");
}

TESTS(.ranks = {1})
{
  faces_lie_in_their_plane();
  pixels_are_means();
}
