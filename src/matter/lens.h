/* SPDX-License-Identifier: MIT */
/* What two spheres, or two discs, share. */
#ifndef MATTER_LENS_H
#define MATTER_LENS_H

#include "base/base.h"
#include "base/vec.h"

/* Integrals of 1, x, x x: volume m^3 or area m^2. */
typedef struct {
  double volume;
  Vec3   first;
  Sym3   second;
} Lens;

/* The whole pebble of radius r at c (dimension 3: sphere, 2: disc in the plane z = 0). */
Lens lens_whole(int dimension, Vec3 c, double r);
/* What the pebbles of radii a at c and b at d share: two caps, the smaller pebble if it is inside the other, or nothing. To
   rounding of the smaller pebble. */
Lens lens_find(int dimension, Vec3 c, double a, Vec3 d, double b);
/* sum += s * other */
void lens_axpy(Lens *sum, double s, const Lens *other);

#endif
