/* SPDX-License-Identifier: MIT */
/* A memory of the few faces near points that were asked for last. Points move little from step to
   step, in the axes of the mesh, so that the next search near such a point looks at these faces
   alone. It finds the same as one among all faces of the cell. */
#ifndef WALL_MESH_MESH_RECENT_H
#define WALL_MESH_MESH_RECENT_H

#include "shape/mesh/mesh_grid.h"

/* The faces within `limit` of any point that is closer to `at` than `room`: around a corner of a
   mesh there are mostly six. */
enum { FEW_FACES_MOST = 7 };
typedef struct {
  Vec3    at;
  float   limit, room; /* m; limit 0: nothing is known */
  int16_t n;
  bool    clear; /* no face is within twice the room of `at`: all these points are on one side */
  uint8_t side;  /* CellSide of a clear entry, once it was asked for */
  int32_t face[FEW_FACES_MOST]; /* first the one that was nearest last */
} FewFaces;

/* True if the entry has the faces up to `limit` (m) from x. */
static inline bool few_faces_know(const FewFaces *few, Vec3 x, double limit)
{
  const Vec3 d = vec3_sub(x, few->at);

  return limit <= (double)few->limit && vec3_dot(d, d) < (double)few->room * (double)few->room;
}

/* Pairs of entries, one pair for many cells of the grid. */
typedef struct {
  int       n;    /* entries, a power of two; 0: nothing is kept */
  FewFaces *list; /* a cache line each */
} MeshRecent;

/* For the grid of a mesh with so many faces. Free with mesh_recent_free. */
void mesh_recent_create(const MeshGrid *grid, int n_faces, MeshRecent *recent);
void mesh_recent_free(MeshRecent *recent);

/* The entries for points of a cell: two, of which the first one is looked at first. */
static inline FewFaces *mesh_recent_pair(const MeshRecent *r, int cell)
{
  return &r->list[2 * (size_t)cell & (size_t)(r->n - 1)];
}

/* The faces up to `limit` (m) from x, which is in this cell of the grid, until another point takes
   their place; NULL: there are too many, or nothing is kept. */
FewFaces *mesh_recent_find(const MeshRecent *recent, const MeshGrid *grid, int cell, Vec3 x,
                           double limit);

#endif
