/* SPDX-License-Identifier: MIT */
/* Probes: constant and linear fields, and volumes. */
#include "probe_case.h"

static void check_corrections(Sim *sim, double *found)
{
  double sum = 0;

  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(found[4 * i], 1, 1e-11); /* rounding of some 40 contributions to 1e-12 */
    CHECK_NEAR(found[4 * i + 1], 0, 1e-10);
    CHECK_NEAR(found[4 * i + 2], 0, 1e-10);
  }
  array_free(&found);
  found = numbers_of(sim, 1);
  for (int i = 0; i < 3; i++) {
    const Vec3 x = probe_point(&sim_probes(sim)->list[1], i);

    /* the same, and a matrix with a condition of some tens */
    CHECK_NEAR(found[12 * i], 1 + 2 * x.x - 3 * x.y, 1e-9);
    CHECK_NEAR(found[12 * i + 1], 4 + x.y, 1e-9);
    CHECK_NEAR(found[12 * i + 3], 2, 1e-9);
    CHECK_NEAR(found[12 * i + 4], -3, 1e-9);
    CHECK_NEAR(found[12 * i + 7], 1, 1e-9);
  }
  CHECK(isnan(found[12 * 3])); /* nothing near (8, 8) */
  array_free(&found);
  found = numbers_of(sim, 2);
  for (int64_t i = 0; i < sim_probes(sim)->list[2].n; i++) sum += 0.01 * found[i];
  /* the cubic spline summed over points with h/9 between them is 1 within 2e-5 */
  CHECK_NEAR(sum, 100 * PETSC_PI * 0.0016, 1e-4 * sum);
  array_free(&found);
  CALL(sim_destroy(&sim));
}

static void corrections_are_exact(void)
{
  static char       rows[SPH_TEXT];
  const char *const scenario =
    "schema: 1\nrun: {end_time: 9, dt: 1e-3, dimension: 2}\n"
    "domain: {lo: [-1, -1], hi: [9, 9], boundary: [open, open]}\n"
    "material:\n  - gas: {density: 1}\n"
    "contact:\n  - gas: {between: [gas, gas], normal: hooke, stiffness: 1, restitution: "
    "1}\ntemplate:\n  - atom: {material: gas, pebbles: [0, 0, .04]}\n"
    "clumps:\n  - all: {file: gas.csv}\n"
    "probe:\n"
    "  - constant: {every: 1, fields: [density], smoothing_length: .9, correction: shepard, "
    "gradient: "
    "true, points: [1, 1.2, 3.3, 4.1, 0, 0]}\n"
    "  - linear: {every: 1, fields: [velocity], smoothing_length: .9, correction: linear, "
    "gradient: "
    "true, points: [1, 1.2, 3.3, 4.1, 0, 0, 8, 8]}\n"
    "  - volume: {every: 1, fields: [volume_fraction], smoothing_length: .9, kernel: cubic_spline, "
    "lo: [-2.9, -2.9], hi: [7.9, 7.9], spacing: .1}\n";
  Sim    *sim;
  double *found;

  snprintf(rows, sizeof rows, "template,x,y,vx,vy\n");
  for (int i = 0; i < 100; i++) {
    const double x = i % 10 * 0.5 + 0.1 * (i * 7 % 5), y = i / 10 * 0.5 + 0.1 * (i * 11 % 7);

    sph_row(rows, "atom,%.17g,%.17g,%.17g,%.17g\n", x, y, 1 + 2 * x - 3 * y, 4 + y);
  }
  test_file("gas.csv", rows);
  sim   = test_sim_alone(scenario, "");
  found = sim ? numbers_of(sim, 0) : NULL;
  if (sim) check_corrections(sim, found);
  test_end("corrections are exact for constant and linear fields, and volumes add up");
}

/* Velocities whose quantum has no inverse; and a reach of 1.5 periods, with as many images as a
   point can see. */
static void extremes_are_sums(void)
{
  const char *const scenario =
    "schema: 1\nrun: {end_time: 9, dt: 1e-3, dimension: 2}\n"
    "domain: {lo: [0, 0], hi: [1, 1], boundary: [periodic, periodic]}\n"
    "material:\n  - gas: {density: 1}\n"
    "contact:\n  - gas: {between: [gas, gas], normal: hooke, stiffness: 1, restitution: "
    "1}\ntemplate:\n  - atom: {material: gas, pebbles: [0, 0, .1]}\n"
    "clumps:\n  - one: {template: atom, position: [0.5, 0.5], velocity: [1e-280, 0]}\n"
    "probe:\n"
    "  - still: {every: 1, fields: [velocity], smoothing_length: .2, points: [0.5, 0.5]}\n"
    "  - wide: {every: 1, fields: [volume_fraction], smoothing_length: .75, points: [0.5, 0.5, 0, "
    "0]}\n";
  Sim *sim = test_sim_alone(scenario, "");

  if (sim) {
    double *found = numbers_of(sim, 0);

    CHECK_BITS(found[0], 0);
    array_free(&found);
    found = numbers_of(sim, 1);
    for (int i = 0; i < 2; i++) {
      const Vec3 at  = probe_point(&sim_probes(sim)->list[1], i);
      double     sum = 0;

      for (int k = 0; k < 25; k++) {
        const double x = k % 5 - 1.5 - at.x, y = k / 5 - 1.5 - at.y, q = hypot(x, y) / 0.75,
                     t = fmax(0, 1 - 0.5 * q);

        sum += 0.01 * PETSC_PI * 7 / (4 * PETSC_PI * 0.5625) * t * t * t * t * (1 + 2 * q);
      }
      CHECK_NEAR(found[i], sum, 1e-12 * sum); /* 25 contributions, each rounded to 4e-15 */
    }
    array_free(&found);
    CALL(sim_destroy(&sim));
  }
  test_end("velocities near 0 are 0, and a body counts with all images in reach");
}

TESTS(.ranks = {1})
{
  corrections_are_exact();
  extremes_are_sums();
  test_folder_remove();
}
