/* SPDX-License-Identifier: MIT */
/* Seams of meshes whose faces do not share all corners. */
#ifndef SHAPE_MESH_MESH_SEAMS_H
#define SHAPE_MESH_MESH_SEAMS_H

#include "shape/mesh/mesh.h"

/* Split faces at vertices that lie on their open edges (T-junctions), so that neighbours share edges.

   merge   as in mesh_join: largest distance of a vertex from the edge

   A vertex counts where it is an end of an open edge itself, farther than the merging distance from the
   ends of the edge, and nearer to it than a thousandth of the face's height there. Faces keep their
   numbers, new ones follow, and origin tells of which each is a part. Local; cost O(n log n). */
PetscErrorCode mesh_seams_split(double merge, Mesh *mesh);

#endif
