/* SPDX-License-Identifier: MIT */
/* Strength of random packings of bonded balls: frictionless balls settle in a box, are bonded, and
   are pulled apart by their lowest and uppermost layers. No closed form: what docs/physics/links.md
   tells is printed here, and must be alike for all seeds. */
#include "bonded_lattice.h"

enum { BALLS = 1500, SEEDS = 3, PACKING_TEXT = 200000 };
#define SIDE (10 * 2 * LATTICE_RADIUS) /* of the box, m */

static const char settling[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: 2e-5, seed: %d, gravity: [0, 0, -9.81]}\n"
  "domain: {lo: [0, 0, 0], hi: [.1, .1, .4], boundary: [open, open, open]}\n"
  "material: [{a: {density: 2000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .3}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .005]}}]\n"
  "wall: [{box: {shape: box, material: a, lo: [0, 0, 0], hi: [.1, .1, .4]}}]\n"
  "clumps: [{all: {template: ball, count: 1500, lo: [0, 0, 0], hi: [.1, .1, .39]}}]\n";

/* Rows of balls at rest, with the groups of the ends, to packing.csv; returns the solid fraction
   between the middles of the ends. */
static double settle(int seed)
{
  char       *text = malloc(PACKING_TEXT);
  size_t      n    = 0;
  double      top = 0, low = 3 * LATTICE_RADIUS, inside = 0;
  Sim        *sim;
  const Pose *pose;

  snprintf(text, PACKING_TEXT, settling, seed);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 40000);
  pose = sim->matter.clumps->pose;
  for (int k = 0; k < BALLS; k++) top = fmax(top, pose[k].x.z);
  n += (size_t)sprintf(text, "template,x,y,z,group\n");
  for (int k = 0; k < BALLS; k++) {
    const Vec3 x = pose[k].x;

    inside += x.z > low && x.z < top - low;
    n += (size_t)sprintf(text + n, "ball,%.12g,%.12g,%.12g,%s\n", x.x, x.y, x.z,
                         x.z < low         ? "first"
                         : x.z > top - low ? "last"
                                           : "");
  }
  test_file("packing.csv", text);
  free(text);
  CALL(sim_destroy(&sim));
  return inside * 4 / 3 * PETSC_PI * pow(LATTICE_RADIUS, 3) / (SIDE * SIDE * (top - 2 * low));
}

/* Largest nominal stress, Pa; bonds made, and broken by then. */
static double pull(int64_t *bonds, int64_t *broken)
{
  static char  text[3000];
  const int    layers  = 16;
  const double ramp    = 4 * layers * 2 * LATTICE_RADIUS / 866;
  double       largest = 0;
  Sim         *sim;

  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 100, dt: auto, dt_safety: .06}\n"
    "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [open, open, open]}\n"
    "material: [{a: {density: 2000}}]\n"
    "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
    "template: [{ball: {material: a, pebbles: [0, 0, 0, .005]}}]\n"
    "clumps: [{all: {file: packing.csv}}]\n"
    "bond: [{glue: {between: [a, a], distance: 5e-5, normal_stiffness: 1e11, "
    "shear_stiffness: 5e10, tensile_strength: 1e6, shear_strength: 1e6, damping_time: 1e-7}}]\n"
    "motion:\n"
    "  - hold: {groups: [first], type: translate, velocity: [0, 0, %.9g], ramp: %.9g}\n"
    "  - pull: {groups: [last], type: translate, velocity: [0, 0, %.9g], ramp: %.9g}\n",
    -LATTICE_SPEED, ramp, LATTICE_SPEED, ramp);
  sim    = test_sim(PETSC_COMM_WORLD, text, "");
  *bonds = sim->links.total;
  for (int k = 0; k < 4000 * layers; k++) {
    double force;

    test_steps(sim, 1);
    force   = -sum_value(&sim->motion.walls.driven.list[1].sum[DRIVEN_FORCE + 2]);
    largest = fmax(largest, force);
    if (force < 0.5 * largest && largest > 0.02 * LATTICE_STRENGTH * SIDE * SIDE) break;
  }
  *broken = test_total(sim->links.broken[1]);
  CALL(sim_destroy(&sim));
  return largest / (SIDE * SIDE);
}

TESTS(.ranks = {1}, .limit = 1800)
{
  double stress[SEEDS], mean = 0, square = 0;

  for (int k = 0; k < SEEDS; k++) {
    const double solid = settle(k + 1);
    int64_t      bonds, broken;

    stress[k] = pull(&bonds, &broken);
    test_note("seed %d: solid fraction %.3f, %.2f bonds a ball, strength %.4g Pa, %d bonds broken",
              k + 1, solid, 2. * (double)bonds / BALLS, stress[k], (int)broken);
    mean += stress[k] / SEEDS;
    CHECK(solid > 0.5 && solid < 0.7);
    CHECK(broken > 50); /* half the section of 10 x 10 balls */
  }
  for (int k = 0; k < SEEDS; k++) square += (stress[k] - mean) * (stress[k] - mean) / (SEEDS - 1);
  test_note("strength over that of bonds: %.3f +- %.3f", mean / LATTICE_STRENGTH,
            sqrt(square) / LATTICE_STRENGTH);
  CHECK(mean < LATTICE_STRENGTH && mean > 0.02 * LATTICE_STRENGTH);
  CHECK(sqrt(square) < 0.25 * mean); /* three samples of 1500 balls */
  test_end("random packings of bonded balls have one strength");
  test_folder_remove();
}
