/* SPDX-License-Identifier: MIT */
/* Rows of spheres in place of capsules: of the radius of the capsule, evenly spaced along its axis, one at
   each end. */
#ifndef SHAPE_GENERATE_ROWS_H
#define SHAPE_GENERATE_ROWS_H

#include "matter/template.h"

/* Number of spheres of a row whose grooves are at most ripple x r deep, 0 < ripple < 1, for an axis of
   this length (m): between two centres 2 h apart a groove is r - sqrt(r^2 - h^2) deep. INT64_MAX for a
   length that is not finite. */
int64_t row_pebbles(double length, double r, double ripple);
/* Centre k of n along the axis from one point to another. */
Vec3 row_centre(Vec3 from, Vec3 to, int64_t n, int64_t k);

/* Replace each capsule of a set by such a row, which takes its material and groups. False: the set would
   have more than `most` pebbles, and is unchanged; the reason is in why (size 256). */
bool pebble_set_rows(PebbleSet *set, double ripple, int most, char *why);

#endif
