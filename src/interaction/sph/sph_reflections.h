/* SPDX-License-Identifier: MIT */
/* Reflections that SPH particles see (sph_walls.c), for the files of the interaction. */
#ifndef INTERACTION_SPH_SPH_REFLECTIONS_H
#define INTERACTION_SPH_SPH_REFLECTIONS_H

#include "interaction/sph/sph.h"

/* The reflections of a pair, with the kernel and its slope (as Smoothing.evaluate) at both h. */
typedef struct {
  int        n;
  Reflection at[REFLECTIONS_MOST];
  double     w[2][REFLECTIONS_MOST], slope[2][REFLECTIONS_MOST];
  double     q[2][REFLECTIONS_MOST];
} SphSeen;

/* Reflections of a pair of rows of clumps and of pebbles; false: it has none. */
bool sph_see(const Sph *sph, const Found *found, int32_t a, int32_t b, int32_t i, int32_t j,
             double d2, SphSeen *seen);
/* Reflections of a particle by itself; false: it has none. */
bool sph_see_own(const Sph *sph, const Mirrors *mirrors, double h, SphSeen *seen);
/* Way from a particle (side 0: a, else b of the reflection) to a reflection of the other one, `way` that to
   the other one itself, m: the gradient of the distance, reversed. */
Vec3 sph_way_to(const Mirrors *own, const Reflection *of, int side, Vec3 way);
/* Distance from a wall at which its barrier begins, for a particle of this mass (kg), m. */
double sph_barrier_width(const Sph *sph, double mass);

#endif
