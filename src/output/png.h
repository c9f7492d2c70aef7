/* SPDX-License-Identifier: MIT */
/* Images as PNG files. */
#ifndef OUTPUT_PNG_H
#define OUTPUT_PNG_H

#include "base/base.h"

/* Write all of the image, rows of red, green, blue bytes from the top, or nothing. false: why, of `size` bytes, says what went
   wrong, with the path. Local. */
bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why, size_t size);

#endif
