/* SPDX-License-Identifier: MIT */
/* Places at which a straight edge is nearest to a circle, and to the outside of a cylinder or
   cone. */
#ifndef CONTACT_SOLID_RIMS_H
#define CONTACT_SOLID_RIMS_H

#include "base/vec.h"

/* Points start + s along, 0 <= s <= length. */
typedef struct {
  Vec3   start, along; /* m; unit vector */
  double length;       /* m */
} Edge;

typedef struct {
  Vec3   centre, axis; /* m; unit vector */
  double radius;       /* m; 0: a point */
} Rim;

/* The side of a cylinder or cone: straight from radius[0] at `point` to radius[1] at point + length
   axis. */
typedef struct {
  Vec3   point, axis;       /* m; unit vector */
  double radius[2], length; /* m */
  bool   endless;           /* a cylinder without ends */
} RoundSide;

Edge edge_between(Vec3 a, Vec3 b);

static inline Vec3 edge_at(const Edge *e, double s)
{
  return vec3_axpy(e->start, s, e->along);
}

/* The nearest point of the circle. */
Vec3 rim_nearest(const Rim *rim, Vec3 x);

/* Number of a minimum of the distance from the circle along the whole line of an edge, which has
   one minimum, or two with a maximum between them. If one of two vanishes, the other keeps its
   number; a single one may change its number as it moves on, without a jump of the place. */
typedef enum { RIM_ONLY, RIM_LATER } RimWhich; /* the only or first one; of two the second */
enum { RIM_EXTREMES = 3, RIM_STOPS = RIM_EXTREMES + 2 };

typedef struct {
  int      n;                /* 1, 3: minimum, maximum, minimum */
  RimWhich which;            /* n 1: of the minimum */
  double   at[RIM_EXTREMES]; /* ascending, m along the edge; they may be beyond its ends */
  /* the distance grows from the first end on; falls towards the last end */
  bool leaves_first, comes_last;
} RimExtremes;

RimExtremes rim_extremes(const Rim *rim, const Edge *edge);

/* Extremes on the edge, ends that are minima on it included, ascending. */
typedef struct {
  int    n;
  double at[RIM_STOPS];
  bool   least[RIM_STOPS]; /* a minimum */
} RimStops;

RimStops rim_stops(const Rim *rim, const Edge *edge);

/* Distance of a point from the side, continued beyond its ends, on the outside (< 0: inside);
   normal: outwards. share: of the nearest place along the side, 0..1 between its ends (NULL: not
   asked for). */
double side_distance(const RoundSide *side, Vec3 x, Vec3 *normal, double *share);
/* Where an edge is nearest to it, on its whole line. False: nowhere, as along the side. */
bool side_nearest(const RoundSide *side, const Edge *edge, double *at);

#endif
