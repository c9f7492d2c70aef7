/* SPDX-License-Identifier: MIT */
/* Walls: bodies of infinite mass. */
#ifndef MATTER_WALL_H
#define MATTER_WALL_H

#include "base/base.h"
#include "base/vec.h"

/* A plane wall: the half-space behind it is solid, clumps are on the side to which the normal
   points. */
typedef struct {
  char   name[NAME_LENGTH];
  int    material;
  Vec3   point;       /* on the plane, m */
  Vec3   normal;      /* unit */
  double temperature; /* K; 0: no heat flows through it */
} Wall;

typedef struct {
  int   n;
  Wall *list;
} Walls;

/* Distance of x from the wall's surface along its normal, negative inside the solid. */
static inline double wall_distance(const Wall *wall, Vec3 x)
{
  return vec3_dot(wall->normal, vec3_sub(x, wall->point));
}

#endif
