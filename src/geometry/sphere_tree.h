/* SPDX-License-Identifier: MIT */
/* Spheres of a set near a point, and overlapping pairs of them: bounding-box tree of the centres,
   for radii of any spread. */
#ifndef GEOMETRY_SPHERE_TREE_H
#define GEOMETRY_SPHERE_TREE_H

#include "base/base.h"
#include "base/vec.h"

typedef struct {
  Vec3   lo, hi;   /* box of the centres, m */
  double largest;  /* largest radius in the node, m */
  int    first, n; /* its spheres: order[first .. first + n - 1] */
  int    left;     /* children are nodes left and left + 1; 0: none */
} SphereNode;

typedef struct {
  int           n;
  const Vec3   *x; /* [n] m, not owned */
  const double *r; /* [n] m, not owned */
  int          *order;
  SphereNode   *node;
  int           n_nodes;
} SphereTree;

/* Build the tree of n spheres, which are kept by pointer. Local; cost O(n log n). */
void sphere_tree_create(int n, const Vec3 *x, const double *r, SphereTree *tree);
void sphere_tree_free(SphereTree *tree);

/* Iterator over the spheres whose ball is within `reach` of x (with `centres`: whose centre is), in
   unspecified order. */
enum { SPHERE_WALK_DEPTH = 128 };
typedef struct {
  const SphereTree *tree;
  Vec3              x;
  double            reach;
  bool              centres;
  int               stack[SPHERE_WALK_DEPTH], depth;
  int               item, end; /* remaining range of the current leaf */
} SphereWalk;

SphereWalk sphere_tree_walk(const SphereTree *tree, Vec3 x, double reach, bool centres);
/* Index of the next sphere, -1 at the end. */
int sphere_walk_next(SphereWalk *walk);

/* Distance from x to the nearest sphere, m; 0 inside one; INFINITY if there is none. *nearest, if
   not NULL, becomes that sphere. */
double sphere_tree_gap(const SphereTree *tree, Vec3 x, int *nearest);

/* Distance from x to the box of the node's centres, m. */
double sphere_node_distance(const SphereNode *node, Vec3 x);

/* Reorder items by their places x so that the lower half of them, n / 2, comes first along the
   longest side of their box. */
void points_halve(const Vec3 *x, Vec3 side, int n, int *item);

/* ---- overlapping pairs ---- */

/* Neighbours of sphere i: list[start[i]] .. list[start[i + 1] - 1]. If entry e of i names j, entry
   twin[e] is in the list of j and names i. */
typedef struct {
  int     n;
  size_t *start; /* [n + 1] */
  int    *list;
  size_t *twin;
} Neighbours;

/* Find all pairs whose centres are closer than the sum of the radii. Local; cost O(n log n +
   pairs). */
void neighbours_create(int n, const Vec3 *x, const double *r, Neighbours *out);
void neighbours_free(Neighbours *neighbours);

#endif
