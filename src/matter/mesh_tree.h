/* SPDX-License-Identifier: MIT */
/* How far a point is from a closed mesh, and whether it is inside: a tree of boxes around the faces. */
#ifndef MATTER_MESH_TREE_H
#define MATTER_MESH_TREE_H

#include "matter/mesh.h"

typedef struct {
  Vec3 lo, hi;   /* box of the faces, m */
  int  first, n; /* order[first .. first + n - 1] */
  int  left;     /* children are nodes left and left + 1; 0: none */
} MeshNode;

typedef struct {
  const Mesh *mesh; /* not owned */
  int        *order;
  MeshNode   *node;
  int         n_nodes;
} MeshTree;

/* Build over the mesh, kept by pointer. Local; cost n log n. */
PetscErrorCode mesh_tree_create(const Mesh *mesh, MeshTree *tree);
void           mesh_tree_free(MeshTree *tree);

/* Distance from x to the nearest point of the surface, m; at least `limit` if that is all one wants to know (HUGE_VAL: the
   distance). face, if not NULL: the nearest one, or -1. */
double mesh_tree_distance(const MeshTree *tree, Vec3 x, double limit, int *face);
/* How often the surface winds around x: 1 in the solid, 0 outside and in cavities. Counts faces that a ray goes through;
   the ray is slanted, and edges and corners belong to one face, so that nothing is counted twice. */
int mesh_tree_winding(const MeshTree *tree, Vec3 x);

#endif
