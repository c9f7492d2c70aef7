/* SPDX-License-Identifier: MIT */
/* Bounding-box tree of a closed mesh: distance to the surface, and inside test. */
#ifndef SHAPE_MESH_MESH_TREE_H
#define SHAPE_MESH_MESH_TREE_H

#include "shape/mesh/mesh.h"

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

/* Build the tree of a mesh, which is kept by pointer. Local; cost O(n log n). */
PetscErrorCode mesh_tree_create(const Mesh *mesh, MeshTree *tree);
void           mesh_tree_free(MeshTree *tree);
/* Number of nodes of the tree of n_faces faces; 1 if there is none. */
int mesh_tree_size(int n_faces);

/* Distance from x to the surface, m, or `limit` if the distance is not below it (HUGE_VAL: no
   limit). face, if not NULL, becomes the nearest face, the lowest of several at the same distance,
   or -1 if none is within the limit. */
double mesh_tree_distance(const MeshTree *tree, Vec3 x, double limit, int *face);
/* Squared distance from x to a face, m^2. */
double mesh_face_square(const Mesh *mesh, int face, Vec3 x);
/* Winding number of the surface about x: 1 in the solid, 0 outside and in cavities. Counts the
   faces that a ray crosses; the ray is slanted and each edge and corner belongs to one face, so
   that no crossing counts twice. */
int mesh_tree_winding(const MeshTree *tree, Vec3 x);
/* Part of a face in the winding number: +1: the ray leaves the body through the face; -1: it
   enters; 0: it misses. */
int mesh_face_crossing(const Mesh *mesh, int face, Vec3 x);
/* Winding number about x less that about `end`, from the faces that the segment between them
   crosses: those far from it need not be in the tree. */
int mesh_tree_crossings(const MeshTree *tree, Vec3 x, Vec3 end);

#endif
