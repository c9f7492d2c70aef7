/* SPDX-License-Identifier: MIT */
/* A stack of ten bricks with hard contacts stands for 1e5 steps. */
#include "constraint/hard/hard.h"
#include "sim_test.h"

enum { BRICKS = 10, STEPS = 100000, PARTS = 10 };

static Sim *begin(void)
{
  char   clumps[600];
  size_t n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z\n");

  for (int k = 0; k < BRICKS; k++)
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,brick,0,0,%g\n", k, .3 + .6 * k);
  test_file("stack.csv", clumps);
  return test_sim(
    PETSC_COMM_WORLD,
    "schema: 1\nrun: {end_time: 999, dt: 5e-4, gravity: [0, 0, -9.81]}\n"
    "domain: {lo: [-9, -9, -1], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1000}}]\n"
    "template: [{brick: {material: a, pebbles: [-.3,-.2,-.1,.2, .3,-.2,-.1,.2, -.3,.2,-.1,.2, "
    ".3,.2,-.1,.2, -.3,-.2,.1,.2, .3,-.2,.1,.2, -.3,.2,.1,.2, .3,.2,.1,.2]}}]\n"
    "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
    "clumps: [{all: {file: stack.csv}}]\n"
    "constraint: [{aa: {type: contact, between: [a, a], friction: .5, sweeps: 20, "
    "velocity_sweeps: 5}}]\n",
    "");
}

/* Farthest that a brick is from where it began, m: along z, and across. */
static void moved(const Sim *sim, double most[2])
{
  most[0] = most[1] = 0;
  for (int k = 0; k < BRICKS; k++) {
    const PetscInt a = test_row(sim, k);

    if (a < 0) continue;
    most[0] = max_real(most[0], fabs(sim->matter.clumps->pose[a].x.z - .3 - .6 * k));
    most[1] =
      max_real(most[1], hypot(sim->matter.clumps->pose[a].x.x, sim->matter.clumps->pose[a].x.y));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
}

/* Bricks whose pebbles stand on pebbles. */
static void stands(double down, double across)
{
  Sim   *sim = begin();
  double most[2];

  for (int part = 0; part < PARTS; part++) {
    test_steps(sim, STEPS / PARTS);
    moved(sim, most);
    test_note("after %g s: %.3g m down, %.3g m across", sim_time(sim), most[0], most[1]);
  }
  CHECK_NEAR(most[0], 0, down);
  CHECK_NEAR(most[1], 0, across);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {2}, .limit = 1800)
{
  stands(20 * 9.81 * 25e-8, 1e-6); /* 2 g dt^2 a layer; rounding */
  test_end("a stack of ten bricks stands for 1e5 steps");
  test_folder_remove();
}
