/* SPDX-License-Identifier: MIT */
/* A camera above the plane, and what its pixels show. */
#ifndef VIEWS_H
#define VIEWS_H

#include "output/picture/picture.h"
#include "test.h"

enum { WIDTH = 240, HEIGHT = 160 };

static inline Vec3 by_item(const void *context, int item, Vec3 x)
{
  (void)context;
  (void)x;
  return item == 0 ? vec3(1, 0, 0) : vec3(0, 1, 0);
}

static const Paint two_colours = {.colour = by_item};

/* Camera at z = 10 looking along -z; the picture is 0.5 high per unit of depth. */
static inline Camera camera_above(void)
{
  return (Camera){.eye    = {0, 0, 10},
                  .right  = {1, 0, 0},
                  .up     = {0, 1, 0},
                  .ahead  = {0, 0, -1},
                  .middle = {0, 0},
                  .half   = 0.25,
                  .near   = 0.1};
}

static inline int count(const Picture *p)
{
  int n = 0;

  for (int k = 0; k < p->width * p->height; k++) n += !isinf(p->depth[k]);
  return n;
}

#endif
