/* SPDX-License-Identifier: MIT */
/* Parts of a union of balls, in two dimensions of discs, in boxes: each ball has the share of
   the union that is nearer to it than to others by the power distance (x - c)^2 - r^2, which is
   a convex region. So places in several balls count once. Exact but for rounding
   (geometry/convex.h); to 1e-9 of a part, down to 1e-22 of its ball, in which no other ball meets
   it. Local. */
#ifndef GEOMETRY_BALL_UNION_H
#define GEOMETRY_BALL_UNION_H

#include "geometry/convex.h"
#include "geometry/sphere_tree.h"

typedef struct {
  int           n, dimension;
  const Vec3   *x; /* [n] m, not owned */
  const double *r; /* [n] m, not owned */
  Neighbours    near;
  /* of the chosen ball */
  double     radius; /* m */
  int        n_planes;
  HalfSpace *plane;   /* [n_planes] to the shares of others, from its centre */
  HalfSpace *cutting; /* those that cut a box */
  PetscInt   plane_room;
  Convex     region;
} BallUnion;

void ball_union_create(int dimension, int n, const Vec3 *x, const double *r, BallUnion *of);
void ball_union_free(BallUnion *of);

/* Choose ball i, of the union scaled and then turned; false: it is in others wholly, and has no
   share. Of equal balls the first has it. */
bool ball_union_choose(BallUnion *of, int i, double scale, Quat turn);
/* Its share in a box, both from its centre. */
BallPart ball_union_part(BallUnion *of, Vec3 lo, Vec3 hi);

/* Its whole share. */
BallPart ball_union_share(BallUnion *of);

/* Volume of the union, m^3, or area, m^2. */
double ball_union_volume(BallUnion *of);

#endif
