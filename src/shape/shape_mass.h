/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of shapes, by the methods used for pebbles. Where materials overlap the
   densest counts. */
#ifndef SHAPE_SHAPE_MASS_H
#define SHAPE_SHAPE_MASS_H

#include "shape/shape.h"

/* Volume, mass, centre, inertia, principal frame and error bounds, by one of mass_methods:

     sum         each shape whole; the error bound includes what they share
     exact       one shape, or shapes that provably do not overlap (shapes_are_apart): closed forms,
                 and the union of the spheres among them; else refused, with the lines of two shapes
                 that may overlap
     grid        cubes of edge (smallest equivalent radius) / div, each with the density at its
                 centre
     octree      boxes inside shapes, divided until within the tolerance, and extrapolated
     montecarlo  random points in the shapes, weighted by 1 / number of shapes that contain them;
                 the error bound is four standard errors

   Sets of spheres only are treated as pebbles. Returns false, with the reason in why (size 256): no
   shapes, a density that is not > 0, too many cells. Local: run it on one rank and send the result
   to the others, as every mass method. */
bool shapes_mass(const ShapeSet *set, const Materials *materials, const MassMethod *method,
                 const MassOptions *options, MassProperties *out, char *why);

/* Mass properties of pebbles by a method, of capsules as of shapes; principal and axes are set, too. As
   MassMethod.find. */
bool pebbles_mass(const PebbleSet *set, const Materials *materials, const MassMethod *method,
                  const MassOptions *options, MassProperties *out, char *why);

typedef bool ShapeMass(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                       MassProperties *out, char *why);

ShapeMass shapes_sum, shapes_exact;

double shape_density(const ShapeSet *set, const Materials *materials, int i);
/* Bounding box of all shapes, m. */
void shapes_bounds(const ShapeSet *set, Vec3 *lo, Vec3 *hi);
/* mass_error_set for shapes, with the largest shape as lower bound on the body. */
void shapes_error_set(const ShapeSet *set, const Materials *materials, const MassErrors *errors,
                      MassProperties *out);
/* Add a body to *out; until shapes_centre, *first and inertia are about `origin`. */
void shapes_add(const MassProperties *part, Vec3 origin, MassProperties *out, Vec3 *first);
void shapes_centre(Vec3 origin, Vec3 first, MassProperties *out);

#endif
