/* SPDX-License-Identifier: MIT */
/* Bonds and springs that pull, turn and break give the same bits on any number of ranks and through
   a restart on another number. */
#include "sim_test.h"

enum { STEPS = 400 };

/* A bar of 3 x 3 x 12 balls and pills, held at one end, across a periodic face; a rod hits it, and
   springs hold the rod, which is long enough for several ranks; the loose end leaves the box. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-5, gravity: [700, 0, -300], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.25, .2, .3], boundary: [open, periodic, open]}\n"
  "material: [{s: {density: 2000}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e4, restitution: .5, tangential: "
  "hooke, friction: .5}\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.01]}\n"
  "  - pill: {material: s, pebbles: [-.001,0,0,.009, .001,0,0,.009]}\n"
  "  - rod: {material: s, pebbles: [-.05,0,0,.01, -.03,0,0,.01, -.01,0,0,.01, .01,0,0,.01, .03,0,0,"
  ".01, .05,0,0,.01]}\n"
  "clumps:\n  - bar: {file: bar.csv}\n"
  "bond:\n  - glue: {between: [s, s], distance: 1.1e-3, normal_stiffness: 1e8, shear_stiffness: "
  "5e7,\n"
  "          tensile_strength: 2e4, shear_strength: 2e4, damping_time: 1e-6}\n"
  "spring:\n  - hung: {file: hung.csv, stiffness: 100, damping: .01}\n";

static void write_files(void)
{
  static char text[20000];
  size_t      n =
    (size_t)snprintf(text, sizeof text, "id,template,x,y,z,vx,vy,vz,qw,qx,qy,qz,blocked\n");

  for (int k = 0; k < 3 * 3 * 12; k++) {
    const int i = k / 9, j = k / 3 % 3, l = k % 3;

    n += (size_t)snprintf(
      text + n, sizeof text - n, "%d,%s,%g,%g,%g,0,0,0,%.17g,%.17g,0,%.17g,%s\n", k,
      (i + j + l) % 2 ? "ball" : "pill", .02 + .02 * i, .18 + .02 * j, .1 + .02 * l,
      (i + j + l) % 2 ? .6 : 1, 0., (i + j + l) % 2 ? .8 : 0., i == 0 ? "xyzXYZ" : "");
  }
  (void)snprintf(text + n, sizeof text - n, "200,rod,.15,.19,.171,0,0,-3,1,0,0,0,\n");
  test_file("bar.csv", text);
  test_file("hung.csv", "id_a,pebble_a,id_b,pebble_b,rest_length\n"
                        "200,0,0,0,.1\n200,5,8,-1,.2\n200,2,4,0,.08\n");
}

static int64_t broken(const Sim *sim)
{
  int64_t n = 0;

  for (int k = 0; k < LINK_KINDS; k++) n += sim->links.broken[k];
  return test_sum(sim, n);
}

typedef struct {
  uint64_t digest;
  int64_t  broken, links, left; /* clumps that have left */
} Outcome;

static Outcome outcome_of(Sim *sim)
{
  return (Outcome){test_digest(sim), broken(sim), sim->links.total, sim->energy.account.removed};
}

static void find_outcome(Sim *sim, int steps, void *outcome)
{
  test_steps(sim, steps);
  *(Outcome *)outcome = outcome_of(sim);
}

static void same_bits(const char *options, const Outcome *one)
{
  Sim     *all = test_sim(PETSC_COMM_WORLD, scenario, options);
  Outcome  out;
  uint64_t half;

  CHECK(all->links.total > 250); /* a lattice of 108 has 255 neighbours */
  test_steps(all, STEPS / 2);
  half = test_digest(all);
  test_note("%d broken at half", (int)broken(all));
  CHECK(broken(all) > 5 && broken(all) < 200);
  all = test_restarted(all, options);
  CHECK(test_digest(all) == half);
  test_steps(all, STEPS / 2);
  out = outcome_of(all);
  CHECK(out.digest == one->digest);
  CHECK_INT(out.broken, one->broken);
  test_note("%d of links broken, %d left, %d clumps left", (int)out.broken, (int)out.links,
            (int)out.left);
  CHECK(out.links > 100 && out.links == one->links);
  CHECK(out.left >= one->left && out.left > 2); /* with their links */
  CALL(sim_destroy(&all));
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  Outcome one;

  write_files();
  test_alone(scenario, "", STEPS, find_outcome, &one, sizeof one);
  if (test_way_here(0, 2)) {
    same_bits("-rebuild_every 37 -balance_every 100", &one);
    test_end(
      "bonds break and springs pull to the same bits, through a restart, rebuilds and balances");
  }
  if (test_way_here(1, 2)) {
    same_bits("-decomp_random 3 -rebuild_every 41 -halo_wide 1", &one);
    test_end("and in boxes of any size, with clumps held by all ranks");
  }
  test_restarts(scenario, 150, STEPS, one.digest);
  test_end("a restart on one rank, or from one, goes on with the same bits");
  test_folder_remove();
}
