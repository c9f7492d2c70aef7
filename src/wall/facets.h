/* SPDX-License-Identifier: MIT */
/* Surfaces as polygons, for frames: segments in two dimensions, else triangles and
   quadrilaterals. */
#ifndef WALL_FACETS_H
#define WALL_FACETS_H

#include "base/base.h"
#include "base/vec.h"

typedef struct {
  int     n;    /* 2: segment, 3: triangle, 4: quadrilateral */
  int32_t v[4]; /* points */
} Facet;

/* Starts as {0}; free with facets_free. */
typedef struct {
  PetscInt n_points, point_capacity, n, capacity;
  Vec3    *point; /* m */
  Facet   *list;
} Facets;

/* Where endless surfaces are cut off: at this box; in two dimensions z is 0. */
typedef struct {
  Vec3 lo, hi; /* m */
  bool planar;
} FacetBox;

/* Append a point; returns its number. */
int32_t facets_point(Facets *facets, Vec3 x);
/* Append a facet of n of the points v. */
void facets_add(Facets *facets, int n, const int32_t *v);
void facets_free(Facets *facets);

/* Area of a facet, m^2; of a segment its length, m. */
double facet_area(const Facets *facets, const Facet *facet);

/* Append rings of points about an axis, joined by facets: ring k is at centre[k] with radius[k].
   across and beyond are unit vectors that are normal to the axis and to each other. A ring of
   radius 0 is a point; one ring alone is a circle of segments. */
void facets_rings(Facets *facets, int n, const Vec3 *centre, const double *radius, Vec3 across,
                  Vec3 beyond);
/* Append the part of the plane through x that is in the box, in two dimensions of the line. */
void facets_plane(Facets *facets, const FacetBox *box, Vec3 x, Vec3 normal);

#endif
