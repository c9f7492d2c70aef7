/* SPDX-License-Identifier: MIT */
/* Triangle meshes: surfaces of solids. */
#ifndef SHAPE_MESH_MESH_H
#define SHAPE_MESH_MESH_H

#include "base/base.h"
#include "base/parallel.h"
#include "base/vec.h"

/* 3 corners per face, in arrays that grow by 1.5 while reading, must fit in an int. */
enum { MESH_MOST_FACES = 450000000 };

/* Corners of a face, counter-clockwise as seen from outside. */
typedef struct {
  int v[3];
} Face;

/* A mesh with shared vertices. The struct owns the arrays. */
typedef struct {
  int   n_vertices, n_faces;
  Vec3 *vertex; /* m */
  Face *face;
  int   n_dropped; /* faces of the source left out because two of their corners are equal */
  int  *origin; /* [n_faces] the face of which each is a part, once faces were split; else NULL */
} Mesh;

/* Zeroed arrays of these lengths; free with mesh_free. Local. */
PetscErrorCode mesh_create(int n_vertices, int n_faces, Mesh *mesh);
void           mesh_free(Mesh *mesh);

/* Corner k of face f, m. */
static inline Vec3 mesh_corner(const Mesh *mesh, int f, int k)
{
  return mesh->vertex[mesh->face[f].v[k]];
}

/* Normal of the face: outwards, its length is twice the area, m^2. */
static inline Vec3 mesh_face_normal(const Mesh *mesh, int f)
{
  const Vec3 a = mesh_corner(mesh, f, 0);

  return vec3_cross(vec3_sub(mesh_corner(mesh, f, 1), a), vec3_sub(mesh_corner(mesh, f, 2), a));
}

/* Angle of the face at corner k, rad; 0 where an edge has no length. */
double mesh_corner_angle(const Mesh *mesh, int f, int k);

/* Join equal or close corners of loose triangles to vertices, in the order of first appearance.

   corner   [3 n_faces], finite, counter-clockwise as seen from outside, m
   merge    corners at most this far apart become the first of them. >= 0: m; < 0: -merge times the
            diagonal of the bounding box; 0: equal corners only. Equal corners are joined first. A
            vertex takes corners close to itself, not corners close to those

   Faces with two equal corners afterwards are dropped (n_dropped). Free with mesh_free. Local; cost
   O(n_faces). */
PetscErrorCode      mesh_join(int n_faces, const Vec3 *corner, double merge, Mesh *mesh);
extern const double mesh_merge_default; /* -1e-6 */

/* Bounding box of the vertices, m; at least one vertex. */
void mesh_bounds(const Mesh *mesh, Vec3 *lo, Vec3 *hi);
/* Vertices become shift + scale R(q) vertex. A scale < 0 mirrors; faces are then flipped, so that
   normals stay outward. */
void mesh_move(Mesh *mesh, double scale, Quat q, Vec3 shift);
/* Reverse the orientation of every face: inside becomes outside. */
void mesh_flip(Mesh *mesh);
/* Append a copy of `other`, with its own vertices. */
PetscErrorCode mesh_append(Mesh *mesh, const Mesh *other);

#endif
