/* SPDX-License-Identifier: MIT */
/* Bare parts of surfaces of a union with capsules: those that no other pebble covers. A sphere is cut
   into meridians, a cylinder into generators. Of such a line the crossings with other surfaces are
   roots of polynomials, up to the fourth degree, so that the integral along it is in closed form; that
   over the angle is by an adaptive rule with 15 nodes, whose error is bounded by the difference from
   the rule with 7 of them (Gauss and Kronrod; Piessens et al. 1983, QUADPACK).

   Surfaces that coincide must be made to differ by the caller: who covers first has a slightly larger
   radius (BARE_FIRST). */
#ifndef SHAPE_MASS_BARE_H
#define SHAPE_MASS_BARE_H

#include "geometry/capsule.h"
#include "geometry/patch.h"

/* Relative change of the radius of those who cover, so that of surfaces that coincide one is bare. */
#define BARE_FIRST 1e-12

/* Pebbles that may cover the surface, spheres included, as capsules. */
typedef struct {
  int            n;
  const Capsule *list; /* [n] */
} Covers;

/* Moments of the directions n of the bare part of a sphere; half: with n . axis > 0 alone. axis: unit. */
void bare_sphere(const Covers *by, Vec3 centre, double r, Vec3 axis, bool half, Patch *out);

/* Integrals of X . n, X X . n and X X X . n over a bare surface, n its normal, X from an origin. */
typedef struct {
  double flux;   /* m^3 */
  Vec3   first;  /* m^4 */
  Sym3   second; /* m^5 */
  double error[3];
} BareFlux;

/* Those of the side of a capsule, without its caps. */
void bare_side(const Covers *by, const Capsule *of, Vec3 origin, BareFlux *out);

#endif
