/* SPDX-License-Identifier: MIT */
/* Patches of a mesh: sets of faces that make one contact with a pebble.

   Faces are joined over flat edges, over convex ones, and over concave ones whose faces turn by no
   more than an angle, so that the facets of a smooth surface are one patch however fine they are.
   The two faces at a sharper concave edge are never in one patch: a ball in a corner touches both.
   Where they are connected around the end of this edge, as the sides of a slot are over the faces
   at its ends, the sharpest edges on the way separate the patches: edges are joined in the order of
   their angles, and one that would bring the two sides of a sharp concave edge together is left as
   a cut (Kruskal's algorithm, with pairs that must not meet). A sheet is touched from both sides,
   so that every sharp edge of it is concave on one side.

   A concave rounding in which a ball of a given radius does not fit is a corner for this ball:
   concave edges of faces where the ball, touching the face at its centroid, overlaps other faces by
   more than 5 % of the radius are cut, too. */
#ifndef SHAPE_MESH_MESH_PATCHES_H
#define SHAPE_MESH_MESH_PATCHES_H

#include "shape/mesh/mesh.h"

typedef struct {
  double corner; /* sharp: the faces turn by more, degrees */
  double fillet; /* radius of the ball, m; 0: none */
  bool   solid;  /* touched from the front alone; false: a sheet */
} PatchRule;

/* Kind of an edge, seen from the front of its first face. */
typedef enum { EDGE_PLAIN, EDGE_RIDGE, EDGE_VALLEY } EdgeKind;

typedef struct {
  int      low, high; /* vertices, low < high */
  int      first, n;  /* faces: edge_face[first .. first + n - 1] */
  int      owner;     /* lowest patch of its faces */
  EdgeKind kind;      /* plain: open, flat, or of more than two faces */
  bool     cut;       /* its faces are of several patches */
} MeshEdge;

typedef struct {
  const Mesh *mesh; /* not owned */
  int         n;
  int        *start;  /* [n + 1] first face of each patch */
  int        *patch;  /* [n_faces] */
  int        *origin; /* [n_faces] number of the face before they were sorted */
  int        *number; /* [n] numbers in the whole mesh of a part's patches; NULL: all are here */
  Vec3       *normal; /* [n_faces] unit vectors */
  Vec3       *vertex_normal; /* [n_vertices] angle-weighted, not of unit length */
  int        *side;          /* [3 n_faces] edge from corner k to the next */
  MeshEdge   *edge;
  int         n_edges;
  int        *edge_face; /* [3 n_faces] */
  int        *fan_start; /* [n_vertices + 1] */
  int        *fan;       /* [3 n_faces] faces around each vertex */
} MeshPatches;

/* Find the patches, numbered by their first faces, and sort the faces by patch, within a patch in
   their old order. The mesh is kept by pointer and has no face without area (mesh_flat_face).
   Local; cost O(n log n). */
void mesh_patches_create(Mesh *mesh, const PatchRule *rule, MeshPatches *patches);
/* Set the patches of a part of a mesh from those of the whole: faces are sorted as in the whole,
   with the patch and origin of each. The patches that are here are numbered anew, in their order.
   Edges and corners are as in the whole if all faces at them are here. */
void mesh_patches_given(const Mesh *part, const int *patch, const int *origin,
                        MeshPatches *patches);
void mesh_patches_free(MeshPatches *patches);

/* Make all of MeshPatches but the patches: edges by their vertices, fans and normals. Owners, kinds
   and cuts of edges are not set. Free with mesh_patches_free. */
void mesh_edges_create(const Mesh *mesh, MeshPatches *patches);
/* The corner of face f that is not on the edge. */
int mesh_edges_third(const Mesh *mesh, int f, const MeshEdge *edge);
/* Normal to the edge of face f from corner k on, in its plane, towards the face; of the length of the
   edge, m. */
static inline Vec3 mesh_patches_in(const MeshPatches *p, int f, int k)
{
  const Vec3 e = vec3_sub(mesh_corner(p->mesh, f, (k + 1) % 3), mesh_corner(p->mesh, f, k));

  return vec3_cross(p->normal[f], e);
}

/* True if face f runs along the edge from its lower vertex to the upper one. */
bool mesh_edges_up(const Mesh *mesh, int f, const MeshEdge *edge);

/* Height of the second face of an edge of two faces over the first one, at a unit distance from the
   edge: < 0 for a ridge, seen from the front. */
double mesh_patches_rise(const MeshPatches *patches, const MeshEdge *edge);
/* True if some edge stands out, seen from the front, by more than the rise of a flat edge whose
   corners are rounded to single precision. */
bool mesh_patches_stand_out(const MeshPatches *patches);

/* First face whose height is below 1e-9 of its longest side, or -1. */
int mesh_flat_face(const Mesh *mesh);

#endif
