/* SPDX-License-Identifier: MIT */
/* Sets of shapes in text files, *.shapes, one shape a line. # starts a comment; words are separated
   by blanks.

     node NAME x y z
     sphere x y z r                           or sphere @NAME r
     capsule x y z qw qx qy qz r shaft        or capsule @NAME qw qx qy qz r shaft
     ellipsoid x y z qw qx qy qz a b c        or ellipsoid @NAME qw qx qy qz a b c
     box x y z qw qx qy qz lx ly lz           or box @NAME qw qx qy qz lx ly lz
     tetrahedron x y z  x y z  x y z  x y z   or with names of nodes in place of any x y z
     facet x y z  x y z  x y z  thickness     or with names of nodes in place of any x y z
     mesh FILE scale [x y z qw qx qy qz]

   Each line of a shape may end with material=NAME. Names of nodes have letters, digits, - and _,
   begin with a letter, are defined on a line above their use, and may be written with @ in front.
   The quaternion rotates the shape's axes to those of the set; scalar first, any length > 0. FILE
   is an STL file, relative to the folder of this file, in double quotes if it has blanks or #; its
   surface must be closed; it is scaled, then rotated, then moved. All numbers finite; sizes and
   scale > 0; lengths in m. */
#ifndef SHAPE_SHAPE_READ_H
#define SHAPE_SHAPE_READ_H

#include "shape/shape.h"

/* Read all shapes, at least one. materials: the names in the file in the order of first use, with
   density 0; shapes without a material get one named "". Faults go to findings, with the line; call
   shapes_free in either case. Local: one rank reads. */
void shapes_read(const char *path, ShapeSet *set, Materials *materials, Findings *findings);
void shapes_free(ShapeSet *set, Materials *materials);

/* Write nodes and shapes so that they read back to the same bits. Names of mesh files are written
   as read, so the file must be in the same folder. false: why (of `size` bytes) holds the reason,
   with the path. */
bool shapes_write(const char *path, const ShapeSet *set, const Materials *materials, char *why,
                  size_t size);

#endif
