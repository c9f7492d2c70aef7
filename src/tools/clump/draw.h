/* SPDX-License-Identifier: MIT */
/* Pictures of pebbles and of the mesh they approximate, side by side. */
#ifndef TOOLS_CLUMP_DRAW_H
#define TOOLS_CLUMP_DRAW_H

#include "tools/clump/mesh_body.h"

/* Panels from the left: the mesh; the pebbles; the pebbles coloured by signed distance to the mesh:
   red outside, blue inside, white on the surface, full colour at DRAW_FULL of D, the diameter of
   the sphere of equal volume. All have the same camera: longest principal axis to the right, second
   axis up, turned by 30 and 20 degrees. */
#define DRAW_FULL 0.03

/* Write a PNG file. Panels are `size` pixels wide and 0.5 to 1 times as high, to fit the body. set
   or solid may be NULL, not both. axes: principal axes as in MassProperties. *good is false on
   failure, after the message has been printed. */
PetscErrorCode draw(const char *path, int size, Quat axes, const PebbleSet *set,
                    const MeshBody *solid, bool *good);

#endif
