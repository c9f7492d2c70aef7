/* SPDX-License-Identifier: MIT */
/* Clumps from sets of shapes: each shape by itself, the whole measured against the union of all. */
#ifndef MATTER_GENERATE_SHAPES_H
#define MATTER_GENERATE_SHAPES_H

#include "matter/generate.h"
#include "matter/shape.h"

/* Mass properties of the set's own: exact where shapes do not overlap, else by octree to this tolerance (at least
   MASS_LEAST_TOLERANCE). Errors as shapes_mass. Local. */
bool shapes_mass_own(const ShapeSet *set, const Materials *materials, double tolerance, MassProperties *out, char *why);

/* Pebbles of the shapes' materials, in the frame of the set, such that what is asked of errors holds for the whole:

     sphere   a pebble
     capsule  pebbles of its radius along its axis, evenly, one on each end, as many as it takes (generate_chain.h)
     others   by options->method in the closed mesh of the shape, which is off by far less than what is asked

   Each shape first has the errors asked for the whole (lengths over the D of the whole); where that does not do, shapes that
   overlap, all are asked for less. Without any error asked the largest number is shared out by the surfaces. A pebble that is
   in another one as dense or denser is left out. Expansion is of all pebbles, by one length.

   The report is of the union of the pebbles against the union of the shapes: volume and inertia with the bound of what these are
   known to added, distances from the surface of the union (parts of shapes within others count for nothing).

   why      room for 256, when false is returned: then nothing is to be freed

   Local and serial, as generate. */
bool generate_shapes(const ShapeSet *set, const Materials *materials, const GenerateOptions *options, PebbleSet *pebbles,
                     GenerateReport *report, char *why);

#endif
