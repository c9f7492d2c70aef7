/* SPDX-License-Identifier: MIT */
/* Lines and points in which a mesh sticks out: straight runs of edges, and the corners where they
   end. Flat edges are none; of a solid those seen as valleys from outside neither. */
#ifndef SHAPE_MESH_RIDGES_H
#define SHAPE_MESH_RIDGES_H

#include "shape/mesh_patches.h"

/* Rise of a flat edge, at most: less than what single precision makes of it. */
#define MESH_RIDGE_FLAT 1e-6

/* From vertex v[0] to v[1]; a point if they are the same. */
typedef struct {
  int v[2];
  int face; /* beside it */
} MeshRidge;

/* planar: of a mesh of mesh_flat_raise, corners of lines, by their vertices below z = 0. list: [n],
   owned by the caller (array_free). Local; cost O(n log n). */
PetscErrorCode mesh_ridges_find(const MeshPatches *patches, bool solid, bool planar, int *n,
                                MeshRidge **list);

#endif
