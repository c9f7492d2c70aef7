/* SPDX-License-Identifier: MIT */
/* Moments of the part of a unit sphere that caps do not cover: the part of a sphere that is on
   the surface of a union of spheres. */
#ifndef GEOMETRY_PATCH_H
#define GEOMETRY_PATCH_H

#include "base/base.h"
#include "base/vec.h"

/* Unit vectors n with n . axis > cosine. */
typedef struct {
  Vec3   axis;   /* unit */
  double cosine; /* of the angular radius, -1 < cosine < 1 */
} Cap;

/* Integrals of monomials of the direction over a patch: 1 | x y z | xx xy xz yy yz zz |
   xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz. */
enum { PATCH_MOMENTS = 20 };

typedef struct {
  double moment[PATCH_MOMENTS]; /* sr */
  /* bound on the error of each moment, sr; 0 for the whole sphere and if the caps cover all of
     it */
  double error;
} Patch;

/* Moments of the unit sphere minus the union of n >= 0 caps, which may repeat. Local. */
void patch_find(int n, const Cap *caps, Patch *out);

#endif
