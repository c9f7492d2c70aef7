/* SPDX-License-Identifier: MIT */
/* Triangle meshes: the surface of a solid. */
#ifndef MATTER_MESH_H
#define MATTER_MESH_H

#include "base/base.h"
#include "base/parallel.h"
#include "base/vec.h"

/* Three times as many corners, and half as much again while reading, are still an int. */
enum { MESH_MOST_FACES = 450000000 };

/* Corners of a face, counter-clockwise as seen from outside. */
typedef struct {
  int v[3];
} Face;

/* Faces share vertices. Arrays owned by the struct. */
typedef struct {
  int   n_vertices, n_faces;
  Vec3 *vertex; /* m */
  Face *face;
  int   n_dropped; /* faces of the source that had two equal corners and are not here */
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

/* Join equal corners of loose triangles to vertices, in the order of their first appearance.

   corner   [3 n_faces], finite, counter-clockwise as seen from outside, m
   merge    corners no further apart than this become the first of them; >= 0: m; < 0: -merge times the diagonal of the box
            around all. Equal ones are joined first, so that 0 joins those alone. A vertex takes what is near to it, not what
            is near to that.

   Faces with two equal corners afterwards are dropped (n_dropped). Free with mesh_free. Local; cost of order n_faces. */
PetscErrorCode      mesh_join(int n_faces, const Vec3 *corner, double merge, Mesh *mesh);
extern const double mesh_merge_default; /* -1e-6 */

/* Box around the vertices, of which there is at least one, m. */
void mesh_bounds(const Mesh *mesh, Vec3 *lo, Vec3 *hi);
/* Vertices become shift + scale R(q) vertex; a scale < 0 mirrors, and turns the faces so that outside stays outside. */
void mesh_move(Mesh *mesh, double scale, Quat q, Vec3 shift);
/* Turn every face over: what was inside is outside. */
void mesh_flip(Mesh *mesh);
/* Append a copy of `other`, with its own vertices. */
PetscErrorCode mesh_append(Mesh *mesh, const Mesh *other);

#endif
