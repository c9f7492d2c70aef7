/* SPDX-License-Identifier: MIT */
/* Inlets put in the same clumps on any number of ranks, whatever the cuts, and through restarts in
   the middle of pouring. */
#include "parallel/inlet.h"

/* After all steps, in one go. */
typedef struct {
  uint64_t digest;
  int64_t  clumps;
} Outcome;

static void run(Sim *sim, int steps, void *outcome)
{
  test_steps(sim, steps);
  *(Outcome *)outcome = (Outcome){test_digest(sim), sim->energy.account.inserted};
}

static Outcome ranks_and_cuts_do_not_matter(const char *name, const char *scenario, int64_t least)
{
  static const char *const options[] = {"", "-decomp_random 5",
                                        "-rebuild_every 7 -balance_every 21", "-halo_wide 0",
                                        "-search_method cells"};
  Outcome                  whole     = {0}, out;

  test_alone(scenario, "", INLET_STEPS, run, &whole, sizeof whole);
  test_note("%s: %" PRId64 " clumps entered", name, whole.clumps);
  CHECK(whole.clumps >= least);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    run(sim, INLET_STEPS, &out);
    CALL(sim_destroy(&sim));
    CHECK(out.digest == whole.digest);
    CHECK_INT(out.clumps, whole.clumps);
  }
  test_end("clumps that enter have the same bits on any number of ranks, whatever the cuts");
  return whole;
}

/* From all ranks to one and back, each time in the middle of pouring. */
static void restarts_do_not_matter(const char *scenario, Outcome whole)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, scenario, "");

  test_steps(sim, INLET_HALF);
  CHECK(sim->energy.account.inserted > 0 && sim->energy.account.inserted < whole.clumps);
  sim = test_stepped_alone(sim, 25);
  test_steps(sim, INLET_STEPS - INLET_HALF - 25);
  CHECK_INT(sim->energy.account.inserted, whole.clumps);
  CHECK(test_digest(sim) == whole.digest);
  CALL(sim_destroy(&sim));
  test_end("a restart in the middle of pouring, on another number of ranks, changes no bit");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  Outcome space, plane, mixed;

  space = ranks_and_cuts_do_not_matter("in space", inlet_scenario, 35);
  plane = ranks_and_cuts_do_not_matter("in the plane", inlet_flat, 20);
  mixed = ranks_and_cuts_do_not_matter("three inlets in one place", inlet_mixed, 30);
  /* each on one rank and, as ranks that share cores are slow, on one or two other numbers */
  if (test_size() == 1 || test_size() == 3) restarts_do_not_matter(inlet_scenario, space);
  if (test_size() <= 2 || test_size() == 4) restarts_do_not_matter(inlet_flat, plane);
  if (test_size() <= 2 || test_size() == 8) restarts_do_not_matter(inlet_mixed, mixed);
  test_folder_remove();
}
