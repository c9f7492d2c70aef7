/* SPDX-License-Identifier: MIT */
/* Scenarios with SPH that several tests run. */
#ifndef SPH_CASE_H
#define SPH_CASE_H

#include "interaction/sph/sph.h"
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
  return sim->matter.clumps->found[clump_table_first(sph_fields) + k];
}

/* Write water.csv: nx x ny particles on a square lattice of this spacing, m, and tank.csv: pebbles
   of four layers around a basin of this width and height, in spacings. Collective. */
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

/* Water in a basin, as sph_basin; keys: further ones of the interaction. block > 0: a square of so
   many pebbles a side, half as dense as water, begins to sink into it in the middle. */
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

static inline double sph_virial(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(sim_pose(sim));
  CALL(totals_find(&measured, &t));
  return totals_value(&t, "virial");
}

/* A particle enters in step 25, with which lists and rows change: it acts on others from the next
   step. */
static inline void sph_check_virial(const char *fact, const char *gas)
{
  double virial[3], alone[3];
  Sim   *sim = test_sim(PETSC_COMM_WORLD, gas, ""), *one = test_sim_alone(gas, ""),
      *same = test_sim(PETSC_COMM_WORLD, gas, "-clumps_late_at 9");

  test_steps(sim, 24);
  test_steps(same, 25);
  if (one) test_steps(one, 24);
  for (int k = 0; k < 3; k++) {
    virial[k] = sph_virial(sim);
    alone[k]  = one ? sph_virial(one) : 0;
    test_steps(sim, 1);
    if (one) test_steps(one, 1);
  }
  test_from_rank_0(alone, sizeof alone);
  for (int k = 0; k < 3; k++) CHECK_BITS(virial[k], alone[k]);
  /* the same pairs; but viscosity has the velocities at the end of the step, not the predicted
     ones */
  CHECK_NEAR(virial[1], sph_virial(same), 1e-5 * virial[1]);
  CHECK(fabs(virial[1] - virial[0]) < 0.05 * fabs(virial[0])); /* the gas expands slowly */
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&same));
  test_end(fact);
}

#endif
