/* SPDX-License-Identifier: MIT */
/* What the methods that count boxes share: which pebbles matter in a box, its integrals, and bounds on what a box that
   is neither full nor empty may hold. Of several materials in one place the densest wins. */
#ifndef MATTER_MASS_BOXES_H
#define MATTER_MASS_BOXES_H

#include "matter/mass.h"

/* Boxes are centre +- half; of discs they are rectangles, with centre.z = half.z = 0. */

/* The pebbles about `origin`, which is near their centre. */
typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  Vec3             origin, lo, hi; /* of the box around them, about the origin, m */
  Vec3            *x;              /* [n] m */
  double          *density;        /* [n] kg/m^3 */
  double           smallest;       /* radius, m */
} Boxes;

/* Integrals over a body: of 1 (volume), and of density times 1, x, x x, about the origin. */
typedef struct {
  double volume, mass;
  Vec3   first;
  Sym3   second;
} BoxSum;

/* How far a sum may be off: volume, mass, norm of the first moment, norm of the inertia. */
typedef struct {
  double  volume, mass, first, inertia;
  int64_t n; /* boxes added, for the rounding */
} BoxDoubt;

/* Refuses what pebbles_are_sound refuses. boxes_free is right after both. */
bool boxes_create(const PebbleSet *set, const Materials *materials, Boxes *boxes, char *why);
void boxes_free(Boxes *boxes);

/* Which of the n pebbles in[] still matter in the box centre +- half: those that reach into it, do not hold all of it, and
   are denser than whatever does. They go to out[] (room for n, may be in[]), *n_out of them. Returns the density of the densest
   that holds the whole box, at least `sure`; 0: none. */
double box_sift(const Boxes *boxes, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out);
/* Density at x, of the pebbles in list[] or of what holds the box. */
double box_density(const Boxes *boxes, Vec3 x, double sure, int n, const int *list);
/* Volume of a cube of this edge, or area of a square; half of it. */
double boxes_cell(const Boxes *boxes, double edge);
Vec3   boxes_half(const Boxes *boxes, double edge);
/* Add a box of this density; of 0: nothing. */
void box_add(Vec3 centre, Vec3 half, double density, BoxSum *sum);
/* sum += s * other */
void box_sum_axpy(BoxSum *sum, double s, const BoxSum *other);

/* What a cube that pebbles list[] cut may hold: the middle of its bounds is added to `middle`, their width to `doubt`. */
void cell_doubt(const Boxes *boxes, Vec3 centre, double edge, double sure, int n, const int *list, BoxSum *middle,
                BoxDoubt *doubt);

/* Properties from the sum found; the error bounds its distance from a body that is within doubt of middle. */
void boxes_properties(const Boxes *boxes, const BoxSum *found, const BoxSum *middle, const BoxDoubt *doubt, MassProperties *out);

#endif
