/* SPDX-License-Identifier: MIT */
/* Intersection of two spheres, or of two discs. */
#ifndef GEOMETRY_LENS_H
#define GEOMETRY_LENS_H

#include "base/base.h"
#include "base/vec.h"

/* Integrals of 1, x and x x^T; volume: m^3, or area, m^2. */
typedef struct {
  double volume;
  Vec3   first;
  Sym3   second;
} Lens;

/* The whole pebble of radius r at c (dimension 3: sphere, 2: disc in the plane z = 0). */
Lens lens_whole(int dimension, Vec3 c, double r);
/* Intersection of the pebbles of radius a at c and of radius b at d: two caps, the smaller
   pebble if it is inside the other, or nothing. The error is rounding relative to the smaller
   pebble. */
Lens lens_find(int dimension, Vec3 c, double a, Vec3 d, double b);
/* sum += s * other */
void lens_axpy(Lens *sum, double s, const Lens *other);

#endif
