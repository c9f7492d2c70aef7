/* SPDX-License-Identifier: MIT */
/* Integrals over a body by counting boxes, in a grid or an octree, with bounds on what boxes hold that are neither full nor
   empty. What the body is made of is told by BoxParts: pebbles in mass_boxes.c, shapes in shape_boxes.c. Of several parts in
   one place the densest counts. */
#ifndef MATTER_BOXES_H
#define MATTER_BOXES_H

#include "matter/box_share.h"
#include "matter/mass.h"

/* Boxes are centre +- half; of a body in the plane they are rectangles, with centre.z = half.z = 0. */

typedef struct Boxes Boxes;

/* What kind of parts a body has. */
typedef struct {
  /* Which of the n parts in[] still matter in the box centre +- half: those that may reach into it, are not known to hold all of
     it, and are denser than whatever does. They go to out[] (room for n, apart from in[]), *n_out of them. Returns the density of
     the densest that holds the whole box, at least `sure`; 0: none. */
  double (*sift)(const Boxes *boxes, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out);
  /* Density at x, of the parts in list[] or of what holds the box. */
  double (*density_at)(const Boxes *boxes, Vec3 x, double sure, int n, const int *list);
  /* How much part i may have of a cube (square) of this edge that it cuts. */
  BoxShare (*share)(const Boxes *boxes, int i, Vec3 centre, double edge);
  /* Cubes of this edge that surfaces go through, about; the grid refuses to look at more than most_cut, a minute's work. */
  double (*cells_cut)(const Boxes *boxes, double edge);
  double most_cut;
  int    finer;  /* times that cut cubes are cut up for tighter bounds, at most, if they are few; <= BOXES_MOST_FINER */
  bool   spread; /* what is likely in a cut cube counts as spread over it, else as in its centre */
} BoxParts;

enum { BOXES_MOST_FINER = 2 };

/* A body. Whoever makes one says how to free it. */
struct Boxes {
  const BoxParts *parts;
  const void     *set; /* as its kind of parts knows it */
  int             n;   /* parts, >= 1 */
  int             dimension;
  Vec3            lo, hi;   /* of the box around all, m */
  Vec3            about;    /* sums are about it: near the middle, m */
  const double   *density;  /* [n] kg/m^3, > 0 */
  double          smallest; /* radius of the smallest part, or of a ball as large, m */
};

/* Integrals of 1 (volume), and of density times 1, x, x x. */
typedef struct {
  double volume, mass;
  Vec3   first;
  Sym3   second;
} BoxSum;

/* What was found: the truth is within `doubt` of `middle`, but for the rounding of the sums. */
typedef struct {
  BoxSum    sum, middle;
  MassDoubt doubt;              /* of the moments about Boxes.about */
  int64_t   looked, added, cut; /* boxes: looked at to find the sum, added to it (about), bounded */
} BoxFound;

/* ---- methods ---- */

/* Fill `found`, zero before; false, with why (room for 256): too many cells, or no memory. */
typedef bool BoxMethod(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why);

BoxMethod boxes_grid;   /* cubes of smallest / div, each as dense throughout as at its centre */
BoxMethod boxes_octree; /* boxes that are halved until the sum is within the tolerance, and extrapolated */

/* ---- for them ---- */

/* Volume of a cube of this edge, or area of a square; half of it. */
static inline double boxes_cell(const Boxes *boxes, double edge)
{
  return boxes->dimension == 2 ? edge * edge : edge * edge * edge;
}

static inline Vec3 boxes_half(const Boxes *boxes, double edge)
{
  return vec3(edge / 2, edge / 2, boxes->dimension == 2 ? 0 : edge / 2);
}

/* A cube is cut into so many boxes; centre of the kth, which is `quarter` of its edge from that of the whole. */
static inline int boxes_parts(const Boxes *boxes)
{
  return boxes->dimension == 2 ? 4 : 8;
}

static inline Vec3 boxes_part(const Boxes *boxes, Vec3 centre, double quarter, int k)
{
  const double q = quarter, z = boxes->dimension == 2 ? 0 : k & 4 ? q : -q;

  return vec3(centre.x + (k & 1 ? q : -q), centre.y + (k & 2 ? q : -q), centre.z + z);
}

/* Add a box of this density; of 0: nothing. */
void boxes_add(const Boxes *boxes, Vec3 centre, Vec3 half, double density, BoxSum *sum);
/* sum += s * other */
void box_sum_axpy(BoxSum *sum, double s, const BoxSum *other);
/* Room for n items at *pointer, by realloc; false: no memory, and nothing has changed. */
bool boxes_reserve(void *pointer, size_t size, size_t n, size_t *room);

/* How many times this many cubes may be cut up in a second or so. */
int boxes_finer(const Boxes *boxes, double cubes);
/* What a cube that parts list[] cut may hold, cut up `finer` times: to middle, doubt and cut of `found`. The list is used as a
   stack, with room for (finer + 1) n. */
void boxes_bound(const Boxes *boxes, Vec3 centre, double edge, double sure, int n, int *list, int finer, BoxFound *found);

/* ---- for who makes mass properties of it ---- */

/* How far the sum is from the middle, in size. */
MassDoubt box_found_apart(const BoxFound *found);
/* Of sums of n boxes, relative. */
double boxes_rounding(int64_t n);

#endif
