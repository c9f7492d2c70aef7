/* SPDX-License-Identifier: MIT */
/* Sets of shapes in text files, *.shapes: a shape a line. What follows # counts for nothing, words are separated by blanks.

     node NAME x y z
     sphere x y z r                           or sphere @NAME r
     capsule x y z qw qx qy qz r shaft        or capsule @NAME qw qx qy qz r shaft
     ellipsoid x y z qw qx qy qz a b c        likewise
     box x y z qw qx qy qz lx ly lz           likewise
     tetrahedron x y z  x y z  x y z  x y z   or with names of nodes in place of any x y z
     facet x y z  x y z  x y z  thickness     likewise
     mesh FILE scale [x y z qw qx qy qz]

   Each line of a shape may end with material=NAME. Names of nodes begin with a letter, go on with letters, digits, - and _,
   stand on a line above their use, and may always be written with an @. The quaternion turns the shape's own axes, scalar
   first, of any length > 0. FILE is an STL, relative to this file's folder, in double quotes if it has blanks or #; its
   surface must be closed; it is scaled, then turned, then moved. All numbers finite; sizes and scale > 0; lengths in m. */
#ifndef MATTER_SHAPE_READ_H
#define MATTER_SHAPE_READ_H

#include "base/report.h"
#include "matter/shape.h"

/* Read all shapes, at least one. materials: list of the names in the file, in the order of their first use, densities 0; that
   of shapes without one has the name "". What is wrong goes to findings, with the line; shapes_free is right after both.
   Local: one rank reads. */
PetscErrorCode shapes_read(const char *path, ShapeSet *set, Materials *materials, Findings *findings);
void           shapes_free(ShapeSet *set, Materials *materials);

/* Write nodes and shapes so that they read back to the same bits; names of mesh files as they were read, so the file belongs
   into the same folder. false: why, of `size` bytes, with the path. */
bool shapes_write(const char *path, const ShapeSet *set, const Materials *materials, char *why, size_t size);

#endif
