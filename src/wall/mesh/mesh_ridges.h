/* SPDX-License-Identifier: MIT */
/* Ridges: lines and points in which a mesh sticks out, which are straight runs of edges and the
   corners where they end. Flat edges are no ridges, nor are edges of a solid that are valleys seen
   from outside. */
#ifndef WALL_MESH_MESH_RIDGES_H
#define WALL_MESH_MESH_RIDGES_H

#include "shape/mesh/mesh_patches.h"

/* Largest rise of a flat edge: less than single precision makes of one. */
#define MESH_RIDGE_FLAT 1e-6

/* A ridge from vertex v[0] to v[1]; a point if they are the same. */
typedef struct {
  int v[2];
  int face; /* a face beside it */
} MeshRidge;

/* Find the ridges. planar: for a mesh of mesh_flat_raise, the corners of its lines, by their
   vertices below z = 0. list: [n], owned by the caller (array_free). Local; cost O(n log n). */
PetscErrorCode mesh_ridges_find(const MeshPatches *patches, bool solid, bool planar, int *n,
                                MeshRidge **list);

#endif
