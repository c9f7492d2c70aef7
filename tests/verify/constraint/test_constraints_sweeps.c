/* SPDX-License-Identifier: MIT */
/* Convergence of the sweeps, compared with that of serial Gauss-Seidel sweeps (the twin). */
#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

enum { N = 24 }; /* balls of a chain; the first one is fixed */

/* Lengths of 1.5 are off by up to 0.1 when the run starts. */
static double place(int k)
{
  return 1.5 * k + 0.1 * sin(2.7 * k) * (k > 0);
}

static const char scenario[] =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [-1, -1, -1], hi: [40, 1, 1]}\nmaterial: [{a: {density: 1}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .1]}}]\n"
  "clumps: [{all: {file: clumps.csv}}]\n"
  "constraint: [{c: {type: distance, file: pairs.csv}}]\n";

static void write_files(void)
{
  char   clumps[2000], pairs[800];
  size_t n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z,blocked\n"),
         m = (size_t)snprintf(pairs, sizeof pairs, "a,b,length\n");

  for (int k = 0; k < N; k++)
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,%.17g,0,0,%s\n", k, place(k),
                          k ? "" : "xyzXYZ");
  for (int k = 1; k < N; k++)
    m += (size_t)snprintf(pairs + m, sizeof pairs - m, "%d,%d,1.5\n", k - 1, k);
  test_file("clumps.csv", clumps);
  test_file("pairs.csv", pairs);
}

/* Root of the sum of squares of the errors of lengths. */
static double residual_of(const double x[N])
{
  double sum = 0;

  for (int k = 1; k < N; k++) sum += pow(x[k] - x[k - 1] - 1.5, 2);
  return sqrt(sum);
}

/* One step of a simulation with so many sweeps. */
static double residual(int sweeps)
{
  char   options[80];
  double x[N] = {0};
  Sim   *sim;

  snprintf(options, sizeof options, "-constraint_c_sweeps %d", sweeps);
  sim = test_sim(PETSC_COMM_WORLD, scenario, options);
  test_steps(sim, 1);
  for (int k = 0; k < N; k++)
    if (test_row(sim, k) >= 0) x[k] = sim->matter.clumps->pose[test_row(sim, k)].x.x;
  (void)MPI_Allreduce(MPI_IN_PLACE, x, N, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CALL(sim_destroy(&sim));
  return residual_of(x);
}

/* Rods of the chain, masses of 1, each split in so many parts. */
static double parts_of(int k)
{
  return 2 * (k > 1) + (k < N - 1 ? 2 : 1);
}

static void move_ends(double x[N], int k, double change)
{
  if (k > 1) x[k - 1] -= change;
  x[k] += change;
}

/* The same chain in serial sweeps from the fixed end on: each rod is met in turn. */
static double serial(int sweeps)
{
  double x[N];

  for (int k = 0; k < N; k++) x[k] = place(k);
  for (int s = 0; s < sweeps; s++)
    for (int k = 1; k < N; k++) move_ends(x, k, (1.5 - (x[k] - x[k - 1])) / (k > 1 ? 2 : 1));
  return residual_of(x);
}

/* All rods see the same positions, masses are split, and multipliers are carried on (project.h). */
static double twin(int sweeps)
{
  const double m = fmin(24, fmax(2, sqrt(sweeps) / 2));
  double       x[N], by[N], lambda[N] = {0}, last[N] = {0};

  for (int k = 0; k < N; k++) x[k] = place(k);
  for (int s = 0; s < sweeps; s++) {
    const double b =
      s + 1 == sweeps ? 0 : fmax(0, fmin(s / (s + 3.0), (sweeps - m) / (sweeps + m)));

    for (int k = 1; k < N; k++) {
      const double to = lambda[k] + (1.5 - (x[k] - x[k - 1])) / parts_of(k);

      by[k]   = to + b * (to - last[k]) - lambda[k];
      last[k] = to;
    }
    for (int k = 1; k < N; k++) {
      lambda[k] += by[k];
      move_ends(x, k, by[k]);
    }
  }
  return residual_of(x);
}

static void sweeps_converge_as_told(void)
{
  for (int sweeps = 1; sweeps <= 256; sweeps *= 4) {
    const double here = residual(sweeps);

    test_note("%d sweeps: off by %.3g, serial Gauss-Seidel %.3g", sweeps, here, serial(sweeps));
    CHECK_NEAR(here / twin(sweeps), 1,
               1e-7); /* the quantum is 1e-16 of a ball's way, and 256 sweeps leave 1e-6 of it */
  }
  test_end("sweeps do what accelerated Jacobi sweeps with split masses do in serial");
}

/* The longest wave of a chain needs a number of sweeps proportional to its length; serial sweeps,
   to its square. */
static void sweeps_beat_serial_ones(void)
{
  const double here = residual(256), there = serial(256);

  test_note("after 256 sweeps off by %.3g, serial Gauss-Seidel %.3g", here, there);
  CHECK(here < there / 100);
  CHECK(residual(64) < serial(64));
  test_end("many sweeps leave less than serial Gauss-Seidel sweeps do");
}

TESTS(.ranks = {1, 2})
{
  write_files();
  sweeps_converge_as_told();
  sweeps_beat_serial_ones();
  test_folder_remove();
}
