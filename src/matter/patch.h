/* SPDX-License-Identifier: MIT */
/* Moments of the part of a unit sphere that caps leave bare: what a union of spheres shows of each of them. */
#ifndef MATTER_PATCH_H
#define MATTER_PATCH_H

#include "base/base.h"
#include "base/vec.h"

/* Directions n with n . axis > cosine. */
typedef struct {
  Vec3   axis;   /* unit */
  double cosine; /* of the angular radius, -1 < cosine < 1 */
} Cap;

/* Integrals of monomials of the direction over a patch: 1 | x y z | xx xy xz yy yz zz |
   xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz. */
enum { PATCH_MOMENTS = 20 };

typedef struct {
  double moment[PATCH_MOMENTS]; /* sr */
  double error;                 /* bound on the error of each, sr; 0 when no cap covers a part of it, or all of it */
} Patch;

/* The unit sphere less the union of n caps (n >= 0, the same cap may come twice). Local.
   Returns false when there is no memory. */
bool patch_find(int n, const Cap *caps, Patch *out);

#endif
