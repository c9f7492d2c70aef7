/* np: 1 2 3 4 8, limit: 240 */
/* SPDX-License-Identifier: MIT */
/* Inlets put in the same clumps on any number of ranks, whatever the cuts, and through restarts in
   the middle of pouring. */
#include "inlet.h"

/* Digest after all steps, in one go. */
static uint64_t run(MPI_Comm comm, const char *scenario, const char *options, int64_t *clumps)
{
  Sim     *sim = test_sim(comm, scenario, options);
  uint64_t digest;

  test_steps(sim, INLET_STEPS);
  digest  = test_digest(sim);
  *clumps = sim->account.inserted;
  CALL(sim_destroy(&sim));
  return digest;
}

static void ranks_and_cuts_do_not_matter(const char *name, const char *scenario, int64_t least)
{
  static const char *const options[] = {"", "-decomp_random 5",
                                        "-rebuild_every 7 -balance_every 21", "-halo_wide 0",
                                        "-search_method cells"};
  int64_t                  alone, n;
  const uint64_t           whole = run(PETSC_COMM_SELF, scenario, "", &alone);

  test_note("%s: %" PRId64 " clumps entered", name, alone);
  CHECK(alone >= least);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    if (!test_way_here(k)) continue;
    CHECK(run(PETSC_COMM_WORLD, scenario, options[k], &n) == whole);
    CHECK_INT(n, alone);
  }
  test_end("clumps that enter have the same bits on any number of ranks, whatever the cuts");
}

/* From all ranks to one and back, each time in the middle of pouring. */
static void restarts_do_not_matter(const char *scenario)
{
  Sim           *sim = test_sim(PETSC_COMM_WORLD, scenario, ""), *alone;
  int64_t        entered, all;
  const uint64_t whole = run(PETSC_COMM_WORLD, scenario, "", &all);
  bool           written;
  char           text[400];

  test_file("case.yaml", scenario);
  test_steps(sim, INLET_HALF);
  entered = sim->account.inserted;
  CHECK(entered > 0 && entered < all);
  alone = test_continued(sim, PETSC_COMM_SELF, "");
  CHECK_INT(alone->account.inserted, entered);
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&sim));
  test_steps(alone, 50);
  if (test_rank() == 0) CALL(save_write(alone, &written));
  snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5", test_folder(), INLET_HALF + 50);
  CALL(sim_destroy(&alone));
  MPI_Barrier(PETSC_COMM_WORLD);
  sim = test_sim_from(PETSC_COMM_WORLD, NULL, text);
  test_steps(sim, INLET_STEPS - INLET_HALF - 50);
  CHECK_INT(sim->account.inserted, all);
  CHECK(test_digest(sim) == whole);
  CALL(sim_destroy(&sim));
  test_end("a restart in the middle of pouring, on another number of ranks, changes no bit");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  ranks_and_cuts_do_not_matter("in space", inlet_scenario, 35);
  ranks_and_cuts_do_not_matter("in the plane", inlet_flat, 20);
  ranks_and_cuts_do_not_matter("three inlets in one place", inlet_mixed, 30);
  restarts_do_not_matter(inlet_scenario);
  restarts_do_not_matter(inlet_flat);
  restarts_do_not_matter(inlet_mixed);
  test_folder_remove();
  return test_finish();
}
