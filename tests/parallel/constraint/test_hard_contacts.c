/* SPDX-License-Identifier: MIT */
/* A pile with hard contacts, friction, restitution and links gives the same bits on any number of
   ranks and through a restart on another number, whenever lists are made. */
#include "constraint/hard/hard.h"
#include "sim_test.h"

enum { COLUMNS = 5, LAYERS = 6, STEPS = 100 };

/* Pills and balls fall on a floor and between a wall that swings and one at rest, periodic along y;
   every third ball is soft: it has a contact law with all others. A pole that many ranks hold is
   turned about one axis alone, a peg is fixed, and ropes with dashpots join pills of a column. The
   topmost pill of each has a slack rope to a ball that leaves the domain: from then on the pill has
   one part less. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [.32, .3, .6], boundary: [open, periodic, open]}\n"
  "material: [{s: {density: 2000}}, {soft: {density: 1500}}, {w: {density: 1000}}]\n"
  "contact:\n"
  "  - a: {between: [soft, soft], normal: hooke, stiffness: 2e3, restitution: .5}\n"
  "  - b: {between: [soft, s], normal: hooke, stiffness: 2e3, restitution: .5}\n"
  "  - c: {between: [soft, w], normal: hooke, stiffness: 2e3, restitution: .5}\n"
  "template:\n  - ball: {material: s, pebbles: [0,0,0,.02]}\n"
  "  - gum: {material: soft, pebbles: [0,0,0,.02]}\n"
  "  - pill: {material: s, pebbles: [0,0,-.012,.018, .002,0,.012,.02]}\n"
  "  - pole: {material: s, pebbles: [0,-.12,0,.015, 0,-.06,0,.015, 0,0,0,.015, 0,.06,0,.015, "
  "0,.12,0,.015]}\n"
  "wall:\n  - floor: {shape: plane, material: w, point: [0,0,.05], normal: [0,0,1]}\n"
  "  - left: {shape: plane, material: w, point: [.02,0,0], normal: [1,0,0]}\n"
  "  - right: {shape: plane, material: w, point: [.3,0,0], normal: [-1,0,0]}\n"
  "motion:\n  - swing: {walls: [left], type: oscillate, direction: [2, 0, 1], amplitude: .01, "
  "frequency: 8}\n"
  "clumps:\n  - all: {file: pile.csv}\n"
  "constraint:\n"
  "  - ss: {type: contact, between: [s, s], friction: .4, restitution: .3, sweeps: 4, "
  "velocity_sweeps: 2}\n"
  "  - sw: {type: contact, between: [s, w], friction: .3, restitution: .5, sweeps: 3}\n"
  "  - ties: {type: distance, file: pile_ties.csv, rope: true, compliance: 1e-4, damping: 2, "
  "sweeps: 2}\n";

static const char *template_of(int i, int j, int k)
{
  const char *const names[] = {"ball", "pill", "gum"};

  return j == 0 && k > 0 ? "pill" : names[(i + j + 2 * k) % 3];
}

static void write_files(void)
{
  static char text[40000], ties[4000];
  size_t      n, m;

  n = (size_t)snprintf(text, sizeof text,
                       "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"
                       "900,pole,.16,.15,.065,0,0,0,0,3,0,XZ\n"
                       "901,ball,.16,.01,.07,0,0,0,0,0,0,xyzXYZ\n");
  m = (size_t)snprintf(ties, sizeof ties, "a,b,length\n");
  for (int i = 0; i < COLUMNS; i++)
    for (int j = 0; j < COLUMNS; j++)
      for (int k = 0; k < LAYERS; k++) {
        const int id = 100 * i + 10 * j + k;

        n +=
          (size_t)snprintf(text + n, sizeof text - n, "%d,%s,%.17g,%.17g,%.17g,%g,%g,-1,%g,0,%g,\n",
                           id, template_of(i, j, k), .05 + .05 * i + .003 * (k % 2),
                           .06 * j + .02 + .004 * ((i + k) % 3), .11 + .052 * k, .3 * (j % 3 - 1),
                           .2 * (i % 2), 2. * k, 1. * j);
        if (j == 0 && k > 1)
          m += (size_t)snprintf(ties + m, sizeof ties - m, "%d,%d,.08\n", id - 1, id);
      }
  for (int i = 0; i < COLUMNS; i++) {
    n += (size_t)snprintf(text + n, sizeof text - n, "%d,ball,%g,.02,.5,0,0,%g,0,0,0,\n", 910 + i,
                          .05 + .05 * i, 1.5 + i);
    m += (size_t)snprintf(ties + m, sizeof ties - m, "%d,%d,.6\n", 100 * i + LAYERS - 1, 910 + i);
  }
  test_file("pile.csv", text);
  test_file("pile_ties.csv", ties);
}

/* Contacts of the last step, of pebbles and with walls, on all ranks. */
static void count_contacts(const Sim *sim, int64_t n[2])
{
  n[0] = test_sum(sim, sim->constraints.hard->n_pebbles);
  n[1] = test_sum(sim, sim->constraints.hard->n_walls);
}

static void same_bits(const char *options, uint64_t one)
{
  Sim     *all = test_sim(PETSC_COMM_WORLD, scenario, options);
  uint64_t half;
  int64_t  n[2];

  test_steps(all, STEPS / 2);
  half = test_digest(all);
  count_contacts(all, n);
  CHECK(n[0] > 0);
  all = test_restarted(all, options);
  CHECK(test_digest(all) == half);
  test_steps(all, STEPS / 2);
  CHECK(test_digest(all) == one);
  count_contacts(all, n);
  CHECK(n[0] > 10 && n[1] > 5);
  test_note("%d and %d contacts, %d rebuilds, %d narrowings", (int)n[0], (int)n[1],
            (int)all->stages.counters.rebuilds, (int)all->stages.counters.narrowings);
  CALL(sim_destroy(&all));
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  uint64_t one;

  write_files();
  one = test_digest_alone(scenario, "", STEPS);
  if (test_way_here(0, 2)) {
    same_bits("-balance_every 50", one);
    test_end("hard contacts give the same bits on all ranks and through a restart");
  }
  if (test_way_here(1, 2)) {
    same_bits("-decomp_random 3 -rebuild_every 1 -halo_wide 1", one);
    test_end("and in boxes of any size, with clumps held by all ranks, and lists of every step");
  }
  test_restarts(scenario, 30, STEPS, one);
  test_end("a restart on one rank, or from one, goes on with the same bits");
  test_folder_remove();
}
