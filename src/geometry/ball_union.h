/* SPDX-License-Identifier: MIT */
/* Parts of a union of balls, in two dimensions of discs, in boxes: each ball has the share of
   the union that is nearer to it than to others by the power distance (x - c)^2 - r^2, which is
   a convex region. So places in several balls count once. The relative error of parts is 1e-9
   down to 1e-18 of the ball: those that are small against r^2 times the edge of the box are found
   with twice the digits (base/fine.h), from the given places of box and balls, whose differences
   are exact then. Local. */
#ifndef GEOMETRY_BALL_UNION_H
#define GEOMETRY_BALL_UNION_H

#include "geometry/convex.h"
#include "geometry/sphere_tree.h"

typedef struct {
  int           n, dimension;
  const Vec3   *x; /* [n] m, not owned */
  const double *r; /* [n] m, not owned */
  Neighbours    near;
  Vec3          at; /* m, of the origin of x: set by the caller; 0 at first */
  /* of the chosen ball */
  int        ball;
  double     scale, radius; /* 1, m */
  Quat       turn;
  Vec3       centre; /* m, from `at` */
  int        n_planes;
  HalfSpace *plane;   /* [n_planes] to the shares of others, from its centre */
  int       *other;   /* [n_planes] whose shares */
  int       *cutting; /* planes that cut a box */
  PetscInt   plane_room;
  Convex     region;
} BallUnion;

void ball_union_create(int dimension, int n, const Vec3 *x, const double *r, BallUnion *of);
void ball_union_free(BallUnion *of);

/* Choose ball i, of the union scaled and then turned; false: it is in others wholly, and has no
   share. Of equal balls the first has it. */
bool ball_union_choose(BallUnion *of, int i, double scale, Quat turn);
/* Its share in a box; the first moment is about its centre. */
BallPart ball_union_part(BallUnion *of, Vec3 lo, Vec3 hi);

/* Its whole share. */
BallPart ball_union_share(BallUnion *of);

/* Volume of the union, m^3, or area, m^2. */
double ball_union_volume(BallUnion *of);

#endif
