/* np: 1 2 3 4 8, limit: 300 */
/* SPDX-License-Identifier: MIT */
/* Interactions on any ranks: the same bits, of lone pebbles and of long clumps whose pebbles lie on
   several ranks, with contacts and drag, with images that meet several times and clumps that leave,
   through rebuilds, balances and restarts. */
#include "sim_test.h"

enum { STEPS = 200 };

static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 3, gravity: [0, 0, -1]}\n"
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

static const char *const ways[] = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 23",
                                   "-rebuild_every 1", "-search_method all_pairs"};

/* What must not depend on the ranks: the state, and the energies of the log. */
typedef struct {
  uint64_t digest;
  double   potential, dissipated;
} Result;

static Result result_of(Sim *sim)
{
  const Totals totals = totals_of(sim);

  return (Result){test_digest(sim), totals.potential, totals.dissipated};
}

static void check(Result is, Result expected)
{
  CHECK_INT((int64_t)is.digest, (int64_t)expected.digest);
  CHECK_BITS(is.potential, expected.potential);
  CHECK_BITS(is.dissipated, expected.dissipated);
}

/* After all steps on one rank alone, the same on all. */
static Result alone(void)
{
  Sim   *sim = test_sim(PETSC_COMM_SELF, scenario, "");
  Result result;

  test_steps(sim, STEPS);
  result = result_of(sim);
  CHECK(sim->account.removed > 0 || sim->lists.gone); /* some left */
  CALL(sim_destroy(&sim));
  return result;
}

static void ranks_change_nothing(Result expected)
{
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Sim *sim = test_sim(PETSC_COMM_WORLD, scenario, ways[k]);

    test_steps(sim, STEPS);
    check(result_of(sim), expected);
    CALL(sim_destroy(&sim));
  }
  test_end("interactions have the same bits on any ranks, with any lists and copies");
}

static void restarts_change_nothing(Result expected)
{
  Sim *sim = test_sim(PETSC_COMM_SELF, scenario, "");
  char options[400];
  bool written;

  test_steps(sim, 137);
  if (test_rank() == 0) CALL(save_write(sim, &written));
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(options, sizeof options, "-restart %s/restart/clast-137.h5 -decomp_random 3",
           test_folder());
  sim = test_sim(PETSC_COMM_WORLD, NULL, options);
  test_steps(sim, STEPS - 137);
  check(result_of(sim), expected);
  CALL(sim_destroy(&sim));
  test_end("so have those of a run that is restarted on other ranks");
}

/* Pebbles of one rod lie on several ranks, and momentum is that of drag and gravity alone. */
static void rods_lie_across_ranks(void)
{
  Sim    *sim = test_sim(PETSC_COMM_WORLD, scenario, "-interaction_wind_velocity 0,0,0");
  int64_t far = 0;

  for (PetscInt k = 0; k < sim->interactions->pairs->pebbles.n; k++) {
    const PairList *list = &sim->interactions->pairs->pebbles;
    const PetscInt  a = sim->pebbles->clump[list->a[k]], b = sim->pebbles->clump[list->b[k]];

    far += a >= sim->clumps->n_owned && b >= sim->clumps->n_owned;
  }
  if (test_size() > 2) CHECK(test_total(far) > 0);
  CALL(sim_destroy(&sim));
  test_end("some pairs are counted by a rank that owns neither clump");
}

int main(int argc, char **argv)
{
  Result expected;

  test_begin(&argc, &argv);
  expected = alone();
  ranks_change_nothing(expected);
  restarts_change_nothing(expected);
  rods_lie_across_ranks();
  test_folder_remove();
  return test_finish();
}
