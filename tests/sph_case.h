/* SPDX-License-Identifier: MIT */
/* Scenarios with SPH that several tests run. */
#ifndef SPH_CASE_H
#define SPH_CASE_H

#include "interaction/sph.h"
#include "sim_test.h"

enum { SPH_TEXT = 200000 };

static inline void sph_row(char *text, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
static inline void sph_row(char *text, const char *format, ...)
{
  const size_t n = strlen(text);
  va_list      list;

  va_start(list, format);
  vsnprintf(text + n, SPH_TEXT - n, format, list);
  va_end(list);
}

/* Column of SPH, such as SPH_DENSITY. */
static inline const double *sph_column(const Sim *sim, int k)
{
  return sim->clumps->found[clump_table_first(sph_fields) + k];
}

/* Write water.csv: nx x ny particles on a square lattice of this spacing, m, and tank.csv: pebbles of
   four layers around a basin of this width and height, in spacings. Collective. */
static inline void sph_basin(int nx, int ny, int width, int height, double spacing)
{
  static char water[SPH_TEXT], tank[SPH_TEXT];

  snprintf(water, sizeof water, "template,x,y\n");
  snprintf(tank, sizeof tank, "x,y,r\n");
  for (int j = -4; j < height; j++)
    for (int i = -4; i < width + 4; i++) {
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

  for (int j = -4; j < height; j++)
    for (int i = -4; i < width + 4; i++)
      if (j < 0 || i < 0 || i >= width) {
        y += j + 0.5;
        n++;
      }
  return (Vec3){0.5 * width * spacing, y / n * spacing, 0};
}

/* Water in a basin, as sph_basin; keys: further ones of the interaction. block > 0: a square of so many
   pebbles a side, half as dense as water, begins to sink into it in the middle. */
static inline Sim *sph_water(int nx, int ny, int width, int height, double spacing, double speed,
                             const char *keys, const char *options, int block)
{
  const Vec3   centre = sph_basin_centre(width, height, spacing);
  const double r      = spacing / sqrt(PETSC_PI);
  const int    size   = block > 0 ? block : 1;
  static char  text[4000], square[SPH_TEXT];

  snprintf(square, sizeof square, "x,y,r\n");
  for (int k = 0; k < size * size; k++)
    sph_row(square, "%.9g,%.9g,%.17g\n", k % size * spacing, k / size * spacing, r);
  test_file("block.csv", square);
  sph_basin(nx, ny, width, height, spacing);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [0, -9.81], dimension: 2}\n"
           "domain: {lo: [-1, -1], hi: [6, 6], boundary: [open, open]}\n"
           "material:\n"
           "  - water: {density: 1000}\n  - wood: {density: 500}\n  - steel: {density: 7800}\n"
           "contact:\n"
           "  - s-s: {between: [steel, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
           "  - w-s: {between: [wood, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
           "  - w-w: {between: [wood, wood], normal: hooke, stiffness: 1e6, restitution: .5}\n"
           "template:\n  - drop: {material: water, pebbles: [0, 0, %.17g]}\n"
           "  - tank: {material: steel, file: tank.csv, mass_properties: sum}\n"
           "  - block: {material: wood, file: block.csv, mass_properties: sum}\n"
           "clumps:\n  - column: {file: water.csv}\n"
           "  - tank: {template: tank, position: [%.17g, %.17g], blocked: [xyZ]}\n"
           "%s  - block: {template: block, position: [%.17g, %.17g], blocked: [xZ]}\n"
           "interaction:\n  - water: {type: sph, material: water, boundary: [steel, wood], %s, "
           "state: {type: tait, sound_speed: %.17g}}\n",
           0.26 * spacing / speed, r, centre.x, centre.y, block > 0 ? "" : "#",
           0.5 * width * spacing, (ny + 0.5 * block) * spacing, keys, speed);
  return test_sim(PETSC_COMM_SELF, text, options);
}

#endif
