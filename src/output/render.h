/* SPDX-License-Identifier: MIT */
/* Picture of the scenes of all ranks: each draws its own, and sends what it has of some rows to the
   rank that finishes them; nobody has all objects. The same bytes on any number of ranks. */
#ifndef OUTPUT_RENDER_H
#define OUTPUT_RENDER_H

#include "output/lights.h"

typedef struct {
  Lighting lighting;
  int      factor;      /* samples per pixel, along each side */
  Colour   top, bottom; /* of the background */
} Rendering;

/* *pixels: rank 0: [height][width][3] bytes of red, green and blue, from the top, width and height being
   those of the scene over factor, to be freed with array_free; elsewhere NULL. The scene is brought
   into another order. Collective. */
PetscErrorCode render(const Parallel *par, Scene *scene, const Rendering *how,
                      unsigned char **pixels);

#endif
