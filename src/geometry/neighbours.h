/* SPDX-License-Identifier: MIT */
/* Overlapping pairs in a set of spheres, with radii of any spread. */
#ifndef GEOMETRY_NEIGHBOURS_H
#define GEOMETRY_NEIGHBOURS_H

#include "base/base.h"
#include "base/vec.h"

/* Neighbours of sphere i: list[start[i]] .. list[start[i + 1] - 1]. If entry e of i names j, entry
   twin[e] is in the list of j and names i. */
typedef struct {
  int     n;
  size_t *start; /* [n + 1] */
  int    *list;
  size_t *twin;
} Neighbours;

/* Find all pairs whose centres are closer than the sum of the radii. Local; cost O(n log n +
   pairs). Returns false if there is no memory; neighbours_free must be called then too. */
bool neighbours_create(int n, const Vec3 *x, const double *r, Neighbours *out);
void neighbours_free(Neighbours *neighbours);

#endif
