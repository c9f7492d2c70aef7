/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of shapes, by the methods of sets of pebbles: of materials that overlap the densest wins. */
#ifndef MATTER_SHAPE_MASS_H
#define MATTER_SHAPE_MASS_H

#include "matter/shape.h"

/* Volume, mass, centre, inertia, principal frame and error, by one of mass_methods:

     sum         each shape whole; the error has a bound on what they share
     exact       one shape, or shapes that provably do not overlap (shapes_are_apart): closed forms, and the union of the
                 spheres among them; else refused, with the lines of two shapes that may overlap
     grid        cubes of the smallest equivalent radius (of a ball of a shape's volume) over div, each as dense as at its centre
     octree      boxes that shapes hold, halved until within the tolerance, and extrapolated
     montecarlo  random points in the shapes, each weighed by how many hold it; the bound is 4.5 standard errors

   Sets of spheres alone are taken as pebbles. Returns false, with why (room for 256), when the set is refused: no shapes, a
   density that is not > 0, too many cells. Local; one rank finds and tells the others, as of every mass method. */
bool shapes_mass(const ShapeSet *set, const Materials *materials, const MassMethod *method, const MassOptions *options,
                 MassProperties *out, char *why);

/* ---- for the methods ---- */

typedef bool ShapeMass(const ShapeSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                       char *why);

ShapeMass shapes_sum, shapes_exact, shapes_grid, shapes_octree, shapes_montecarlo;

double shape_density(const ShapeSet *set, const Materials *materials, int i);
/* Box around all, m. */
void shapes_bounds(const ShapeSet *set, Vec3 *lo, Vec3 *hi);
/* mass_error_set of shapes: the body is no less than its largest one. */
void shapes_error_set(const ShapeSet *set, const Materials *materials, const MassDoubt *doubt, MassProperties *out);
/* out += a body of these properties; first and inertia about `origin` until shapes_centre. */
void shapes_add(const MassProperties *part, Vec3 origin, MassProperties *out, Vec3 *first);
void shapes_centre(Vec3 origin, Vec3 first, MassProperties *out);

#endif
