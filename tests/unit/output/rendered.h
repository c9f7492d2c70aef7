/* SPDX-License-Identifier: MIT */
/* Small pictures of scenes. */
#ifndef RENDERED_H
#define RENDERED_H

#include "output/picture/render.h"
#include "test.h"

enum { WIDE = 120, HIGH = 96, FACTOR = 2 };

/* Camera at the origin, whose frame is that of the lab. */
static inline Scene scene_ahead(bool parallel)
{
  return (Scene){.view = {.right    = {1, 0, 0},
                          .up       = {0, 1, 0},
                          .ahead    = {0, 0, 1},
                          .parallel = parallel,
                          .half     = parallel ? 1.3 : 0.35,
                          .near     = parallel ? -INFINITY : 0.1,
                          .width    = FACTOR * WIDE,
                          .height   = FACTOR * HIGH}};
}

/* A square that is normal to the way ahead, two triangles. */
static inline void square(Scene *s, double depth, double half, Colour colour, bool casts)
{
  const Vec3 n = {0, 0, -1}, a = {-half, -half, depth}, b = {half, -half, depth},
             c = {half, half, depth}, d = {-half, half, depth};

  scene_triangle(s, (Vec3[]){a, b, c}, (Vec3[]){n, n, n}, colour, casts);
  scene_triangle(s, (Vec3[]){a, c, d}, (Vec3[]){n, n, n}, colour, casts);
}

/* Pixels on rank 0; NULL elsewhere. Frees the scene. */
static inline unsigned char *rendered_as(Scene *s, const Rendering *how)
{
  unsigned char *pixels;
  Parallel       par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(render(&par, s, how, &pixels));
  CALL(parallel_destroy(&par));
  scene_free(s);
  return pixels;
}

/* The same before a white background. */
static inline unsigned char *rendered(Scene *s, bool shadows, bool occlusion)
{
  const Rendering how = {.lighting = {occlusion, shadows, {0, 1, 0}, true},
                         .factor   = FACTOR,
                         .top      = colour_of(1, 1, 1, 1),
                         .bottom   = colour_of(1, 1, 1, 1)};

  return rendered_as(s, &how);
}

/* Red of a pixel. */
static inline int at(const unsigned char *pixels, int column, int row)
{
  return pixels[3 * (row * WIDE + column)];
}

#endif
