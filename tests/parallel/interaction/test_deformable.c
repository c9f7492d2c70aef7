/* SPDX-License-Identifier: MIT */
/* Deformable bodies across ranks and periodic faces: the same bits on any number of ranks, and
   after restarts on others. */
#include "sim_test.h"
#include "skins.h"

static void check_case(const char *text, int middle, int steps)
{
  const uint64_t alone = test_digest_alone(text, "-decomp_random 5", steps);
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, text, "-rebuild_every 7 -balance_every 13");

  CHECK_INT((int64_t)test_digest_after(sim, steps), (int64_t)alone);
  test_restarts(text, middle, steps, alone);
}

static void discs_have_the_same_bits(void)
{
  write_discs(16);
  check_case(skins_case(2, "content_stiffness: 1e4, edge_stiffness: 2e4, bending_stiffness: 5, "
                           "damping: 2, bending_time: 0.05, perimeter_time: 0.02"),
             60, 90);
  test_end("discs that collide across a periodic face have the same bits on any ranks");
}

static void balls_have_the_same_bits(void)
{
  write_balls();
  check_case(skins_case(3,
                        "content_stiffness: 1e5, stretching_stiffness: 3e3, edge_stiffness: 2e3, "
                        "bending_stiffness: 20, surface_tension: 10, edge_time: 0.1"),
             40, 70);
  test_end("balls that collide across a periodic face have the same bits on any ranks");
}

/* A restart that changes a stiffness books the change of stored energy as supplied. */
static void stiffness_is_supplied(void)
{
  Sim   *sim, *next;
  Totals before, after;

  write_discs(16);
  sim =
    test_sim(PETSC_COMM_WORLD, skins_case(2, "content_stiffness: 1e4, edge_stiffness: 2e4"), "");
  test_steps(sim, 60);
  before = totals_of(sim);
  next   = test_continued(sim, PETSC_COMM_WORLD, "-deformable_bag_edge_stiffness 4e4");
  after  = totals_of(next);
  CHECK(after.supplied > 1e-3 * before.potential);
  CHECK_NEAR(after.supplied, after.potential - before.potential, 1e-12 * after.potential);
  CHECK_NEAR(ledger_of(&after) - after.supplied, ledger_of(&before) - before.supplied,
             1e-13 * energy_of(&before)); /* energies are known to 1e-16 each */
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&next));
  test_end("what another stiffness stores is supplied at a restart");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  discs_have_the_same_bits();
  balls_have_the_same_bits();
  stiffness_is_supplied();
  test_folder_remove();
}
