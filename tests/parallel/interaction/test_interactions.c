/* SPDX-License-Identifier: MIT */
/* Interactions on any ranks: the same bits, of lone pebbles and of long clumps whose pebbles lie on
   several ranks, with contacts and drag, with images that meet several times and clumps that leave,
   through rebuilds, balances and restarts. */
#include "parallel/logged.h"

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 3, gravity: [0, 0, -1]}\n"
  "domain: {lo: [0, 0, 0], hi: [8, 6, 9], boundary: [periodic, periodic, open]}\n"
  "material:\n  - argon: {density: 1.9}\n  - wood: {density: 1}\n"
  "contact:\n"
  "  - w-w: {between: [wood, wood], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "  - a-w: {between: [argon, wood], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "template:\n  - atom: {material: argon, pebbles: [0, 0, 0, .4]}\n"
  "  - rod: {material: argon, pebbles: [0,0,0,.4, .6,0,0,.3, 1.2,0,0,.4, 1.8,0,0,.3, 2.4,0,0,.4, "
  "3,0,0,.3, 3.6,0,0,.4]}\n"
  "  - bead: {material: wood, pebbles: [0, 0, 0, .3]}\n"
  "wall:\n  - floor: {shape: plane, material: wood, point: [0,0,0], normal: [0,0,1]}\n"
  "interaction:\n"
  "  - near: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: .8, cutoff: 2, "
  "truncation: energy}\n"
  "  - far: {type: lennard_jones, between: [argon, argon], epsilon: .1, sigma: .8, cutoff: 3.5}\n"
  "  - sticky: {type: lennard_jones, between: [argon, wood], groups: [odd, even], epsilon: .3, "
  "sigma: .9, cutoff: 3}\n"
  "  - mixed: {type: lennard_jones, between: [wood, argon], epsilon: .5, sigma: .8, cutoff: 2, "
  "truncation: force}\n"
  "  - wind: {type: drag, linear: .1, quadratic: .05, turning: .01, viscosity: .01, density: .1, "
  "velocity: [1, 0, 0]}\n"
  "clumps:\n"
  "  - rods: {template: [rod], count: 12, lo: [0, 0, .5], hi: [8, 6, 8], velocity: [.3, 0, 9], "
  "group: even}\n"
  "  - gas: {template: [atom], count: 60, lo: [0, 0, .5], hi: [8, 6, 9]}\n"
  "  - bed: {template: [bead], count: 60, lo: [0, 0, .5], hi: [8, 6, 9], group: odd}\n"
  "  - late: {template: atom, position: [.5, .5, 8.7], at: .05}\n";

/* Pebbles of one rod lie on several ranks, and momentum is that of drag and gravity alone. */
static void rods_lie_across_ranks(void)
{
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, scenario, "-interaction_wind_velocity 0,0,0");
  const RowList *list  = &sim->interactions->pairs->rows;
  const int32_t *other = list->other;
  int64_t        far   = 0;

  for (PetscInt r = 0; r < list->n_runs; r++)
    for (int32_t m = 0; m < list->run[r].n; m++, other++)
      far += sim->matter.pebbles->clump[list->run[r].row] >= sim->matter.clumps->n_owned &&
             sim->matter.pebbles->clump[row_of_other(*other)] >= sim->matter.clumps->n_owned;
  if (test_size() > 2) CHECK(test_total(far) > 0);
  CALL(sim_destroy(&sim));
  test_end("some pairs are counted by a rank that owns neither clump");
}

/* Atoms on the lattice of the melt, alone in their clumps, whose pairs take the shortest way
   (pull_central.c). */
static void a_melt_has_the_same_bits(void)
{
  static const char *const melt =
    "schema: 1\nrun: {end_time: 9, dt: .005, seed: 7}\n"
    "domain: {lo: [0, 0, 0], hi: [8.4, 8.4, 6.7], boundary: [periodic, periodic, periodic]}\n"
    "material:\n  - argon: {density: 1.9}\n"
    "template:\n  - atom: {material: argon, pebbles: [0, 0, 0, .5], turns: false}\n"
    "clumps:\n  - all: {file: atoms.csv}\n"
    "interaction:\n"
    "  - lj: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: 1, cutoff: 2.5}\n";
  static const char *const melted[] = {"", "-decomp_random 3 -balance_every 17"};
  static char              text[40000];
  uint64_t                 alone;
  size_t                   n = (size_t)snprintf(text, sizeof text, "template,x,y,z,vx,vy,vz\n");

  for (int k = 0; k < 400; k++) { /* 5 x 5 x 4 cells of 1.68 */
    const int cell = k / 4, at = k % 4;

    n += (size_t)snprintf(text + n, sizeof text - n, "atom,%.9g,%.9g,%.9g,%d,%d,%d\n",
                          1.68 * (cell % 5 + .5 * (at == 1 || at == 2)),
                          1.68 * (cell / 5 % 5 + .5 * (at == 1 || at == 3)),
                          1.675 * (cell / 25 + .5 * (at == 2 || at == 3)), k * 7 % 5 - 2,
                          k * 11 % 5 - 2, k * 13 % 5 - 2);
  }
  test_file("atoms.csv", text);
  alone = test_digest_alone(melt, "", 120);
  for (size_t k = 0; k < 2; k++)
    if (test_way_here(k, 2))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, melt, melted[k]), 120),
                (int64_t)alone);
  test_restarts(melt, 70, 120, alone);
  test_end("a melt has the same bits on any ranks, and restarted");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  const LoggedCase logged = {
    .scenario = scenario,
    .columns  = {"potential", "dissipated"},
    .steps    = 100,
    .restart  = 68,
    .ways     = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 23", "-rebuild_every 1",
                 "-search_method all_pairs"},
  };

  logged_stays(&logged, "interactions have the same bits on any ranks, with any lists and copies",
               "so have those of a run that is restarted on other ranks");
  rods_lie_across_ranks();
  a_melt_has_the_same_bits();
  test_folder_remove();
}
