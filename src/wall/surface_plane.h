/* SPDX-License-Identifier: MIT */
/* A plane: the half-space behind it is solid, clumps are on the side to which the normal points;
   with side: both clumps are on both sides. */
#ifndef WALL_SURFACE_PLANE_H
#define WALL_SURFACE_PLANE_H

#include "wall/surface.h"

typedef struct {
  Vec3 point;                     /* on the plane, m */
  Vec3 normal;                    /* unit */
  Vec3 point_given, normal_given; /* before it moved */
  bool both;                      /* a sheet that acts on both sides, nothing solid behind */
} Plane;

/* Distance of x along the normal, negative inside the solid, m. */
static inline double plane_distance(const Plane *plane, Vec3 x)
{
  return vec3_dot(plane->normal, vec3_sub(x, plane->point));
}

#endif
