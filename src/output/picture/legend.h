/* SPDX-License-Identifier: MIT */
/* Texts in pictures: title, time, scale of the colours, names, drawn with a font of strokes.
   Local. */
#ifndef OUTPUT_PICTURE_LEGEND_H
#define OUTPUT_PICTURE_LEGEND_H

#include "base/base.h"
#include "output/picture/tint.h"

/* Colour of text or of its rim. */
typedef struct {
  unsigned char c[3];
} Ink;

typedef struct {
  int            width, height;
  unsigned char *pixels; /* rows of red, green and blue bytes, from the top */
  Ink            ink, rim;
} Sheet;

void legend_title(const Sheet *sheet, const char *title);
/* Draw the time in the lower left corner. */
void legend_time(const Sheet *sheet, const char *time);
/* Draw a bar of the map with numbers, beside the right or the left edge. unit: "" for
   a pure number. */
void legend_scale(const Sheet *sheet, bool left, const ColourMap *map, const char *name,
                  const char *unit, const double range[2]);
/* Draw names beside their colours, in the upper right corner. */
void legend_names(const Sheet *sheet, int n, const char *const *name, const Colour *colour);

#endif
