/* SPDX-License-Identifier: MIT */
/* A shock tube and a floating block by SPH. */
#include "sph_case.h"

/* ---- Sod 1978, J. Comput. Phys. 27, 1: gamma = 1.4, states 1, 1 and 0.125, 0.1 ---- */

enum { NUMBER = 400, DEEP = 12 };

/* A periodic tube from -1 to 1, dense for |x| < 1/2, of particles of equal mass: on a square
   lattice, and on one with three times the spacing across. */
static Sim *tube(void)
{
  static char  text[2 * SPH_TEXT], scenario[3000];
  const double d = 1.0 / NUMBER;

  snprintf(text, sizeof text, "template,x,y,internal_energy\n");
  for (int i = -NUMBER / 2; i < NUMBER / 2; i++)
    for (int j = 0; j < DEEP; j++)
      sph_row(text, "atom,%.9g,%.9g,2.5\n", (i + .5) * d, (j + .5) * d);
  for (int i = 0; i < NUMBER / 8 * 3; i++)
    for (int j = 0; j < DEEP / 3; j++) {
      const double x = .5 + (i + .5) / (NUMBER / 8 * 3);

      sph_row(text, "atom,%.9g,%.9g,2\n", x > 1 ? x - 2 : x, (j + .5) * 3 * d);
    }
  test_file("tube.csv", text);
  snprintf(scenario, sizeof scenario,
           "schema: 1\nrun: {end_time: 9, dt: %.17g, dimension: 2}\n"
           "domain: {lo: [-1, 0], hi: [1, %.17g], boundary: [periodic, periodic]}\n"
           "material:\n  - gas: {density: 1}\n"
           "template:\n  - atom: {material: gas, pebbles: [0, 0, %.17g]}\n"
           "clumps:\n  - gas: {file: tube.csv}\n"
           "interaction:\n"
           "  - gas: {type: sph, material: gas, smoothing_ratio: 1.6, smoothing: adaptive, "
           "alpha: 1, beta: 2, state: {type: ideal_gas, gamma: 1.4}}\n",
           0.118 * d, DEEP * d, d / sqrt(PETSC_PI));
  return test_sim(PETSC_COMM_SELF, scenario, "");
}

/* Mean of a column, or of the velocity, over the middle half of what is between lo and hi. */
static double plateau(const Sim *sim, const double *of, double lo, double hi)
{
  const double margin = 0.25 * (hi - lo);
  double       sum = 0, n = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const double x = sim->matter.clumps->pose[a].x.x;

    if (x < lo + margin || x > hi - margin) continue;
    sum += of ? of[a] : sim->matter.clumps->motion[a].v.x;
    n++;
  }
  return sum / n;
}

static void compare(const char *what, double is, double exact)
{
  printf("# %s %.4f, exact %.4f: %+.2f %%\n", what, is, exact, 100 * (is / exact - 1));
  CHECK_NEAR(is, exact, 0.03 * exact); /* 400 particles a unit of length at the left */
}

static void shocks_have_their_plateaus(void)
{
  const double u = .927452620049, pressure = .303130178051, left = .426319428178,
               right = .265573711705;
  Sim   *sim         = tube();
  double t, contact, shock, tail;

  test_steps(sim, (int)(0.2 / sim->clock.dt + 0.5));
  t       = sim_time(sim);
  contact = .5 + u * t;
  shock   = .5 + 1.75215573203 * t;
  tail    = .5 + (u - sqrt(1.4 * pressure / left)) * t;
  compare("density left of the contact", plateau(sim, sph_column(sim, SPH_DENSITY), tail, contact),
          left);
  compare("density right of it", plateau(sim, sph_column(sim, SPH_DENSITY), contact, shock), right);
  compare("pressure", plateau(sim, sph_column(sim, SPH_PRESSURE), tail, shock), pressure);
  compare("velocity", plateau(sim, NULL, tail, shock), u);
  CALL(sim_destroy(&sim));
  test_end("a shock tube has the plateaus of the exact solution");
}

/* ---- a block of half the density of water, 20 pebbles across ---- */

#define SPACING 0.05
enum { BLOCK = 20, WIDTH = 60 };

/* Height of the water beside the block: mean of the highest particles of stripes 3 spacings
   wide. */
static double level(const Sim *sim)
{
  const double stripe = 3 * SPACING;
  double       sum    = 0;
  int          n      = 0;

  for (int k = 1; k < WIDTH / 3 - 1; k++) {
    double top = 0;

    if (k * stripe > 0.8 && (k + 1) * stripe < WIDTH * SPACING - 0.8) continue; /* near the block */
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      const Vec3 x = sim->matter.clumps->pose[a].x;

      if (sim->matter.clumps->blocked[a] == 0 && x.x > k * stripe && x.x < (k + 1) * stripe)
        top = fmax(top, x.y + 0.5 * SPACING);
    }
    sum += top;
    n++;
  }
  return sum / n;
}

static void blocks_float(void)
{
  Sim   *sim   = sph_water(WIDTH, 24, WIDTH, 40, SPACING, 40, "alpha: .5", "", BLOCK);
  double depth = 0;

  test_steps(sim, 24000);
  for (int k = 0; k < 20; k++) {
    test_steps(sim, 200);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      if ((sim->matter.clumps->blocked[a] & (BLOCK_X | BLOCK_Y)) == BLOCK_X)
        depth += (level(sim) - (sim->matter.clumps->pose[a].x.y - 0.5 * BLOCK * SPACING)) / 20;
  }
  printf("# the block lies %.3f of its height deep\n", depth / (BLOCK * SPACING));
  CHECK_NEAR(depth / (BLOCK * SPACING), 0.5, 0.03); /* of its height */
  CALL(sim_destroy(&sim));
  test_end("a block of half the density of water lies half its height deep");
}

TESTS(.ranks = {1}, .limit = 900)
{
  blocks_float();
  shocks_have_their_plateaus();
  test_folder_remove();
}
