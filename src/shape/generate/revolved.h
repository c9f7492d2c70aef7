/* SPDX-License-Identifier: MIT */
/* Unions of balls swept along one axis: bodies of revolution about x. */
#ifndef SHAPE_GENERATE_REVOLVED_H
#define SHAPE_GENERATE_REVOLVED_H

#include "shape/mass/mass.h"

/* A ball of this radius swept along x, its centre from `from` to `to`, all in m; from <= to. */
typedef struct {
  double from, to, radius;
} Swept;

/* Mass properties of the union of n swept balls, overlaps counted once. The square of the radius at
   x is a polynomial of second degree between the ends and crossings of the parts, so that the
   moments are integrated without error but rounding. n <= 8. */
bool revolved_mass(int n, const Swept *part, double density, MassProperties *out, char *why);

/* Number of pebbles of a row along the part whose surface is nowhere deeper than ripple x radius
   below that of the swept ball, 0 < ripple < 1: between two centres 2 h apart it is radius -
   sqrt(radius^2 - h^2) deep. INT64_MAX for a length that is not finite. */
int64_t swept_pebbles(const Swept *part, double ripple);
/* Centre of pebble k of n, evenly spaced, m. */
double swept_centre(const Swept *part, int64_t n, int64_t k);

#endif
