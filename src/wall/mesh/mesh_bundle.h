/* SPDX-License-Identifier: MIT */
/* Some faces of a mesh with their vertices, by their numbers in the whole mesh: what ranks send
   each other of a divided mesh. */
#ifndef WALL_MESH_MESH_BUNDLE_H
#define WALL_MESH_MESH_BUNDLE_H

#include "shape/mesh/mesh.h"

/* A face, and a vertex, in a message. */
typedef struct {
  int number; /* among the sorted faces of the whole mesh */
  int origin, patch;
  int v[3];
} SentFace;

typedef struct {
  int  id;
  Vec3 x; /* m */
} SentVertex;

/* Faces and vertices by their numbers. Starts as {0}. */
typedef struct {
  PetscInt    n_faces, n_vertices, face_room, vertex_room;
  SentFace   *face;
  SentVertex *vertex;
} Bundle;

/* Make room for more faces and vertices. */
PetscErrorCode bundle_reserve(Bundle *bundle, PetscInt faces, PetscInt vertices);
void           bundle_free(Bundle *bundle);
/* Sort by number; faces and vertices that came from several shares are kept once. */
void bundle_sort(Bundle *bundle);
/* Make the mesh of a sorted bundle, in the same order. */
PetscErrorCode bundle_mesh(const Bundle *bundle, Mesh *mesh);

#endif
