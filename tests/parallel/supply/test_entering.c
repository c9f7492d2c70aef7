/* SPDX-License-Identifier: MIT */
/* Clumps that enter at a given time: at that step, the same bits on any ranks and through restarts,
   and they count at set-up. */
#include "entering.h"

/* ---- at their step ---- */

static void run_alone(Sim *sim, int steps, void *digest)
{
  CHECK_INT(sim->matter.clumps->n_owned, BED);
  CHECK_INT(sim->matter.waiting->clumps->n_owned, 7);
  for (int step = 1; step <= steps; step++) {
    test_steps(sim, 1);
    CHECK_INT(sim->matter.clumps->n_owned + sim->energy.account.removed,
              BED + (step >= AT ? 6 : 0) + (step >= LATER ? 1 : 0));
    CHECK_INT(sim->matter.clumps->n_owned + sim->energy.account.removed +
                sim->matter.waiting->clumps->n_owned,
              BED + 7);
  }
  CHECK(!isfinite(sim->entry.next));
  test_note("%d contacts at the end", (int)contacts_count(sim->contacts));
  CHECK(contacts_count(sim->contacts) > BED / 2); /* there is memory that rebuilds could lose */
  *(uint64_t *)digest = test_digest(sim);
}

static void clumps_enter_at_their_step(void)
{
  static const struct {
    const char *options;
    int         stop; /* for a restart */
  } tries[]      = {{"", AT - 1},
                    {"-rebuild_every 1", AT},
                    {"-rebuild_every 7 -decomp_random 2", AT + 1},
                    {"-search_skin .3 -balance_every 9 -decomp_random 1", LATER},
                    {"-search_method cells", 0},
                    {"-search_method all_pairs", 1}};
  uint64_t whole = 0;
  Sim     *sim;

  test_alone(HEAD LATE, "", STEPS, run_alone, &whole, sizeof whole);
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    sim = test_sim(PETSC_COMM_WORLD, HEAD LATE, tries[k].options);
    for (int step = 1; step <= STEPS; step++) {
      test_steps(sim, 1);
      CHECK_INT(test_total(sim->matter.waiting->clumps->n_owned), step < AT      ? 7
                                                                  : step < LATER ? 1
                                                                                 : 0);
      if (step == tries[k].stop) restart(&sim, NULL, tries[k].options);
    }
    CHECK(test_digest(sim) == whole);
    CALL(sim_destroy(&sim));
  }
  test_end("clumps enter at the first step at or after their time: same bits on any ranks, cuts, "
           "searches and through restarts");
}

/* ---- at set-up ---- */

/* The scale of a clump that is there from `at` on decides about skin, or about grid and room in
 * sums. */
static Sim *sim_with_one(double scale, double at)
{
  char text[4096], when[40] = "";

  if (at > 0) snprintf(when, sizeof when, ", at: %g", at);
  snprintf(text, sizeof text,
           "%s  - odd: {template: [pole], position: [0, 0, 99], scale: %g, density: .1%s}\n", HEAD,
           scale, when);
  return test_sim(PETSC_COMM_WORLD, text, "-run_dt auto");
}

static void those_who_wait_count(void)
{
  static const double scales[] = {0.125, 64};
  Sim                *none     = test_sim(PETSC_COMM_WORLD, HEAD, "-run_dt auto");

  for (int k = 0; k < 2; k++) {
    Sim *there = sim_with_one(scales[k], 0), *waits = sim_with_one(scales[k], 5);

    CHECK_INT(test_total(waits->matter.waiting->clumps->n_owned), 1);
    CHECK_BITS(waits->clock.dt, there->clock.dt);
    CHECK_BITS(waits->lists.skin, there->lists.skin);
    CHECK_BITS(waits->space.domain.quantum, there->space.domain.quantum);
    CHECK_INT(waits->loads->spare, there->loads->spare);
    CHECK(k == 0 ? none->clock.dt > waits->clock.dt && none->lists.skin > waits->lists.skin
                 : none->space.domain.quantum < waits->space.domain.quantum &&
                     none->loads->spare < waits->loads->spare);
    CALL(sim_destroy(&there));
    CALL(sim_destroy(&waits));
  }
  CALL(sim_destroy(&none));
  test_end("step, skin, position grid and sums are chosen for those who wait, too");
}

/* ---- skins ---- */

/* Clumps enter every 5 steps: lists need not last longer. When no more enter, near lists are shorter than
   the listed pairs, so that narrowings tell what longer lists cost. */
static void lists_last_until_the_next_enter(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\n"
             "run: {end_time: 9, dt: 1e-3}\n"
             "domain: {lo: [0, 0, 0], hi: [8, 8, 16], boundary: [free, free, free]}\n"
             "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
             "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, "
             "restitution: .5}\n"
             "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
             "clumps:\n  - bed: {template: [ball], count: 300, lo: [0, 0, 0], hi: [8, 8, 4]}\n"
             "inlet:\n  - feed: {template: [ball], region: box, lo: [0, 0, 8], hi: [8, 8, 16], "
             "every: .005, number_rate: 200, stop_number: 40}\n",
             "");
  const double first = sim->lists.skin;

  test_steps(sim, 100);
  CHECK(sim->lists.skin < 0.25 * first);
  CHECK(sim->lists.near <= 0.5 * sim->lists.skin);
  CALL(sim_destroy(&sim));
  test_end("lists have a small skin where clumps enter all the time, and a smaller near one");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  write_files();
  clumps_enter_at_their_step();
  those_who_wait_count();
  lists_last_until_the_next_enter();
  test_folder_remove();
}
