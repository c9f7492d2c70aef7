/* SPDX-License-Identifier: MIT */
/* Last steps of a picture, when all objects are drawn: shading from depth, background, pixels. */
#include "output/picture/picture.h"

/* ---- shade ---- */

/* Occlusion of a sample by nearer samples on rings around it up to `reach`, from 0 to 1. After the
   eye-dome lighting of Boucheny 2009 (thesis, Univ. Joseph Fourier), with several rings. */
static double hidden(const Picture *p, int row, int column, int reach, double scale)
{
  static const int way[8][2] = {{2, 0}, {0, 2},  {-2, 0},  {0, -2},
                                {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const double     here      = p->depth[(size_t)row * (size_t)p->width + (size_t)column];
  double           sum = 0, weights = 0;

  for (int step = reach; step > 0; step /= 2) {
    double ring = 0;

    for (int k = 0; k < 8; k++) {
      const int    r = row + way[k][0] * step / 2, c = column + way[k][1] * step / 2;
      const bool   in    = r >= 0 && c >= 0 && r < p->height && c < p->width;
      const double there = in ? p->depth[(size_t)r * (size_t)p->width + (size_t)c] : INFINITY;

      /* limited to 1: what is far in front is another object, not a side of the same hollow */
      if (there < here) ring += min_real(1, (here - there) / scale);
    }
    sum += ring / 8;
    weights += 1;
  }
  return weights > 0 ? sum / weights : 0;
}

void picture_shade(Picture *picture, int reach, double scale)
{
  for (int row = 0; row < picture->height; row++) {
    for (int column = 0; column < picture->width; column++) {
      const size_t at = (size_t)row * (size_t)picture->width + (size_t)column;
      double       shade;

      if (isinf(picture->depth[at])) continue;
      shade = 1 / (1 + hidden(picture, row, column, reach, scale));
      for (int k = 0; k < 3; k++) picture->colour[3 * at + (size_t)k] *= (float)shade;
    }
  }
}

void picture_background(Picture *picture, Vec3 top, Vec3 bottom)
{
  for (int row = 0; row < picture->height; row++) {
    const Vec3 colour = vec3_axpy(top, (row + 0.5) / picture->height, vec3_sub(bottom, top));

    for (int column = 0; column < picture->width; column++) {
      const size_t at = (size_t)row * (size_t)picture->width + (size_t)column;

      if (!isinf(picture->depth[at])) continue;
      for (int k = 0; k < 3; k++) picture->colour[3 * at + (size_t)k] = (float)vec3_axis(colour, k);
    }
  }
}

/* ---- pixels ---- */

static unsigned char byte_of(double light)
{
  const double bright = sqrt(max_real(0, min_real(1, light)));

  return (unsigned char)(255 * bright + 0.5);
}

void picture_pixels(const Picture *picture, int factor, unsigned char *pixels, size_t stride)
{
  for (int row = 0; row < picture->height / factor; row++) {
    for (int column = 0; column < picture->width / factor; column++) {
      for (int k = 0; k < 3; k++) {
        double sum = 0;

        for (int s = 0; s < factor * factor; s++) {
          const size_t r = (size_t)(row * factor + s / factor),
                       c = (size_t)(column * factor + s % factor);

          sum +=
            min_real(1, (double)picture->colour[3 * (r * (size_t)picture->width + c) + (size_t)k]);
        }
        pixels[(size_t)row * stride + 3 * (size_t)column + (size_t)k] =
          byte_of(sum / (factor * factor));
      }
    }
  }
}
