/* SPDX-License-Identifier: MIT */
/* A capsule as a chain of pebbles along its axis. */
#ifndef SHAPE_GENERATE_GENERATE_CHAIN_H
#define SHAPE_GENERATE_GENERATE_CHAIN_H

#include "shape/generate/generate.h"
#include "shape/shape.h"

/* Errors of n spheres of the capsule's radius, evenly spaced along its shaft with one at each end,
   in closed form. Relative to the capsule, as in GenerateReport, with D of the capsule. They fall
   as n grows. n >= 2, and large enough that neighbours touch. */
void chain_errors(const Shape *capsule, int n, double error[CLUMP_N_ERRORS]);

/* Smallest number of spheres, at most `most`, whose errors do not exceed error[] (0: no bound) and
   whose neighbours touch; `most` if there is no bound or it is reached first. */
int chain_length(const Shape *capsule, const double error[CLUMP_N_ERRORS], int most);

/* Centre of sphere k of n, in the set's frame. */
Vec3 chain_centre(const Shape *capsule, int n, int k);

#endif
