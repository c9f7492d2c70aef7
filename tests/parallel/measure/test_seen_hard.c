/* SPDX-License-Identifier: MIT */
/* Visits of hard contacts and of links of constraints: their impulses are the change of
   momentum. */
#include "parallel/seen.h"

/* Pills and balls with hard contacts; nothing else acts in flight between two of them. */
static const char hard[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 2, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.3, .3, .6], boundary: [periodic, periodic, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.02]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.018, .002,0,.012,.02]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0,0,.05], normal: [0,0,1]}\n"
  "clumps:\n  - all: {template: [ball, pill], count: 90, lo: [0, 0, .08], hi: [.3, .3, .5]}\n"
  "constraint:\n"
  "  - ss: {type: contact, between: [s, s], friction: %s, sweeps: 4}\n"
  "  - ties: {type: distance, file: ties.csv, compliance: 1e-2, damping: 1}\n";

/* Add the impulse on one body in a step, and its size. */
static void add_impulse(const ContactSeen *c, double dt, int sign, double sum[4])
{
  for (int d = 0; d < 3; d++) sum[d] += sign * dt * vec3_axis(c->force, d);
  sum[3] += dt * vec3_norm(c->force);
}

/* Momentum of a step: what is seen, and the weight. */
static void check_momentum(const char *friction, int steps, Rows *rows)
{
  static double sum[IDS][4], before[IDS][3];
  const Vec3    g = {1, 0, -9};
  char          text[2000];
  double        dt;
  Sim          *sim;

  snprintf(text, sizeof text, hard, friction);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  dt  = sim->clock.dt;
  test_steps(sim, steps);
  memset(before, 0, sizeof before);
  memset(sum, 0, sizeof sum);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    memcpy(before[sim->matter.clumps->id[a]], &sim->matter.clumps->motion[a].v, sizeof(Vec3));
  MPI_Allreduce(MPI_IN_PLACE, before, 3 * IDS, MPI_DOUBLE, MPI_SUM, sim->par.comm);
  watch(sim, rows);
  test_steps(sim, 1);
  CHECK((kinds_of(sim, rows) & 31) == (1 << SEEN_HARD | 1 << SEEN_CONSTRAINT));
  for (int k = 0; k < rows->n; k++) {
    add_impulse(&rows->row[k], dt, 1, sum[rows->row[k].a]);
    if (!rows->row[k].wall) add_impulse(&rows->row[k], dt, -1, sum[rows->row[k].b]);
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, 4 * IDS, MPI_DOUBLE, MPI_SUM, sim->par.comm);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const double m  = sim->matter.clumps->mass[a];
    const Id     id = sim->matter.clumps->id[a];

    for (int d = 0; d < 3; d++) /* normals turn by up to 1e-4 from one sweep to the next */
      CHECK_NEAR(sum[id][d] + m * dt * vec3_axis(g, d),
                 m * (vec3_axis(sim->matter.clumps->motion[a].v, d) - before[id][d]),
                 1e-4 * (sum[id][3] + m * dt * vec3_norm(g)));
  }
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 4})
{
  static Rows rows;

  test_file("ties.csv", "a,b,length\n0,1,.1\n2,3,.1\n5,6,.1\n7,8,.1\n");
  check_momentum("0", 250, &rows);
  check_momentum(".4", 250, &rows);
  test_end("impulses of hard contacts and links that are seen are the change of momentum");
  test_folder_remove();
}
