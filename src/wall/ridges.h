/* SPDX-License-Identifier: MIT */
/* The ridges (surface.h) of all walls that stick out, for capsules: between its ends a capsule touches
   such a wall at its ridges, and nowhere else, as its ends do.

   In pairs of capsules and walls a ridge is a feature of the wall, from RIDGE_FEATURES on. A rim has
   two, as a straight line may be nearest to it at two places. */
#ifndef WALL_RIDGES_H
#define WALL_RIDGES_H

#include "geometry/sphere_tree.h"
#include "wall/wall.h"

enum { RIDGE_FEATURES = 1 << 29 };

/* Those of one wall; none of one that does not stick out, or that a clump carries. */
typedef struct WallRidges {
  Ridges     all;
  SphereTree tree;   /* over balls around those that are not endless, as loaded */
  int       *of;     /* [tree.n] ridge of each ball */
  Vec3      *middle; /* [tree.n] m */
  double    *radius; /* [tree.n] m */
} WallRidges;

/* Find the ridges of all walls: Walls.ridges. To be called after prepare() and before divide(). period:
   lengths of the periods, 0 along axes that are not periodic, m: where a surface goes on into its next
   image, it has no ridge. Local. */
void walls_find_ridges(Walls *walls, Vec3 period);
void walls_free_ridges(Walls *walls);

/* A ball around all ridges of a wall that are not endless, where it is; false: the wall has no ridges. */
bool wall_ridges_around(const Walls *walls, int wall, Vec3 *middle, double *radius);

/* Append the features of a wall whose ridges may be within `reach` (m) of the point x, in any order. */
void wall_ridges_seek(const Walls *walls, int wall, Vec3 x, double reach, Features *out);

static inline int ridge_of_feature(int32_t feature)
{
  return (feature - RIDGE_FEATURES) / 2;
}

/* 0 or 1: which of the two places on a rim. */
static inline int ridge_place_of_feature(int32_t feature)
{
  return (feature - RIDGE_FEATURES) % 2;
}

#endif
