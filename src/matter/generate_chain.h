/* SPDX-License-Identifier: MIT */
/* A capsule as a chain of pebbles along its axis. */
#ifndef MATTER_GENERATE_CHAIN_H
#define MATTER_GENERATE_CHAIN_H

#include "matter/generate.h"
#include "matter/shape.h"

/* Errors of n spheres of the capsule's radius, evenly spaced along its shaft with one on each end, relative to the capsule, as
   of GenerateReport but for D, which is that of the capsule: closed forms. They fall as n grows. n >= 2, and so many that
   neighbours touch. */
void chain_errors(const Shape *capsule, int n, double error[CLUMP_N_ERRORS]);

/* The least number whose errors are no larger than these (0: not asked), at most `most`; no less than it takes for neighbours to
   touch, if most allows. */
int chain_length(const Shape *capsule, const double error[CLUMP_N_ERRORS], int most);

/* Centre of sphere k of n, in the set's frame. */
Vec3 chain_centre(const Shape *capsule, int n, int k);

#endif
