/* SPDX-License-Identifier: MIT */
/* Text in pictures, drawn with a font of strokes. Local. */
#ifndef OUTPUT_PICTURE_LETTERING_H
#define OUTPUT_PICTURE_LETTERING_H

#include "base/base.h"

/* Rows of red, green and blue bytes, from the top. */
typedef struct {
  int            width, height;
  unsigned char *pixels;
} Page;

/* Colour of text or of its rim. */
typedef struct {
  unsigned char c[3];
} Ink;

/* Width of a text, pixels. size: height of capitals, pixels. Characters that are not ASCII are
   boxes; a ^ raises the next one. */
double text_width(const char *text, double size);
/* Draw a text whose baseline begins at (x, y), with a rim of another colour, so that it can be read
   on any background. */
void text_draw(const Page *page, const char *text, double x, double y, double size, Ink ink,
               Ink rim);
/* Fill the rectangle of pixels from (x, y) on, opacity 0 to 1. */
void page_fill(const Page *page, int x, int y, int width, int height, Ink ink, double opacity);

#endif
