/* SPDX-License-Identifier: MIT */
/* Clumps that enter at a given time: as if the run had been stopped there and restarted with them,
   with the state they were given, and in the ledgers. */
#include "entering.h"

/* ---- as a restart ---- */

static void entering_is_a_restart_with_more(void)
{
  static const struct {
    const char *more;
    int         stop;
  } tries[] = {{"  - rain: {file: rain.csv}\n", AT},             /* is there at once */
               {"  - rain: {file: rain.csv, at: .01}\n", AT},    /* its time is over */
               {"  - rain: {file: rain.csv, at: .0605}\n", 20}}; /* waits */
  const uint64_t whole =
    test_digest_alone(HEAD "  - rain: {file: rain.csv, at: .0605}\n", "", STEPS);
  char scenario[4096];
  Sim *sim;

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    sim = test_sim(PETSC_COMM_WORLD, HEAD, "");
    test_steps(sim, tries[k].stop);
    snprintf(scenario, sizeof scenario, "schema: 1\nclumps:\n%s", tries[k].more);
    restart(&sim, scenario, "");
    CHECK_INT(test_total(sim->matter.clumps->n_owned), k < 2 ? BED + 3 : BED);
    test_steps(sim, STEPS - tries[k].stop);
    CHECK(test_digest(sim) == whole);
    CALL(sim_destroy(&sim));
  }
  test_end("clumps that enter leave the same bits as a restart at that step with more clumps");
}

/* ---- with the state they were given ---- */

static void flight_starts_as_given(void)
{
  Sim         *sim = test_sim(PETSC_COMM_WORLD, HEAD LATE, "");
  const double t   = 1e-3 * (STEPS - LATER);
  PetscInt     a;

  test_steps(sim, LATER);
  a = test_row(sim, 7000);
  if (a >= 0) {
    CHECK_BITS(sim->matter.clumps->motion[a].v.x, 2.0);
    CHECK_BITS(sim->matter.clumps->motion[a].v.z, 5.0);
    CHECK_BITS(sim->matter.clumps->pose[a].x.z, 900.0);
  }
  test_steps(sim, STEPS - LATER);
  a = test_row(sim, 7000);
  if (a >= 0) {
    const Clumps *c = sim->matter.clumps;

    CHECK_NEAR(c->motion[a].v.x, 2 + t, 1e-13); /* 90 sums */
    CHECK_NEAR(c->motion[a].v.z, 5 - 9 * t, 1e-13);
    CHECK_NEAR(c->pose[a].x.x + 7 * c->image[a].x, 2 * t + 0.5 * t * t,
               1.5e-11); /* two steps of the grid, 2^-37 m */
    CHECK_NEAR(c->pose[a].x.z, 900 + 5 * t - 4.5 * t * t, 1.5e-11);
    CHECK_NEAR(c->w[a].z, 3, 1e-12);
  }
  CHECK_INT(test_total(a >= 0), 1);
  CALL(sim_destroy(&sim));
  test_end(
    "a clump flies on from where and how it entered: velocity Verlet is exact for a parabola");
}

/* ---- the ledgers ---- */

static const char ledger[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 500, restitution: .7, "
  "tangential: hooke, friction: .4}\n"
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.5]}\n"
  "clumps:\n"
  "  - target: {template: [ball], position: [2, 2, 2], velocity: [.1, 0, 0]}\n"
  "  - bullet: {template: [ball], position: [.9, 2.3, 2], velocity: [3, 0, 0], at: .02}\n"
  "  - far: {template: [ball], position: [2, 0, 0], velocity: [0, 1, 0], at: .02}\n";

static void ledgers_take_them_in(void)
{
  const double mass = PETSC_PI / 6;
  Sim         *sim  = test_sim(PETSC_COMM_WORLD, ledger, "");
  Totals       t    = totals_of(sim);

  CHECK_NEAR(ledger_of(&t), 0.5 * mass * 0.01, 1e-15);
  test_steps(sim, 100); /* .02 s */
  t = totals_of(sim);
  CHECK_INT(t.clumps, 3);
  CHECK_NEAR(t.momentum.x, mass * 3.1, 1e-14); /* rounding */
  CHECK_NEAR(t.momentum.y, mass, 1e-14);
  CHECK_NEAR(ledger_of(&t), 0.5 * mass * (0.01 + 9 + 1), 1e-14);
  test_steps(sim, 1000); /* the bullet hits and leaves again */
  t = totals_of(sim);
  CHECK(t.dissipated > 0.1 && t.contacts == 0);
  CHECK_NEAR(t.momentum.x, mass * 3.1, 1e-13); /* rounding */
  CHECK_NEAR(t.momentum.y, mass, 1e-13);
  CHECK_NEAR(ledger_of(&t), 0.5 * mass * 10.01,
             1e-4 * mass); /* second order: the contact takes some 250 steps */
  CALL(sim_destroy(&sim));
  test_end("momentum and energy jump by what enters, and by nothing else");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  write_files();
  entering_is_a_restart_with_more();
  if (test_forms_here()) {
    flight_starts_as_given();
    ledgers_take_them_in();
  }
  test_folder_remove();
}
