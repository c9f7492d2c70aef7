/* SPDX-License-Identifier: MIT */
/* Clumps of templates with turns: false keep their attitude: to the bit as those that are blocked:
   XYZ, on any ranks and after a restart. Some are points, some have several
   pebbles, some enter later, among spheres that turn. */
#include "sim_test.h"

enum { STEPS = 120, MIDDLE = 50, SIDE = 6, POINTS = 600 };

/* %s: turns of the two templates; blocked of a clump that enters later; further sections. */
static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 7, gravity: [0, 0, -1], overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [6, 6, 12], boundary: [periodic, periodic, free]}\n"
  "material:\n  - argon: {density: 1.9}\n  - wood: {density: 1}\n"
  "contact:\n"
  "  - w-w: {between: [wood, wood], normal: hooke, tangential: hooke, stiffness: 1e3, restitution: "
  ".9, friction: .5}\n"
  "  - a-w: {between: [argon, wood], normal: hooke, tangential: hooke, stiffness: 1e3, "
  "restitution: "
  ".9, friction: .5}\n"
  "template:\n"
  "  - atom: {material: argon, pebbles: [0, 0, 0, .2]%s}\n"
  "  - rod: {material: wood, pebbles: [0,0,0,.15, .2,0,0,.15, .1,.1,0,.1]%s}\n"
  "  - bead: {material: wood, pebbles: [0, 0, 0, .2]}\n"
  "wall:\n  - floor: {shape: plane, material: wood, point: [0,0,0], normal: [0,0,1]}\n"
  "interaction:\n"
  "  - lj: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: .5, cutoff: 1.2, "
  "truncation: force}\n"
  "clumps:\n  - given: {file: points.csv}\n"
  "  - late: {template: rod, position: [3, 3, 11], at: .15%s}\n"
  "  - beads: {template: [bead], count: 60, lo: [0, 0, 8], hi: [6, 6, 11], velocity: [0, 0, "
  "-2]}\n%s";

static const char *const inlet =
  "inlet:\n  - feed: {template: [rod, atom], fraction: [.5, .5], material: [wood], "
  "lo: [0, 0, 11], hi: [6, 6, 12], every: .05, attempts: 10, velocity: [0, 0, -2]}\n";

/* Rows on a lattice: atoms, every tenth one a rod. blocked: of all. */
static void write_rows(const char *blocked)
{
  static char text[POINTS * 120];
  size_t      n = 0;

  n += (size_t)sprintf(text, "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,id%s\n",
                       blocked[0] ? ",blocked" : "");
  for (int k = 0; k < POINTS; k++) {
    const bool rod = k % 10 == 9;

    n += (size_t)sprintf(text + n, "%s,%g,%g,%g,%s,%g,%g,%g,%d%s\n", rod ? "rod" : "atom",
                         .5 + k % SIDE, .5 + k / SIDE % SIDE, .4 + .5 * (k / SIDE / SIDE),
                         rod ? ".6,0,.8,0" : "1,0,0,0", .1 * (k % 7 - 3), .1 * (k % 5 - 2),
                         .1 * (k % 3 - 1), k, blocked);
  }
  test_file("points.csv", text);
}

/* The text of a case, until the next call. still: by turns: false, else each is blocked. */
static const char *text_of(bool still, const char *more)
{
  static char text[3000];
  const char *turns = still ? ", turns: false" : "";

  write_rows(still ? "" : ",XYZ");
  snprintf(text, sizeof text, scenario, turns, turns, still ? "" : ", blocked: XYZ", more);
  return text;
}

static Sim *start(bool still, const char *more, const char *options)
{
  return test_sim(PETSC_COMM_WORLD, text_of(still, more), options);
}

static void they_are_like_blocked_ones(uint64_t expected)
{
  CHECK_INT((int64_t)test_digest_after(start(false, "", ""), STEPS), (int64_t)expected);
  test_end("clumps of templates that do not turn move as those with all rotations blocked");
}

static void ranks_change_nothing(uint64_t expected)
{
  static const char *const ways[] = {"", "-decomp_random 5 -balance_every 23", "-rebuild_every 1"};

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(start(true, "", ways[k]), STEPS), (int64_t)expected);
  test_end("they have the same bits on any ranks");
}

static void restarts_change_nothing(void)
{
  const uint64_t expected = test_digest_alone(text_of(true, inlet), "", STEPS);
  Sim           *sim      = start(true, inlet, "");

  test_steps(sim, MIDDLE);
  sim = test_restarted(sim, "-decomp_random 3");
  CHECK_INT((int64_t)test_digest_after(sim, STEPS - MIDDLE), (int64_t)expected);
  test_end("nor does a restart, after which some enter");
}

/* Attitudes of atoms stay as given, and none spins; the beads do. */
static void they_do_not_turn(void)
{
  Sim    *sim   = start(true, "", "");
  int64_t wrong = 0, turned = 0;

  test_steps(sim, STEPS);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Clumps *c     = sim->matter.clumps;
    const bool    spins = c->w[a].x != 0 || c->w[a].y != 0 || c->w[a].z != 0;

    if (!sim->matter.templates.list[c->template[a]].still) turned += spins;
    else wrong += spins || (c->template[a] == 0 && c->pose[a].q.w != 1);
  }
  CHECK_INT(test_total(wrong), 0);
  CHECK(test_total(turned) > 0);
  CALL(sim_destroy(&sim));
  test_end("they keep their attitude");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  uint64_t expected;

  expected = test_digest_alone(text_of(true, ""), "", STEPS);
  they_are_like_blocked_ones(expected);
  ranks_change_nothing(expected);
  restarts_change_nothing();
  if (test_forms_here()) they_do_not_turn();
  test_folder_remove();
}
