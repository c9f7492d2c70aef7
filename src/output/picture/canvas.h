/* SPDX-License-Identifier: MIT */
/* Ray casting of a scene into samples, some rows of the picture at a time.

   The nearest sample is kept of those of several objects, or of several ranks; of equally deep ones
   the one with the smaller numbers, so that neither the order of objects nor their ranks matter. Of
   objects that are not opaque the nearest CANVAS_LAYERS are kept, in the order of depths. Local. */
#ifndef OUTPUT_PICTURE_CANVAS_H
#define OUTPUT_PICTURE_CANVAS_H

#include "output/picture/scene.h"

enum { CANVAS_LAYERS = 4 };

/* Surface that a ray meets. */
typedef struct {
  float    depth; /* m; INFINITY: nothing */
  uint32_t colour;
  uint32_t normal; /* towards the eye: normal_unpacked */
} Sample;

/* Unit normal of Sample.normal. */
Vec3 normal_unpacked(uint32_t packed);

typedef struct {
  const Scene *scene;
  int          first, rows, width;
  bool         layered;
  Sample      *solid; /* [rows][width] nearest of all opaque objects */
  Sample      *layer; /* [rows][width][CANVAS_LAYERS] of the others; NULL unless layered */
} Canvas;

/* Create a canvas for up to `rows` rows at a time. layered: an object of some rank is not
   opaque. */
void canvas_create(const Scene *scene, int rows, bool layered, Canvas *canvas);
void canvas_free(Canvas *canvas);
/* Draw rows first .. first + rows - 1 of the picture. */
void canvas_draw(Canvas *canvas, int first, int rows);
/* Merge one sample, as if its object were of this scene. */
void canvas_put(Canvas *canvas, int row, int column, const Sample *sample);

#endif
