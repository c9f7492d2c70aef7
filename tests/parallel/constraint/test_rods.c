/* SPDX-License-Identifier: MIT */
/* Rods alone, which are corrected as columns, and beside a weld: clumps that go from rank to rank
   before few sweeps have converged, and rods that break, give the same bits on any number of ranks,
   whenever lists are made and whatever checkpoints are written meanwhile. Beside a weld clumps are
   corrected one by one as poses, alone many at a time: the same bits. */
#include "constraint/kinds/constraint_link.h"
#include "measure/energy/ledger.h"
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
  test_note("%d broken, %d rebuilds", (int)broken(sim), (int)sim->stages.counters.rebuilds);
  CHECK(broken(sim) > 1 && broken(sim) < BALLS);
  CALL(sim_destroy(&sim));
}

/* Chains that hang in a box with open faces, and are thrown through one; far away two balls at
   rest. */
enum { CHAINS = 5, LINKS = 40 };
static const char hanging[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3%s}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 3, 3], boundary: [open, open, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 50, restitution: .5, "
  "tangential: none}\n"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .01]}\n"
  "clumps:\n  - all: {file: hanging.csv}\n"
  "constraint:\n"
  "  - chain: {type: distance, file: hung.csv, %s}\n%s";

static void write_hanging(void)
{
  static char balls[20000], chain[8000];
  size_t n = (size_t)snprintf(balls, sizeof balls, "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n");
  size_t m = (size_t)snprintf(chain, sizeof chain, "a,b,length\n");

  for (int k = 0; k < CHAINS * LINKS; k++) {
    const int i = k % LINKS, row = k / LINKS;

    n += (size_t)snprintf(balls + n, sizeof balls - n, "%d,ball,%g,%g,2.5,%g,%g,%g,3,%d,1,%s\n", k,
                          .05 * i + .01 * row + .5, .3 * row + .4,
                          i == LINKS - 1 ? 60.0 : .1 * (i % 7), .1 * (i % 3),
                          row == 2 ? 20 : .07 * (i % 5), row, i || row == 2 ? "" : "xyz");
    if (i > 0)
      m += (size_t)snprintf(chain + m, sizeof chain - m, "%d,%d,%g\n", k - 1, k, .05 + .001 * row);
  }
  for (int k = 0; k < 2; k++)
    n += (size_t)snprintf(balls + n, sizeof balls - n, "%d,ball,.1,%g,.1,0,0,0,0,0,0,\n", 1000 + k,
                          .1 + .05 * k);
  test_file("hanging.csv", balls);
  test_file("hung.csv", chain);
  test_file("glue.csv", "a,b\n1000,1001\n");
}

/* Sum over the clumps of the chains of numbers that their states give. */
static int64_t state_of(const Sim *sim)
{
  const Clumps *c   = sim->matter.clumps;
  uint64_t      sum = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Motion *m        = &c->motion[a];
    const Vec3    of[]     = {c->pose[a].x, c->pose[a].v, c->pose[a].w, m->v, m->momentum, m->rest};
    uint64_t      bits[18] = {0}, one = (uint64_t)c->id[a] + 1;

    if (c->id[a] >= 1000 || clump_is_gone(c, a)) continue;
    memcpy(bits, of, sizeof of);
    for (int k = 0; k < 18; k++) one = (one ^ bits[k]) * 0x9e3779b97f4a7c15u + (one >> 29);
    sum += one;
  }
  return test_sum(sim, (int64_t)sum);
}

static Sum taken_by_rods(Sim *sim)
{
  Sum sum = *ledger_sum(&sim->energy.ledger, &ledger_constraints);

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum;
}

/* After each of some steps: alone, and with a weld beside. */
static void as_clump_by_clump(const char *run, const char *keys)
{
  static char alone[2000], beside[2000];
  Sim        *sim[2];
  int64_t     left = 0;

  snprintf(alone, sizeof alone, hanging, run, keys, "");
  snprintf(beside, sizeof beside, hanging, run, keys, "  - glue: {type: weld, file: glue.csv}\n");
  sim[0] = test_sim(PETSC_COMM_WORLD, alone, "");
  sim[1] = test_sim(PETSC_COMM_WORLD, beside, "");
  for (int k = 0; k < STEPS; k += k < 3 ? 1 : 19) {
    Sum energy[2];

    for (int i = 0; i < 2; i++) {
      test_steps(sim[i], k < 3 ? 1 : 19);
      energy[i] = taken_by_rods(sim[i]);
    }
    CHECK_INT(state_of(sim[0]), state_of(sim[1]));
    CHECK(memcmp(energy[0].limb, energy[1].limb, sizeof energy[0].limb) == 0);
  }
  for (PetscInt a = 0; a < sim[0]->matter.clumps->n_owned; a++)
    left += !clump_is_gone(sim[0]->matter.clumps, a);
  left = CHAINS * LINKS + 2 - test_sum(sim[0], left);
  test_note("%d clumps have left; %s", (int)left, keys);
  CHECK(left > 0 && left < CHAINS * LINKS);
  CALL(sim_destroy(&sim[0]));
  CALL(sim_destroy(&sim[1]));
}

TESTS(.ranks = {1, 2, 3})
{
  static char beside[2000];

  write_files();
  same_bits(rods);
  test_end("rods alone hold and break to the same bits");
  snprintf(beside, sizeof beside, "%s  - glue: {type: weld, file: weld.csv, sweeps: 2}\n", rods);
  same_bits(beside);
  test_end("and beside welds");
  write_hanging();
  as_clump_by_clump("", "sweeps: 1");
  as_clump_by_clump("", "sweeps: 3, rope: true");
  as_clump_by_clump(", gravity: [0, 0, -9.81]", "sweeps: 1, compliance: 1e-3, damping: 2");
  test_end("rods that are corrected many at a time move clumps as one by one");
  test_folder_remove();
}
