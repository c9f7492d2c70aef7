/* SPDX-License-Identifier: MIT */
/* Which spheres of a set are near a point: a tree of boxes around their centres, for radii of any spread. */
#ifndef MATTER_SPHERE_TREE_H
#define MATTER_SPHERE_TREE_H

#include "base/base.h"
#include "base/vec.h"

typedef struct {
  Vec3   lo, hi;   /* box of the centres, m */
  double largest;  /* radius below it, m */
  int    first, n; /* its items: order[first .. first + n - 1] */
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

/* Build over n spheres, kept by pointer. Local; cost n log n. Returns false when there is no memory; sphere_tree_free is
   right then too. */
bool sphere_tree_create(int n, const Vec3 *x, const double *r, SphereTree *tree);
void sphere_tree_free(SphereTree *tree);

/* One walk over the spheres that come within `reach` of x with their surface or inside, or, with `centres`, with their
   centre. In no order that may be relied on. */
enum { SPHERE_WALK_DEPTH = 128 };
typedef struct {
  const SphereTree *tree;
  Vec3              x;
  double            reach;
  bool              centres;
  int               stack[SPHERE_WALK_DEPTH], depth;
  int               item, end; /* left of the leaf that is walked */
} SphereWalk;

SphereWalk sphere_tree_walk(const SphereTree *tree, Vec3 x, double reach, bool centres);
/* The next sphere, or -1. */
int sphere_walk_next(SphereWalk *walk);

/* From x to the nearest sphere, m; 0 inside of one; INFINITY if there is none. That sphere is *nearest, if it is given. */
double sphere_tree_gap(const SphereTree *tree, Vec3 x, int *nearest);

/* Distance from x to the box of the node's centres, m. */
double sphere_node_distance(const SphereNode *node, Vec3 x);

#endif
