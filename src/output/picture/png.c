/* SPDX-License-Identifier: MIT */
/* PNG files, by libpng's simplified interface, which reports errors by its return value. */
#include "output/files.h"
#include "output/picture/render.h"
#include <errno.h>
#include <png.h>

bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why,
               size_t size)
{
  png_image  image = {.version = PNG_IMAGE_VERSION,
                      .width   = (png_uint_32)width,
                      .height  = (png_uint_32)height,
                      .format  = PNG_FORMAT_RGB};
  FileTarget target;
  FILE      *file;
  bool       good;

  if (!file_target(path, &target, why, size) || !file_begin(&target, why, size)) return false;
  file = fopen(target.unfinished, "wb");
  good = file && png_image_write_to_stdio(&image, file, 0, pixels, 3 * width, NULL);
  if (file && fclose(file) != 0) good = false;
  if (!good)
    snprintf(why, size, "%s: cannot be written: %s", path,
             image.message[0] ? image.message : strerror(errno));
  png_image_free(&image);
  return file_finish(&target, good, why, size);
}
