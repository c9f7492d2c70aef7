/* SPDX-License-Identifier: MIT */
/* Texts in a picture: title, time, scale of the colours, names. Local. */
#ifndef OUTPUT_PICTURE_LEGEND_H
#define OUTPUT_PICTURE_LEGEND_H

#include "output/picture/lettering.h"
#include "output/picture/maps.h"

typedef struct {
  Page page;
  Ink  ink, rim;
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

/* Choose the marks of a scale from lo to hi: multiples of *step, about `most` of them at most;
   *decimals: digits after the point. */
void scale_marks(double lo, double hi, int most, double *step, int *decimals);
/* "m s-1" as text with raised exponents, to `text`. */
void unit_text(const char *unit, char *text, size_t size);

#endif
