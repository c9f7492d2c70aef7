/* SPDX-License-Identifier: MIT */
/* Light that reaches the samples of a picture: the parts of the sky and of the lamp that they see.

   Both are found from depth maps of all bodies as seen from many directions (Tarini, Cignoni &
   Montani 2006, IEEE Trans. Vis. Comput. Graph. 12, 1237); each map is the minimum over ranks. */
#ifndef OUTPUT_PICTURE_LIGHTS_H
#define OUTPUT_PICTURE_LIGHTS_H

#include "base/parallel.h"
#include "output/picture/canvas.h"

/* Rows of a picture that one rank finishes. */
typedef struct {
  int     first, rows, width;
  Sample *solid;    /* [rows][width] */
  float (*over)[4]; /* [rows][width] layers in front of it: light, and opacity; NULL: none */
  /* [rows][width] weight of the sky that is seen, and of all of it; part of the lamp
     seen. NULL: all */
  float *open, *sky, *lamp;
} Strip;

typedef struct {
  bool occlusion, shadows;
  Vec3 up;          /* where the sky is brightest, unit vector in the frame of the camera */
  bool every_other; /* a sample looks in half of the directions, its neighbours in the others */
} Lighting;

/* The lamp is to the upper left, behind the eye; in the frame of the camera. */
extern const Vec3 lamp_way;

/* Set open, sky and lamp of a strip. size: cells of the maps along each side. Collective. */
PetscErrorCode lights_find(const Parallel *par, const Scene *scene, const Lighting *how, int size,
                           Strip *strip);
/* Light that leaves a surface, red, green and blue, each >= 0. seen, lamp: parts of the sky and the
   lamp that it sees, 0 to 1; a fifth of the sky shines everywhere. */
Vec3 lit(const Lighting *how, Colour colour, Vec3 normal, Vec3 ray, double seen, double lamp);

#endif
