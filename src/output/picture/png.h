/* SPDX-License-Identifier: MIT */
/* Writing of PNG files. */
#ifndef OUTPUT_PICTURE_PNG_H
#define OUTPUT_PICTURE_PNG_H

#include "base/base.h"

/* Write an image, rows of red, green, blue bytes from the top, as a complete file or none. Returns
   false if that fails, and `why` (`size` bytes) has the path and the reason. Local. */
bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why,
               size_t size);

#endif
