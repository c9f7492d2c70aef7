/* SPDX-License-Identifier: MIT */
/* Where a point is relative to a closed mesh: nearest point of the surface and signed distance. */
#ifndef MATTER_MESH_NEAR_H
#define MATTER_MESH_NEAR_H

#include "matter/mesh_tree.h"

typedef struct {
  MeshTree tree;
  Vec3    *corner;        /* [3 n_faces] m, in the tree's order */
  Vec3    *edge_normal;   /* [3 n_faces] of the edge from corner k on; not of unit length */
  Vec3    *vertex_normal; /* [n_vertices] not of unit length */
} MeshNear;

/* Nearest point of the surface. */
typedef struct {
  double distance; /* m; negative inside */
  Vec3   point;
  int    face;
} MeshHit;

/* Build over a closed mesh, kept by pointer: it must not change. Local; cost n log n, 0.2 s for 1e5 faces. Returns false with the
   reason in why (room for 256): too few faces, a corner that is not finite, an edge without its opposite (with its place), no
   memory; mesh_near_free is right then too. */
bool mesh_near_create(const Mesh *mesh, MeshNear *near, char *why);
void mesh_near_free(MeshNear *near);

/* Nearest point of the surface within reach of x (INFINITY: anywhere), false if there is none. The sign is that of the
   angle-weighted normal at the nearest point: Baerentzen & Aanaes 2005, IEEE Trans. Vis. Comput. Graph. 11, 243. */
bool mesh_near_find(const MeshNear *near, Vec3 x, double reach, MeshHit *hit);
/* How deep x is inside, m: the radius of the largest inscribed sphere around it; negative outside. */
double mesh_near_depth(const MeshNear *near, Vec3 x);

#endif
