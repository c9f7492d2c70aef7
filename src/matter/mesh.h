/* SPDX-License-Identifier: MIT */
/* Triangle meshes: the surface of a solid. */
#ifndef MATTER_MESH_H
#define MATTER_MESH_H

#include "base/base.h"
#include "base/vec.h"

/* Corners of a face, counter-clockwise as seen from outside. */
typedef struct {
  int v[3];
} Face;

/* Faces share vertices. Arrays owned by the struct. */
typedef struct {
  int   n_vertices, n_faces;
  Vec3 *vertex; /* m */
  Face *face;
} Mesh;

/* Zeroed arrays of these lengths; free with mesh_free. Local. */
PetscErrorCode mesh_create(int n_vertices, int n_faces, Mesh *mesh);
void           mesh_free(Mesh *mesh);

/* Corner k of face f, m. */
static inline Vec3 mesh_corner(const Mesh *mesh, int f, int k)
{
  return mesh->vertex[mesh->face[f].v[k]];
}

/* Twice the face's area, along its outward normal, m^2. */
static inline Vec3 mesh_face_normal(const Mesh *mesh, int f)
{
  const Vec3 a = mesh_corner(mesh, f, 0);

  return vec3_cross(vec3_sub(mesh_corner(mesh, f, 1), a), vec3_sub(mesh_corner(mesh, f, 2), a));
}

#endif
