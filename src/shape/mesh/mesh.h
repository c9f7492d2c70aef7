/* SPDX-License-Identifier: MIT */
/* Triangle meshes: surfaces of solids, or open sheets. */
#ifndef SHAPE_MESH_MESH_H
#define SHAPE_MESH_MESH_H

#include "matter/template.h"
#include "options/report.h"
#include "shape/why.h"

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
void mesh_create(int n_vertices, int n_faces, Mesh *mesh);
void mesh_free(Mesh *mesh);

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

/* Six times the signed volume of the tetrahedron from o to face f, m^3. Computed from differences
   of corners, so that small faces far from o lose no digits. */
static inline double mesh_face_cone(const Mesh *mesh, int f, Vec3 o)
{
  return vec3_dot(vec3_sub(mesh_corner(mesh, f, 0), o), mesh_face_normal(mesh, f));
}

/* Angle of the face at corner k, rad; 0 where an edge has no length. */
double mesh_corner_angle(const Mesh *mesh, int f, int k);

/* Join equal or close corners of loose triangles to vertices, in the order of first appearance.

   corner   [3 n_faces], finite, counter-clockwise as seen from outside, m
   merge    corners at most this far apart become the first of them. >= 0: m; < 0: -merge times the
            diagonal of the bounding box; 0: equal corners only. Equal corners are joined first. A
            vertex takes the corners close to itself, not those close only to these corners

   Faces with two equal corners afterwards are dropped (n_dropped). Free with mesh_free. Local; cost
   O(n_faces). */
void                mesh_join(int n_faces, const Vec3 *corner, double merge, Mesh *mesh);
extern const double mesh_merge_default; /* -1e-6 */

/* Split faces at vertices that lie on their open edges (T-junctions), so that neighbours share
   edges (mesh_seams.c).

   merge   as in mesh_join: largest distance of a vertex from the edge

   A vertex counts where it is an end of an open edge itself, farther than the merging distance from
   the ends of the edge, and nearer to it than a thousandth of the face's height there. Faces keep
   their numbers, new ones follow, and origin tells of which each is a part. More than
   MESH_MOST_FACES are a finding. Local; cost O(n log n). */
void mesh_seams_split(double merge, Mesh *mesh, Findings *findings);

/* Bounding box of the vertices, m; at least one vertex. */
void mesh_bounds(const Mesh *mesh, Vec3 *lo, Vec3 *hi);
/* Bounding box of n >= 1 faces, m; face NULL: the first n. */
void mesh_faces_bounds(const Mesh *mesh, int n, const int *face, Vec3 *lo, Vec3 *hi);
/* Vertices become shift + scale R(q) vertex. A scale < 0 mirrors; faces are then flipped, so that
   normals stay outward. */
void mesh_move(Mesh *mesh, double scale, Quat q, Vec3 shift);
/* Reverse the orientation of every face: inside becomes outside. */
void mesh_flip(Mesh *mesh);
/* Append a copy of `other`, with its own vertices. */
void mesh_append(Mesh *mesh, const Mesh *other);

/* Half the solid angle of a face as seen from x, positive from inside (van Oosterom & Strackee
   1983, IEEE Trans. Biomed. Eng. 30, 125). */
double mesh_half_angle(const Mesh *mesh, int f, Vec3 x);
/* Winding number of a mesh that may be open: its solid angle as seen from x over that of all
   directions. In a closed mesh it is 1, outside of it 0. That of an open one changes by 1 across a
   face, and smoothly elsewhere; each flat hole takes it away from 1 or 0 by less than 1/2.
   Jacobson, Kavan & Sorkine-Hornung 2013, ACM Trans. Graph. 32, 33. Local; cost O(n_faces). */
double mesh_winding(const Mesh *mesh, Vec3 x);

/* Volume, mass, centre, inertia, principal frame and error bounds of the solid at uniform density
   (kg/m^3, > 0). The mesh must be closed (mesh_check); this is not checked again. Exact by the
   divergence theorem: each face and a point near the middle make a tetrahedron, whose moments are
   polynomials of the corners (Tonon 2004, J. Math. Stat. 1, 8); the error bounds are of rounding
   alone. Returns false, with the reason in why (size 256), if the volume is not above its rounding.
   Local; cost O(n_faces). */
bool mesh_mass(const Mesh *mesh, double density, MassProperties *out, char *why);

#endif
