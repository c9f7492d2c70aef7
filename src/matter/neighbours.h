/* SPDX-License-Identifier: MIT */
/* Who overlaps whom in a set of spheres, of radii of any spread. */
#ifndef MATTER_NEIGHBOURS_H
#define MATTER_NEIGHBOURS_H

#include "base/base.h"
#include "base/vec.h"

/* Neighbours of sphere i: list[start[i]] .. list[start[i + 1] - 1]. The entry e of i that names j has its twin in the list of
   j: list[twin[e]] is i. */
typedef struct {
  int     n;
  size_t *start; /* [n + 1] */
  int    *list;
  size_t *twin;
} Neighbours;

/* All pairs whose centres are nearer than the sum of the radii. Local; cost n log n and what there are of pairs. Returns false
   when there is no memory; neighbours_free is right then too. */
bool neighbours_create(int n, const Vec3 *x, const double *r, Neighbours *out);
void neighbours_free(Neighbours *neighbours);

#endif
