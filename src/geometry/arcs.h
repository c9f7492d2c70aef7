/* SPDX-License-Identifier: MIT */
/* Moments of the part of a circle that other discs do not cover: the part of the circle that is
   on the edge of a union of discs. */
#ifndef GEOMETRY_ARCS_H
#define GEOMETRY_ARCS_H

#include "geometry/patch.h"

/* Arc of a circle covered by another disc, anticlockwise from start to end: angles, rad, and
   their cosines (c) and sines (s). */
typedef struct {
  double start, end;
  double c0, s0, c1, s1;
  /* bound on the error of each end, rad, apart from a slip of the crossing point along both
     circles */
  double rounding;
  size_t entry;                  /* index set by the caller */
  bool   start_shows, end_shows; /* set by arcs_find: true if this end bounds an uncovered part */
} Arc;

/* Circles that overlap, or stick out of each other, by an area below this share of the square of
   the smaller radius only touch: they are not cut by each other. */
#define ARC_TOUCH 0x1p-50

/* True if the disc of radius b > 0 contains the circle of radius a > 0, up to a touch. d: centre
   of the disc from that of the circle, m. */
bool circle_is_inside(double a, double b, Vec3 d);
/* Arc of that circle covered by the disc. Returns false if nothing is covered, one is inside the
   other, or they only touch. With a and b swapped and d negated the same half chord, to the bit,
   ends both arcs: it is ill conditioned for circles that nearly touch, yet the ends of both arcs
   meet within `rounding`. */
bool arc_of(double a, double b, Vec3 d, Arc *arc);

/* Depth of a touch for which arc_of returns false, m; 0 if there is none. */
double arc_touch(double a, double b, Vec3 d);
/* Bound on the error of an arc's end along its circle, rad, from rounding and from an error
   `off` of the circles, m. */
double arc_slip(double a, double b, Vec3 d, double off);

/* Moments (rad) of the directions that n arcs do not cover; those with z are 0; the error is of
   the order of rounding. Sorts the arcs and marks their ends. */
void arcs_find(int n, Arc *arcs, Patch *out);

#endif
