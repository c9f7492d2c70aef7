/* SPDX-License-Identifier: MIT */
/* Moments of the part of a circle that other discs leave bare: what a union of discs shows of each of them. */
#ifndef MATTER_ARCS_H
#define MATTER_ARCS_H

#include "matter/patch.h"

/* What another disc covers of a circle, anticlockwise from start to end: angles, rad, and their cosines (c) and sines (s). */
typedef struct {
  double start, end;
  double c0, s0, c1, s1;
  double rounding;               /* how far an end may be off, rad, but along both circles at once */
  size_t entry;                  /* of the caller */
  bool   start_shows, end_shows; /* set by arcs_find: is the end on the edge of what is bare? */
} Arc;

/* What circles that but touch have in common or apart is left out: the share of the square of the smaller radius. */
#define ARC_TOUCH 0x1p-50

/* Does the disc of radius b > 0, with its centre at d from that of a circle of radius a > 0, hold all of the circle (but for a
   touch)? */
bool circle_is_inside(double a, double b, Vec3 d);
/* What it covers of it; false: nothing, or one is inside the other, or they but touch. Where a and b are swapped and d
   negated, the same half chord ends both arcs, to the bit: though it is ill conditioned where the circles all but touch, the
   ends of both meet to within `rounding`. */
bool arc_of(double a, double b, Vec3 d, Arc *arc);

/* How deep circles touch of which arc_of says nothing, m. */
double arc_touch(double a, double b, Vec3 d);
/* How far an end of the arc may be off along the circle alone, rad, if the circles are off by `off`, m, beside rounding. */
double arc_slip(double a, double b, Vec3 d, double off);

/* Moments (rad) of the directions that n arcs leave bare, those with z zero; the error is of the order of rounding. Sorts the
   arcs and marks their ends. */
void arcs_find(int n, Arc *arcs, Patch *out);

#endif
