/* SPDX-License-Identifier: MIT */
/* A simple cubic lattice of bonded balls, pulled along x by its two end layers. */
#ifndef BONDED_LATTICE_H
#define BONDED_LATTICE_H

#include "sim_test.h"

#define LATTICE_RADIUS   0.005
#define LATTICE_STRENGTH 1e6
#define LATTICE_AREA     (PETSC_PI * LATTICE_RADIUS * LATTICE_RADIUS)
/* Waves run through the body, at d sqrt(k_n A / m) = 866 m/s, 20 times until each bond has opened
   by the strength over k_n, 1e-5 m. */
#define LATTICE_SPEED (1e-5 * 866 / (40 * 2 * LATTICE_RADIUS))

static const char lattice_scenario[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: auto, dt_safety: .06}\n"
  "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [open, open, open]}\n"
  "material: [{a: {density: 2000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .005]}}]\n"
  "clumps: [{all: {file: lattice.csv}}]\n"
  "bond: [{glue: {between: [a, a], distance: 1e-5, normal_stiffness: 1e11, shear_stiffness: 5e10, "
  "tensile_strength: 1e6, shear_strength: 1e6, damping_time: 1e-7}}]\n";

/* Largest force on the last layer, N, until the body is in two; *broken: bonds that broke by
   then. */
static inline double lattice_pull(int side, int64_t *broken)
{
  const double d = 2 * LATTICE_RADIUS, ramp = 4 * side * d / 866;
  char        *text    = malloc((size_t)side * side * side * 80 + 200), options[400];
  size_t       n       = (size_t)sprintf(text, "template,x,y,z,group\n");
  double       largest = 0;
  Sim         *sim;

  for (int k = 0; k < side * side * side; k++) {
    const int i = k % side;

    n += (size_t)sprintf(text + n, "ball,%.12g,%.12g,%.12g,%s\n", i * d, k / side % side * d,
                         k / side / side * d,
                         i == 0          ? "first"
                         : i == side - 1 ? "last"
                                         : "");
  }
  test_file("lattice.csv", text);
  free(text);
  text = malloc(sizeof lattice_scenario + 400);
  snprintf(options, sizeof options,
           "motion:\n"
           "  - hold: {groups: [first], type: translate, velocity: [%.9g, 0, 0], ramp: %.9g}\n"
           "  - pull: {groups: [last], type: translate, velocity: [%.9g, 0, 0], ramp: %.9g}\n",
           -LATTICE_SPEED, ramp, LATTICE_SPEED, ramp);
  sprintf(text, "%s%s", lattice_scenario, options);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  free(text);
  CHECK_INT(sim->links.total, 3 * side * side * (side - 1));
  for (int k = 0; k < 2000 * side; k++) {
    Sum force;

    test_steps(sim, 1);
    force = sim->motion.walls.driven.list[1].sum[DRIVEN_FORCE];
    CALL(sum_reduce(&sim->par, &force, 1));
    largest = fmax(largest, -sum_value(&force));
    if (-sum_value(&force) < 0.5 * largest && largest > 0.5 * LATTICE_STRENGTH * LATTICE_AREA)
      break;
  }
  *broken = test_total(sim->links.broken[1]);
  CALL(sim_destroy(&sim));
  return largest;
}

#endif
