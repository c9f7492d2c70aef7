/* SPDX-License-Identifier: MIT */
/* Scenarios with SPH that several tests run. */
#ifndef SPH_CASE_H
#define SPH_CASE_H

#include "sim_test.h"

enum { SPH_TEXT = 40000 };

static inline void sph_row(char *text, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
static inline void sph_row(char *text, const char *format, ...)
{
  const size_t n = strlen(text);
  va_list      list;

  va_start(list, format);
  vsnprintf(text + n, SPH_TEXT - n, format, list);
  va_end(list);
}

/* Write water.csv: nx x ny particles on a square lattice of this spacing, m, and tank.csv: pebbles of
   three layers around a basin of this width and height, in spacings. Collective. */
static inline void sph_basin(int nx, int ny, int width, int height, double spacing)
{
  static char water[SPH_TEXT], tank[SPH_TEXT];

  snprintf(water, sizeof water, "template,x,y\n");
  snprintf(tank, sizeof tank, "x,y,r\n");
  for (int j = -3; j < height; j++)
    for (int i = -3; i < width + 3; i++) {
      const double x = (i + 0.5) * spacing, y = (j + 0.5) * spacing;

      if (j < 0 || i < 0 || i >= width)
        sph_row(tank, "%.9g,%.9g,%.17g\n", x, y, spacing / sqrt(PETSC_PI));
      else if (i < nx && j < ny) sph_row(water, "drop,%.9g,%.9g\n", x, y);
    }
  test_file("water.csv", water);
  test_file("tank.csv", tank);
}

/* Mean of the coordinates of the pebbles in tank.csv, where its centre of mass is. */
static inline Vec3 sph_basin_centre(int width, int height, double spacing)
{
  double y = 0;
  int    n = 0;

  for (int j = -3; j < height; j++)
    for (int i = -3; i < width + 3; i++)
      if (j < 0 || i < 0 || i >= width) {
        y += j + 0.5;
        n++;
      }
  return (Vec3){0.5 * width * spacing, y / n * spacing, 0};
}

#endif
