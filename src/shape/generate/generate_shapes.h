/* SPDX-License-Identifier: MIT */
/* Clumps from sets of shapes: each shape is filled by itself, errors are those of the union. */
#ifndef SHAPE_GENERATE_GENERATE_SHAPES_H
#define SHAPE_GENERATE_GENERATE_SHAPES_H

#include "shape/generate/generate.h"
#include "shape/shape.h"

/* Mass properties of the set itself: exact where shapes do not overlap, else by octree to this
   tolerance (at least MASS_LEAST_TOLERANCE). Errors as shapes_mass. Local. */
bool shapes_mass_own(const ShapeSet *set, const Materials *materials, double tolerance,
                     MassProperties *out, char *why);

/* Fill a set of shapes with pebbles, in the frame of the set, of the shapes' materials, so that the
   error bounds hold for the union:

     sphere   one pebble
     capsule  pebbles of its radius, evenly spaced along its shaft with one at each end
              (generate_chain.h)
     others   by options->method in the closed mesh of the shape, whose error is small against the
              bounds

   Each shape first gets the bounds of the whole (lengths over the D of the whole). If that does not
   suffice, as for shapes that overlap, the bounds of all shapes are reduced. Without any bound,
   options->most is shared out by surface. A pebble within another one of at least its density is
   left out. Expansion adds one length to all pebbles.

   The report compares the union of the pebbles with the union of the shapes: errors of volume and
   inertia include the error bound of the shapes' own, distances are from the surface of the union
   (parts of shapes covered by others do not count).

   why      size 256; set when false is returned: then there is nothing to free

   Local and serial, as generate. */
bool generate_shapes(const ShapeSet *set, const Materials *materials,
                     const GenerateOptions *options, PebbleSet *pebbles, GenerateReport *report,
                     char *why);

#endif
