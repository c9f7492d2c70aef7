/* SPDX-License-Identifier: MIT */
/* A cantilever of 20 bonded balls under a force at its tip: it rests where the chain of lumped
   bonds does, and deflects as Timoshenko's beam. */
#include "bonded_chain.h"

#define FORCE 1e-3 /* N: deflects the tip by 6e-7 of the length */

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: 1.6e-5}\n"
  "domain: {lo: [-.1, -.1, -.1], hi: [.5, .1, .1], boundary: [open, open, periodic]}\n"
  "material: [{a: {density: 2000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .0098]}}]\n"
  "clumps: [{row: {file: row.csv}}]\n"
  "force: [{weight: {groups: [tip], force: [0, 1e-3, 0]}}]\n"
  "bond: [{beam: {file: bonds.csv, normal_stiffness: 2e9, shear_stiffness: 8e8}}]\n";

/* A straight row, in which the bonds are made. */
static void write_row(void)
{
  static char rows[4000], bonds[1000];
  size_t      n = (size_t)snprintf(rows, sizeof rows, "template,x,y,z,group,blocked\n"),
         m      = (size_t)snprintf(bonds, sizeof bonds, "id_a,pebble_a,id_b,pebble_b\n");

  for (int k = 0; k < BALLS; k++) {
    n += (size_t)snprintf(rows + n, sizeof rows - n, "ball,%.17g,0,.03,%s,%s\n", k * SPACING,
                          k == FREE ? "tip" : "", k ? "" : "xyzXYZ");
    if (k > 0) m += (size_t)snprintf(bonds + m, sizeof bonds - m, "%d,0,%d,0\n", k - 1, k);
  }
  test_file("row.csv", rows);
  test_file("bonds.csv", bonds);
}

/* Move the balls, and copies of them, to y = x[2 k - 2], turned about z by x[2 k - 1]. */
static void bend(const Sim *sim, const double *x)
{
  Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n; a++) {
    const int k = (int)c->id[a];

    if (k == 0) continue;
    c->pose[a].x.y = x[2 * k - 2];
    c->pose[a].q   = quat_normalized((Quat){1, 0, 0, 0.5 * x[2 * k - 1]});
  }
}

/* Deflection of the tip, m, on all ranks. */
static double tip_of(const Sim *sim)
{
  const PetscInt a = test_row(sim, FREE);
  double         y = a >= 0 ? sim->matter.clumps->pose[a].x.y : -1;

  (void)MPI_Allreduce(MPI_IN_PLACE, &y, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return y;
}

/* An error e of the place of rest moves the tip by 2 e in half a period of the first mode, 0.16
   s. */
static void rests_where_the_chain_does(const double *x)
{
  RunEnd end;
  double least = INFINITY, most = 0;
  Sim   *sim = test_sim(PETSC_COMM_WORLD, scenario, "");

  bend(sim, x);
  CALL(sim_begin(sim, &end));
  for (int k = 0; k < 60; k++) {
    test_steps(sim, 170);
    least = fmin(least, tip_of(sim));
    most  = fmax(most, tip_of(sim));
  }
  test_note("tip between %.7f and %.7f of the chain's", least / x[2 * FREE - 2],
            most / x[2 * FREE - 2]);
  CHECK_NEAR(least / x[2 * FREE - 2], 1, 2e-4);
  CHECK_NEAR(most / x[2 * FREE - 2], 1, 2e-4);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2})
{
  const double length = FREE * SPACING;
  const double beam   = FORCE * pow(length, 3) / (3 * NORMAL * second() * SPACING) +
                      FORCE * length / (SHEAR * area() * SPACING);
  double stiffness[DOF][DOF], x[DOF] = {0};

  find_stiffness(stiffness);
  x[2 * FREE - 2] = FORCE;
  solve(stiffness, x);
  write_row();
  rests_where_the_chain_does(x);
  test_end("a cantilever of 20 balls rests where the chain of lumped bonds does, to 1e-4");
  test_note("tip %.6g m, of Timoshenko's beam of length 19 d %.6g m", x[2 * FREE - 2], beam);
  CHECK_NEAR(x[2 * FREE - 2] / beam, 1, 0.01);
  test_end("which is the deflection of Timoshenko's beam within 1 %");
  test_folder_remove();
}
