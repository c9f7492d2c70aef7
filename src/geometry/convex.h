/* SPDX-License-Identifier: MIT */
/* Convex regions between planes, and the part of a ball around the origin that lies in them, in
   closed form; in two dimensions the same of polygons and discs. Local. */
#ifndef GEOMETRY_CONVEX_H
#define GEOMETRY_CONVEX_H

#include "base/base.h"
#include "base/fine.h"

/* Places x with normal . x <= height. */
typedef struct {
  Vec3   normal; /* unit; z = 0 in two dimensions */
  double height; /* m */
} HalfSpace;

/* The same with twice the digits. */
typedef struct {
  FineVec normal;
  Fine    height;
} FineHalfSpace;

/* An edge as a face has it: anticlockwise, seen from outside. */
typedef struct {
  int face, from, to;
} ConvexEdge;

/* A polyhedron; in two dimensions (dimension 2) a polygon in the plane z = 0, which is its only
   face. Starts as {0}; its arrays are used again by convex_box, and freed by convex_free. */
typedef struct {
  int         dimension;
  int         n_faces, n_edges, n_points;
  HalfSpace  *face;
  ConvexEdge *edge, *made;
  Vec3       *point;
  double     *above; /* [n_points] height over the plane of a cut */
  /* of a fine region, whose faces and points have twice the digits: what is left of these */
  bool        fine;
  HalfSpace  *face_rest;
  Vec3       *point_rest;
  double     *above_rest;
  int        *place; /* [n_points] where a point goes by a cut; -1: it is cut off */
  ConvexEdge *ends;  /* edges that a plane cuts: from, to; face: the new point */
  PetscInt    face_room, edge_room, point_room, end_room;
} Convex;

/* Make it the box lo .. hi, whose edges are positive and finite; z is ignored in two dimensions. */
void convex_box(Convex *region, int dimension, Vec3 lo, Vec3 hi);
/* Cut off what is outside of the half space; false: nothing is left, and the region is of no
   use. */
bool convex_cut(Convex *region, HalfSpace by);
/* True if the ball around the origin surely has no part in the region; false says nothing. */
bool convex_misses(const Convex *region, double r);
void convex_free(Convex *region);

/* Integrals of 1 and x; volume: m^3, or area, m^2. */
typedef struct {
  double volume;
  Vec3   first;
} BallPart;

/* The part of the ball of radius r around the origin in the region. The error of the volume is
   rounding of a sum of terms, none of which is larger than r^2 times the longest edge: some
   1e-16 of that for a region that is small and far from the centre, and some 1e-16 of the ball's
   volume for one that is not small. Common faces of two regions contribute opposite terms, so
   that the sum over regions which fill a box is the part in the box up to the rounding of the
   sum. */
BallPart convex_ball(const Convex *region, double r);

/* The same for regions with twice the digits: some ten times as slow, with errors below 1e-29 r^2
   times the longest edge. */
void     convex_box_fine(Convex *region, int dimension, FineVec lo, FineVec hi);
bool     convex_cut_fine(Convex *region, FineHalfSpace by);
BallPart convex_ball_fine(const Convex *region, Fine r);

#endif
