/* SPDX-License-Identifier: MIT */
/* Balances of coarse-grained mass and momentum: of one instant, with derivatives in time from those
   of the kernel, and in space from five points; with hard contacts, constraints and groups. */
#include "monitor_case.h"

#define STEP 1e-5 /* of the points, m */
enum { COLUMNS = 25, ACROSS = 5, MIDDLE = 62 };

static const char *const block =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, 0], hi: [.72, .72, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: .25}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, tangential: hooke, "
  "restitution: .5, friction: .3}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .09, .05, 0, 0, .07]}\n"
  "clumps:\n  - all: {file: block.csv}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "monitor:\n"
  "  - fine: {every: 5e-4, type: coarse_grain, grid_lo: [.3, .31, .1], grid_hi: [.30004, .31004, "
  ".10004], spacing: 1e-5, width: .15}\n"
  "  - odd: {every: 5e-4, type: coarse_grain, grid_lo: [0, 0, 0], grid_hi: [.7, .7, .5], "
  "spacing: .14, width: .15, groups: [odd]}\n";

static const char *const pile =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, seed: 2, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.3, .3, .6], boundary: [periodic, periodic, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.02]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.018, .002,0,.012,.02]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0,0,.05], normal: [0,0,1]}\n"
  "clumps:\n  - all: {template: [ball, pill], count: 90, lo: [0, 0, .08], hi: [.3, .3, .5], group: "
  "[odd]}\n"
  "constraint:\n  - ss: {type: contact, between: [s, s], friction: .3, sweeps: 4}\n"
  "  - ties: {type: distance, file: ties.csv, compliance: 1e-2, damping: 1}\n"
  "monitor:\n  - odd: {every: 5e-4, type: coarse_grain, grid_lo: [0, 0, .05], grid_hi: [.3, .3, "
  ".3], "
  "spacing: .05, width: .06}\n";

static void write_block(void)
{
  static const char *const turn[] = {".5,.5,.5,.5", "1,0,0,0", ".6,.8,0,0", ".6,0,.8,0"};
  static char              text[20000];
  size_t n = (size_t)snprintf(text, sizeof text, "template,x,y,z,qw,qx,qy,qz,group\n");

  for (int k = 0; k < 64; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "pair,%.3f,%.3f,%.3f,%s,%s\n",
                          .09 + .18 * (k % 4), .09 + .18 * (k / 4 % 4), .1 + .175 * (k / 16),
                          turn[(k * 7) % 4], k % 2 ? "odd" : "even");
  test_file("block.csv", text);
}

/* Derivative along axis j of what is in a column, or a product with velocities. */
static double slope(const double *at, int j, double (*value)(const double *, int, int), int i)
{
  const int n[3] = {1, ACROSS, ACROSS * ACROSS};

  return (8 * (value(at + COLUMNS * n[j], i, j) - value(at - COLUMNS * n[j], i, j)) -
          (value(at + 2 * COLUMNS * n[j], i, j) - value(at - 2 * COLUMNS * n[j], i, j))) /
         (12 * STEP);
}

static double momentum(const double *at, int i, int j)
{
  (void)i;
  return at[3] * at[4 + j];
}

/* sigma_ji - rho V_j V_i */
static double flow(const double *at, int i, int j)
{
  return at[7 + 3 * j + i] - at[3] * at[4 + j] * at[4 + i];
}

/* Velocities that make the kinetic part as large as that of contacts; change[0]: d(rho)/dt at x,
   others: of the momentum, without forces. */
static void stir(Sim *sim, Vec3 x, double change[4])
{
  Clumps *c = sim->matter.clumps;

  sim_complete(sim);
  memset(change, 0, 4 * sizeof *change);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int  id = (int)c->id[a];
    const Vec3 v = c->motion[a].v = vec3(.7 * (id % 5) - 1, .3 * (id % 7), .5 * (id % 3) - .9);

    for (int k = 0; k < 9; k++) {
      const Vec3 image = {.72 * (k % 3 - 1), .72 * (k / 3 - 1), 0};
      const Vec3 d = vec3_sub(x, vec3_add(domain_wrapped(&sim->space.domain, c->pose[a].x), image));
      const double q = 1 - vec3_dot(d, d) / .0225, scale = 315 / (64 * PETSC_PI * .003375);
      const double rate = q > 0 ? c->mass[a] * scale * 6 * q * q * vec3_dot(d, v) / .0225 : 0;

      change[0] += rate; /* - m v . grad phi */
      for (int i = 0; i < 3; i++) change[1 + i] += rate * vec3_axis(v, i);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, change, 4, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

static void mass_and_momentum_are_kept(void)
{
  Sim          *sim = test_sim(PETSC_COMM_WORLD, block, "");
  double        change[4], *numbers, flux = 0, most = 0;
  const double *at;

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, 16);
  stir(sim, vec3(.3 + 2 * STEP, .31 + 2 * STEP, .1 + 2 * STEP), change);
  numbers = monitor_numbers(sim, monitor_at(sim, "fine"));
  at      = numbers + COLUMNS * MIDDLE;
  for (int j = 0; j < 3; j++) flux += slope(at, j, momentum, 0);
  for (int i = 0; i < 3; i++) most = max_real(most, fabs(at[16 + i]));
  CHECK(fabs(change[0]) > 1e2 && fabs(change[1]) > .01 * most && most > 100);
  CHECK_NEAR(change[0] + flux, 0, 1e-10 * at[3] / .15); /* rounding over STEP */
  for (int i = 0; i < 3; i++) {
    double div = 0;

    for (int j = 0; j < 3; j++) div += slope(at, j, flow, i);
    CHECK_NEAR(at[16 + i] + change[1 + i], div + at[22 + i], 1e-10 * most); /* likewise */
  }
  array_free(&numbers);
  CALL(sim_destroy(&sim));
  test_end("coarse-grained mass and momentum are kept: time derivatives and fluxes");
}

/* force = divergence + wall at the points of the monitor `odd`. */
static void forces_are_those_of_stress(const char *scenario, int steps, const char *fact)
{
  Sim      *sim = test_sim(PETSC_COMM_WORLD, scenario, "");
  const int odd = monitor_at(sim, "odd");
  double   *n, most = 0, wall = 0;

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, steps);
  n = monitor_numbers(sim, odd);
  for (int i = 0; i < monitor_rows(&sim_monitors(sim)->list[odd]); i++) {
    most = max_real(most, fabs(n[COLUMNS * i + 18]));
    wall = max_real(wall, fabs(n[COLUMNS * i + 24]));
  }
  CHECK(most > 100 && wall > .1 * most);
  for (int i = 0; i < monitor_rows(&sim_monitors(sim)->list[odd]); i++)
    for (int k = 0; k < 3; k++)
      CHECK_NEAR(n[COLUMNS * i + 19 + k] + n[COLUMNS * i + 22 + k], n[COLUMNS * i + 16 + k],
                 1e-10 * most); /* quanta of the forces */
  array_free(&n);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

TESTS(.ranks = {1, 2})
{
  write_block();
  test_file("ties.csv", "a,b,length\n0,1,.1\n2,3,.1\n5,6,.1\n7,8,.1\n");
  mass_and_momentum_are_kept();
  forces_are_those_of_stress(block, 16, "force = divergence + wall of a group");
  forces_are_those_of_stress(pile, 500,
                             "force = divergence + wall with hard contacts and constraints");
  test_folder_remove();
}
