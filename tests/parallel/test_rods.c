/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Rods alone, which are corrected as columns, and beside a weld: clumps that go from rank to rank before
   few sweeps have converged, and rods that break, give the same bits on any number of ranks, whenever
   lists are made and whatever checkpoints are written meanwhile. */
#include "constraint/constraint_link.h"
#include "sim_test.h"

enum { BALLS = 24, STEPS = 60 };

/* A row along a periodic axis; its rods are closed across the faces, and too short at one place. */
static const char rods[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [1.2, 1, 1], boundary: [periodic, open, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 50, restitution: .5, "
  "tangential: none}\n"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .01]}\n"
  "clumps:\n  - all: {file: row.csv}\n"
  "constraint:\n"
  "  - chain: {type: distance, file: chain.csv, sweeps: 2}\n";

static void write_files(void)
{
  static char balls[4000], chain[2000];
  size_t      n = (size_t)snprintf(balls, sizeof balls, "id,template,x,y,z,vx,vy,vz\n");
  size_t      m = (size_t)snprintf(chain, sizeof chain, "a,b,length,break_force\n");

  for (int k = 0; k < BALLS; k++) {
    n += (size_t)snprintf(balls + n, sizeof balls - n, "%d,ball,%g,.5,.5,4,%g,%g\n", k,
                          .05 * k + .001, .1 * (k % 3), .07 * (k % 5));
    m += (size_t)snprintf(chain + m, sizeof chain - m, "%d,%d,.05,%g\n", k, (k + 1) % BALLS,
                          k % 5 == 1 ? .05 + .02 * k : 9);
  }
  test_file("row.csv", balls);
  test_file("chain.csv", chain);
  test_file("weld.csv", "a,b\n3,4\n17,18\n");
}

static int64_t broken(const Sim *sim)
{
  int64_t n = 0;

  for (int k = 0; k < LINK_KINDS; k++) n += sim->links.broken[k];
  return test_sum(sim, n);
}

static void same_bits(const char *scenario)
{
  const uint64_t alone = test_digest_alone(scenario, "", STEPS);
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, scenario, "-rebuild_every 7 -balance_every 13");

  CHECK_INT((int64_t)test_digest_after(sim, STEPS), (int64_t)alone);
  sim = test_sim(PETSC_COMM_WORLD, scenario, "");
  for (int k = 0; k < STEPS; k++) {
    test_steps(sim, 1);
    if (k % 3 == 2) (void)test_digest(sim); /* packs lists as a checkpoint does */
  }
  CHECK_INT((int64_t)test_digest(sim), (int64_t)alone);
  test_note("%d broken, %d rebuilds", (int)broken(sim), (int)sim->counters.rebuilds);
  CHECK(broken(sim) > 1 && broken(sim) < BALLS);
  CALL(sim_destroy(&sim));
}

int main(int argc, char **argv)
{
  static char beside[2000];

  test_begin(&argc, &argv);
  write_files();
  same_bits(rods);
  test_end("rods alone hold and break to the same bits");
  snprintf(beside, sizeof beside, "%s  - glue: {type: weld, file: weld.csv, sweeps: 2}\n", rods);
  same_bits(beside);
  test_end("and beside welds");
  test_folder_remove();
  return test_finish();
}
