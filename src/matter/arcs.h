/* SPDX-License-Identifier: MIT */
/* Moments of the part of a circle that other discs leave bare: what a union of discs shows of each of them. */
#ifndef MATTER_ARCS_H
#define MATTER_ARCS_H

#include "matter/patch.h"

/* What another disc covers of a circle, anticlockwise from start to end: angles, rad, and their cosines (c) and sines (s). */
typedef struct {
  double start, end;
  double c0, s0, c1, s1;
  double slack;                  /* how far an end may be off along the circle, if the other circle does not go along, rad */
  double rounding;               /* how far it may be off in any case, rad */
  size_t entry;                  /* of the caller */
  bool   start_shows, end_shows; /* set by arcs_find: is the end on the edge of what is bare? */
} Arc;

/* Does the disc of radius b > 0, with its centre at d from that of a circle of radius a > 0, hold all of the circle? */
bool circle_is_inside(double a, double b, Vec3 d);
/* What it covers of it; false: nothing, or one is inside the other. Where a and b are swapped and d negated, the same half
   chord ends both arcs, to the bit: also where the circles but touch and it is ill conditioned, the ends of both meet to
   within `rounding`. */
bool arc_of(double a, double b, Vec3 d, Arc *arc);

/* Moments (rad) of the directions that n arcs leave bare, those with z zero; the error is of the order of rounding. Sorts the
   arcs and marks their ends. */
void arcs_find(int n, Arc *arcs, Patch *out);

#endif
