/* SPDX-License-Identifier: MIT */
/* Mirrors: places of walls near lone pebbles, in which interactions with passes see reflections.

   Beyond a flat wall a fluid goes on as its own reflection. A pebble a at the distance d_a from a
   wall then sees the reflection of b, which is d_b from the same wall, at the distance

     r'^2 = r^2 + 4 e_a e_b,   e = d from a tenth of the pebble's radius on

   r their own distance; and that of itself at 2 e_a. Nearer e goes to 0, twice continuously
   differentiable: behind the wall the reflection is where the pebble is. Of walls at right angles,
   which a corner has, reflections have reflections: 4 e_a e_b is added for each of them. For curved
   walls this holds as far as the reach is short beside the radius. All that an interaction makes of
   r' is a function of places alone, so that forces may be derivatives of an energy: along the line
   between a and b, and along the normals at both, where the wall gets the opposite force. */
#ifndef INTERACTION_SPH_MIRRORS_H
#define INTERACTION_SPH_MIRRORS_H

#include "base/vec.h"

/* A box has six faces, and a pebble in it up to 26 reflections: no more than three mirrors are at
   right angles to each other. */
enum { MIRRORS_MOST = 6, SQUARE_MOST = 3, REFLECTIONS_MOST = 26 };

typedef struct {
  int32_t wall, feature, facet;
  double  distance;     /* m, < 0: behind the wall */
  double  depth, slope; /* e, m, and its derivative by the distance */
  Vec3    normal;       /* towards the pebble */
} Mirror;

/* The nearest places on features of walls, by wall and feature. */
typedef struct {
  int32_t n;
  Mirror  at[MIRRORS_MOST];
} Mirrors;

/* A reflection of b that a sees. */
typedef struct {
  double d2; /* squared distance, m^2 */
  int    n;  /* of its mirrors */
  struct {
    int    a, b;       /* which of the mirrors of a and of b */
    double to_a, to_b; /* half the derivative of d2 by the distances of a and of b, m */
  } by[SQUARE_MOST];
} Reflection;

/* Reflections of b for a, whose squared distance is d2 (m^2), that are nearer than far, m^2; of
   itself: b = a and 0, where to_a and to_b are to be added. Returns their number. The same bits if
   a and b are exchanged. */
int mirrors_reflect(const Mirrors *a, const Mirrors *b, double d2, double far,
                    Reflection reflection[REFLECTIONS_MOST]);

#endif
