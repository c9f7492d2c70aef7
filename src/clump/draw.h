/* SPDX-License-Identifier: MIT */
/* Pictures of pebbles and of the mesh they stand for, side by side. */
#ifndef CLUMP_DRAW_H
#define CLUMP_DRAW_H

#include "clump/mesh_body.h"

/* Either may be NULL, not both. Panels from the left: the mesh; the pebbles; the pebbles coloured by their distance to the mesh:
   red is outside, blue inside, white on it, full colour at DRAW_FULL of the diameter of the sphere of the mesh's volume. All
   seen from the same place: the longest principal axis to the right, the second up, both turned a little. */
#define DRAW_FULL 0.03

/* Write a PNG file, panels `size` pixels wide and half as high to as high, as the body needs. axes: principal ones, as in
   MassProperties. *good false: what went wrong has been told. */
PetscErrorCode draw(const char *path, int size, Quat axes, const PebbleSet *set, const MeshBody *solid, bool *good);

#endif
