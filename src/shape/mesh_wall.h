/* SPDX-License-Identifier: MIT */
/* The constants of the surface `mesh` (surface_mesh.c), and its part as the surface of a body. */
#ifndef SHAPE_MESH_WALL_H
#define SHAPE_MESH_WALL_H

#include "matter/surface.h"
#include "shape/mesh_places.h"
#include "shape/mesh_placing.h"

typedef struct {
  /* from the keys */
  MeshPlacing placing;
  WallSide    side;
  bool        turned; /* side: inside */
  double      corner; /* degrees */
  double      fillet; /* m; < 0: the smallest radius of a pebble */
  bool        planar;
  /* of the file */
  StateArray points, corners; /* 3 reals of each vertex; 3 vertices of each face */
  /* as a wall */
  Mesh         mesh;
  MeshPlaces   places;
  Vec3         period; /* 0: not periodic, m */
  bool         hollow; /* a convex one */
  Displacement moved;
  Vec3         lo, hi; /* box around it where it is now, m */
  Shared       shared; /* the arrays of all these, once prepared */
} MeshWall;

extern const Carriage mesh_carriage;

#endif
