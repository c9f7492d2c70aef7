/* SPDX-License-Identifier: MIT */
/* A bed of pairs and poles, and clumps that enter it at a given time. */
#ifndef ENTERING_H
#define ENTERING_H

#include "measure/totals.h"
#include "sim_test.h"

enum {
  STEPS = 240,
  BED   = 24,
  AT    = 61,
  LATER = 150
}; /* steps at which clumps enter: .0605 and .15 s */

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, 0], hi: [4, 2, 6], boundary: [periodic, open, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2, tangential: hooke, " \
  "friction: .4}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2], pebble_group: [head, " \
  "side=left]}\n" \
  "  - pole: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2, .9,0,0,.2, 1.2,0,0,.2, " \
  "1.5,0,0,.2, 1.8,0,0,.2]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "clumps:\n" \
  "  - bed: {file: bed.csv}\n"

/* Rows of clumps that enter later. A sphere of radius .1 sets the grid, skin and step for all; one
   clump overlaps the bed a little; one is far from all others. */
#define LATE \
  "  - rain: {file: rain.csv, at: .0605}\n" \
  "  - balls: {spheres: balls.csv, material: a, at: .0605, group: [round]}\n" \
  "  - one: {template: [pole], position: [0, 1.5, 900], velocity: [2, 0, 5], spin: [0, 0, 3], " \
  "id: 7000, at: .15}\n"

static const char rain[] = "template,x,y,z,vx,vy,vz,id,group\n"
                           "pair,-2,0,3,0,0,-4,6001,wet\n"
                           "pole,3.9,1,2.5,0,0,-4,6002,wet|side=right\n"
                           "pair,1,-1.2,3.5,3,0,-4,6003,\n";
static const char balls[] =
  "clump_id,x,y,z,r\n6500,0,0,1.4,.3\n6501,2,0,3,.2\n6501,2.2,0,3,.1\n6502,-1,1.9,5,.1\n";

static inline void write_files(void)
{
  char   text[4096];
  size_t n = (size_t)sprintf(text, "template,x,y,z,vx,vy,vz,id\n");

  for (int k = 0; k < BED; k++)
    n += (size_t)sprintf(text + n, "%s,%g,%g,%g,%g,%g,-1,%d\n", k % 3 ? "pair" : "pole",
                         -2.8 + 1.1 * (k % 6), -1.4 + 0.9 * (k / 6), 0.35 + 0.2 * (k % 2),
                         0.3 * (k % 5) - 0.6, 0.2 * (k % 3) - 0.2, 10 + k);
  test_file("bed.csv", text);
  test_file("rain.csv", rain);
  test_file("balls.csv", balls);
}

/* ---- at their step ---- */

static inline void restart(Sim **sim, const char *scenario, const char *options)
{
  char text[900];
  bool written;

  CALL(save_write(*sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5 %s", test_folder(),
           (*sim)->clock.step, options);
  CALL(sim_destroy(sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  *sim = test_sim(PETSC_COMM_WORLD, scenario, text);
}

#endif
