/* SPDX-License-Identifier: MIT */
/* Integrals over a body by counting boxes, in a grid or an octree, with bounds on boxes that are
   neither full nor empty. BoxParts describes the parts of a body, pebbles or shapes
   (mass_boxes.c). Where parts overlap the densest counts. */
#ifndef SHAPE_MASS_BOXES_H
#define SHAPE_MASS_BOXES_H

#include "geometry/share.h"
#include "shape/shape.h"

/* Boxes are centre +- half; in 2D they are rectangles, with centre.z = half.z = 0. */

typedef struct Boxes Boxes;

/* Kind of parts that a body is made of. */
typedef struct {
  /* Position of the box centre +- half relative to part i; SHAPE_CUTS when undecided. */
  ShapeSide (*side)(const Boxes *boxes, int i, Vec3 centre, Vec3 half);
  bool (*is_inside)(const Boxes *boxes, int i, Vec3 x);
  /* Bounds on the share of part i in a cube (square) of this edge that it cuts. */
  BoxShare (*share)(const Boxes *boxes, int i, Vec3 centre, double edge);
  /* Approximate number of cubes of this edge that surfaces cut; the grid refuses more than
     most_cut, about a minute of work. */
  double (*cells_cut)(const Boxes *boxes, double edge);
  double most_cut;
  int    finer;  /* largest number of subdivisions of cut cubes, <= BOXES_MOST_FINER */
  bool   spread; /* mean content of a cut cube: true: spread over it, false: at its centre */
} BoxParts;

enum { BOXES_MOST_FINER = 2 };

/* A body. set and density are owned by its creator. */
struct Boxes {
  const BoxParts *parts;
  const void     *set; /* set of the kind of parts */
  int             n;   /* number of parts, >= 1 */
  int             dimension;
  Vec3            lo, hi;   /* bounding box, m */
  Vec3            about;    /* reference point of the sums, near the middle, m */
  const double   *density;  /* [n] kg/m^3, > 0 */
  double          smallest; /* radius of the smallest part, or of the ball of its volume, m */
};

/* Integrals of 1 (volume), and of density times 1, x, x x. */
typedef struct {
  double volume, mass;
  Vec3   first;
  Sym3   second;
} BoxSum;

/* Result: the true integrals are within `errors` of `middle`, but for rounding of the sums. */
typedef struct {
  BoxSum     sum, middle;
  MassErrors errors; /* errors of the moments about Boxes.about */
  /* number of boxes: visited for the sum, added to it (approximate), bounded */
  int64_t looked, added, cut;
} BoxFound;

/* Fill `found`, zero on entry; false, with the reason in why (size 256): too many cells. */
typedef bool BoxMethod(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why);

BoxMethod boxes_grid;   /* cubes of edge smallest / div, each with the density at its centre */
BoxMethod boxes_octree; /* boxes divided until the sum is within the tolerance, and extrapolated */

/* Volume of a cube of this edge, area of a square; half of its sides. */
static inline double boxes_cell(const Boxes *boxes, double edge)
{
  return boxes->dimension == 2 ? edge * edge : edge * edge * edge;
}

static inline Vec3 boxes_half(const Boxes *boxes, double edge)
{
  return vec3(edge / 2, edge / 2, boxes->dimension == 2 ? 0 : edge / 2);
}

/* Number of subcubes of a cube; centre of subcube k, which is offset by `quarter` of the cube's
   edge along each axis. */
static inline int boxes_parts(const Boxes *boxes)
{
  return boxes->dimension == 2 ? 4 : 8;
}

static inline Vec3 boxes_part(const Boxes *boxes, Vec3 centre, double quarter, int k)
{
  const double q = quarter, z = boxes->dimension == 2 ? 0 : k & 4 ? q : -q;

  return vec3(centre.x + (k & 1 ? q : -q), centre.y + (k & 2 ? q : -q), centre.z + z);
}

/* Magnitude of sum - middle. */
MassErrors box_found_apart(const BoxFound *found);
/* Relative rounding error of sums of n boxes. */
double boxes_rounding(int64_t n);

#endif
