/* SPDX-License-Identifier: MIT */
/* Edges of a mesh, for its patches. */
#ifndef SHAPE_MESH_MESH_EDGES_H
#define SHAPE_MESH_MESH_EDGES_H

#include "shape/mesh/mesh_patches.h"

/* Make all of MeshPatches but the patches: edges by their vertices, fans and normals. Owners, kinds
   and cuts of edges are not set. Free with mesh_patches_free. */
PetscErrorCode mesh_edges_create(const Mesh *mesh, MeshPatches *patches);
/* Make these anew after the faces were sorted. */
PetscErrorCode mesh_edges_renew(MeshPatches *patches);
/* The corner of face f that is not on the edge. */
int mesh_edges_third(const Mesh *mesh, int f, const MeshEdge *edge);

#endif
