/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Convergence of the sweeps, next to those of a serial Gauss-Seidel twin. */
#include "constraint/constraint_link.h"
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

/* Root of the sum of squares of what lengths are off. */
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
    if (test_row(sim, k) >= 0) x[k] = sim->clumps->pose[test_row(sim, k)].x.x;
  (void)MPI_Allreduce(MPI_IN_PLACE, x, N, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CALL(sim_destroy(&sim));
  return residual_of(x);
}

/* The same chain in serial sweeps from the fixed end on, masses of 1: each rod is met in turn, or (split)
   all see the same positions, and masses are split. */
static double twin(int sweeps, bool split)
{
  double x[N], by[N];

  for (int k = 0; k < N; k++) x[k] = place(k);
  for (int s = 0; s < sweeps; s++) {
    memset(by, 0, sizeof by);
    for (int k = 1; k < N; k++) {
      const double wa = k > 1, parts = 2 * wa + (k < N - 1 ? 2 : 1);
      const double change = (1.5 - (x[k] - x[k - 1])) / (split ? parts : wa + 1);

      by[k - 1] -= wa * change;
      by[k] += change;
      for (int i = k - 1; !split && i <= k; i++) {
        x[i] += by[i];
        by[i] = 0;
      }
    }
    for (int k = 0; k < N; k++) x[k] += by[k];
  }
  return residual_of(x);
}

static void sweeps_converge_as_told(void)
{
  for (int sweeps = 1; sweeps <= 256; sweeps *= 4) {
    const double here = residual(sweeps), same = twin(sweeps, true), serial = twin(sweeps, false);

    test_note("%d sweeps: off by %.3g, serial Gauss-Seidel %.3g", sweeps, here, serial);
    CHECK_NEAR(here / same, 1, 1e-11); /* the quantum is 1e-16 of a ball's way, and sweeps add up */
  }
  test_end("sweeps do what Jacobi sweeps with split masses do in serial");
}

/* Both leave the longest wave of the chain: its residual falls by the factor 1 - s a sweep. */
static void a_serial_sweep_gains_four_times_as_much(void)
{
  const double here   = log(residual(800) / residual(1200)) / 400,
               serial = log(twin(800, false) / twin(1200, false)) / 400;

  test_note("s = %.5f, serial %.5f: %.2f times as much", here, serial, serial / here);
  CHECK_NEAR(serial / here, 4, 0.2); /* (1 - cos)/2 against 1 - cos^2 of pi / 2 N, and the ends */
  test_end("in a long chain a serial Gauss-Seidel sweep gains four times as much");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  write_files();
  sweeps_converge_as_told();
  a_serial_sweep_gains_four_times_as_much();
  test_folder_remove();
  return test_finish();
}
