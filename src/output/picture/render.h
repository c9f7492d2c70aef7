/* SPDX-License-Identifier: MIT */
/* Picture of the scenes of all ranks: each rank draws its own scene, and sends its samples of
   some rows to the rank that finishes these rows; no rank has all objects. The same bytes on any
   number of ranks. */
#ifndef OUTPUT_PICTURE_RENDER_H
#define OUTPUT_PICTURE_RENDER_H

#include "output/picture/lights.h"

typedef struct {
  Lighting lighting;
  int      factor;      /* samples per pixel, along each side */
  Colour   top, bottom; /* of the background */
} Rendering;

/* Draw the picture. *pixels: on rank 0 [height][width][3] bytes of red, green and blue, from the
   top, with width and height of the scene over factor, to be freed with array_free; elsewhere NULL.
   The order of objects in the scene changes. Collective. */
PetscErrorCode render(const Parallel *par, Scene *scene, const Rendering *how,
                      unsigned char **pixels);

#endif
