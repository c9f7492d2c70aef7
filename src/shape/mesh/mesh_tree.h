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

/* ---- the faces near a point ---- */

enum { MESH_DEPTH = 128 };

/* A descent of the tree to the leaves near a point x, nearest box first. */
typedef struct {
  const MeshNode *node;
  Vec3            x;
  int             depth;
  struct {
    int    node;
    double square; /* squared distance of x from its box, m^2 */
  } waiting[MESH_DEPTH];
  double square; /* of the leaf that was found last */
} MeshDescent;

/* Squared distance of a point from the box of a node, m^2; 0 inside. */
static inline double mesh_box_square(const MeshNode *node, Vec3 x)
{
  const double a = outside_interval(x.x, node->lo.x, node->hi.x),
               b = outside_interval(x.y, node->lo.y, node->hi.y),
               c = outside_interval(x.z, node->lo.z, node->hi.z);

  return a * a + b * b + c * c;
}

static inline void mesh_descent_push(MeshDescent *d, int node, double square)
{
  d->waiting[d->depth].node     = node;
  d->waiting[d->depth++].square = square;
}

/* Begin at the root; NULL: there is no tree. */
static inline MeshDescent mesh_descent(const MeshNode *root, Vec3 x)
{
  MeshDescent d;

  d.node  = root;
  d.x     = x;
  d.depth = 0;
  if (root) mesh_descent_push(&d, 0, mesh_box_square(root, x));
  return d;
}

/* The next leaf whose box is no farther than this squared distance (m^2), which may shrink from
   call to call; NULL: there are no more. */
static inline const MeshNode *mesh_descent_next(MeshDescent *d, double square)
{
  while (d->depth > 0) {
    const MeshNode *node = &d->node[d->waiting[--d->depth].node];
    double          a, b;

    d->square = d->waiting[d->depth].square;
    if (d->square > square) continue;
    if (node->left == 0) return node;
    a = mesh_box_square(&d->node[node->left], d->x);
    b = mesh_box_square(&d->node[node->left + 1], d->x);
    mesh_descent_push(d, a < b ? node->left + 1 : node->left, max_real(a, b));
    mesh_descent_push(d, a < b ? node->left : node->left + 1, min_real(a, b));
  }
  return NULL;
}

/* Build the tree of a mesh, which is kept by pointer. Local; cost O(n log n). */
void mesh_tree_create(const Mesh *mesh, MeshTree *tree);
void mesh_tree_free(MeshTree *tree);
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
