/* SPDX-License-Identifier: MIT */
/* PNG files by libpng's simplified interface, which reports errors by its return value. */
#include "output/picture/png.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>

#include "output/files.h"

static bool fill(FILE *file, int width, int height, const unsigned char *pixels, char *why,
                 size_t size)
{
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width   = (png_uint_32)width,
                     .height  = (png_uint_32)height,
                     .format  = PNG_FORMAT_RGB};
  const int good  = png_image_write_to_stdio(&image, file, 0, pixels, 3 * width, NULL);

  if (!good) snprintf(why, size, "%s", image.message);
  png_image_free(&image);
  return good != 0;
}

bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why,
               size_t size)
{
  FileTarget target;
  char       reason[128] = "";
  FILE      *file;
  bool       good;

  if (!file_target(path, &target, why, size) || !file_begin(&target, why, size)) return false;
  file = fopen(target.unfinished, "wb");
  good = file && fill(file, width, height, pixels, reason, sizeof reason);
  if (file && fclose(file) != 0) good = false;
  if (!good)
    snprintf(why, size, "%s: cannot be written: %s", path, reason[0] ? reason : strerror(errno));
  return file_finish(&target, good, why, size);
}
