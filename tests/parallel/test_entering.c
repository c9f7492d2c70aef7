/* np: 1 2 3 4 8, limit: 240 */
/* SPDX-License-Identifier: MIT */
/* Clumps that enter at a given time: at that step, with the state they were given, the same bits on
   any ranks and through restarts, and as if the run had been stopped there and restarted with them.
 */
#include "measure/totals.h"
#include "sim_test.h"

enum {
  STEPS = 240,
  BED   = 24,
  AT    = 61,
  LATER = 150
}; /* steps at which clumps enter: .0605 and .15 s */

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, 0], hi: [4, 2, 6], boundary: [periodic, open, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2, tangential: hooke, " \
  "friction: .4}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2], pebble_group: [head, " \
  "side=left]}\n" \
  "  - pole: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2, .9,0,0,.2, 1.2,0,0,.2, " \
  "1.5,0,0,.2, 1.8,0,0,.2]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "clumps:\n" \
  "  - bed: {file: bed.csv}\n"

/* The sphere of radius .1 makes the grid, skin and step those of all; one overlaps the bed a
 * little; one is where nobody is. */
#define LATE \
  "  - rain: {file: rain.csv, at: .0605}\n" \
  "  - balls: {spheres: balls.csv, material: a, at: .0605, group: [round]}\n" \
  "  - one: {template: [pole], position: [0, 1.5, 900], velocity: [2, 0, 5], spin: [0, 0, 3], " \
  "id: 7000, at: .15}\n"

static const char rain[] = "template,x,y,z,vx,vy,vz,id,group\n"
                           "pair,-2,0,3,0,0,-4,6001,wet\n"
                           "pole,3.9,1,2.5,0,0,-4,6002,wet|side=right\n"
                           "pair,1,-1.2,3.5,3,0,-4,6003,\n";
static const char balls[] =
  "clump_id,x,y,z,r\n6500,0,0,1.4,.3\n6501,2,0,3,.2\n6501,2.2,0,3,.1\n6502,-1,1.9,5,.1\n";

static void write_files(void)
{
  char   text[4096];
  size_t n = (size_t)sprintf(text, "template,x,y,z,vx,vy,vz,id\n");

  for (int k = 0; k < BED; k++)
    n += (size_t)sprintf(text + n, "%s,%g,%g,%g,%g,%g,-1,%d\n", k % 3 ? "pair" : "pole",
                         -2.8 + 1.1 * (k % 6), -1.4 + 0.9 * (k / 6), 0.35 + 0.2 * (k % 2),
                         0.3 * (k % 5) - 0.6, 0.2 * (k % 3) - 0.2, 10 + k);
  test_file("bed.csv", text);
  test_file("rain.csv", rain);
  test_file("balls.csv", balls);
}

/* ---- at their step ---- */

static uint64_t run_alone(void)
{
  Sim     *sim = test_sim(PETSC_COMM_SELF, HEAD LATE, "");
  uint64_t digest;

  CHECK_INT(sim->clumps->n_owned, BED);
  CHECK_INT(sim->waiting->clumps->n_owned, 7);
  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    CHECK_INT(sim->clumps->n_owned + sim->counters.removed,
              BED + (step >= AT ? 6 : 0) + (step >= LATER ? 1 : 0));
    CHECK_INT(sim->clumps->n_owned + sim->counters.removed + sim->waiting->clumps->n_owned,
              BED + 7);
  }
  CHECK(!isfinite(sim->entry.next));
  test_note("%d contacts at the end", (int)contacts_count(sim->contacts));
  CHECK(contacts_count(sim->contacts) > BED / 2); /* there is memory that rebuilds could lose */
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

static void restart(Sim **sim, const char *scenario, const char *options)
{
  char text[900];
  bool written;

  CALL(save_write(*sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5 %s", test_folder(),
           (*sim)->clock.step, options);
  CALL(sim_destroy(sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  *sim = test_sim(PETSC_COMM_WORLD, scenario, text);
}

static void clumps_enter_at_their_step(void)
{
  static const struct {
    const char *options;
    int         stop; /* for a restart */
  } tries[]            = {{"", AT - 1},
                          {"-rebuild_every 1", AT},
                          {"-rebuild_every 7 -decomp_random 2", AT + 1},
                          {"-search_skin .3 -balance_every 9 -decomp_random 1", LATER},
                          {"-search_method cells", 0},
                          {"-search_method all_pairs", 1}};
  const uint64_t whole = run_alone();

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    Sim *sim = test_sim(PETSC_COMM_WORLD, HEAD LATE, tries[k].options);

    for (int step = 1; step <= STEPS; step++) {
      test_steps(sim, 1);
      CHECK_INT(test_total(sim->waiting->clumps->n_owned), step < AT ? 7 : step < LATER ? 1 : 0);
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

    CHECK_INT(test_total(waits->waiting->clumps->n_owned), 1);
    CHECK_BITS(waits->clock.dt, there->clock.dt);
    CHECK_BITS(waits->lists.skin, there->lists.skin);
    CHECK_BITS(waits->domain.quantum, there->domain.quantum);
    CHECK_INT(waits->loads->spare, there->loads->spare);
    CHECK(k == 0 ? none->clock.dt > waits->clock.dt && none->lists.skin > waits->lists.skin
                 : none->domain.quantum < waits->domain.quantum &&
                     none->loads->spare < waits->loads->spare);
    CALL(sim_destroy(&there));
    CALL(sim_destroy(&waits));
  }
  CALL(sim_destroy(&none));
  test_end("step, skin, position grid and sums are chosen for those who wait, too");
}

/* ---- as a restart ---- */

static void entering_is_a_restart_with_more(void)
{
  static const struct {
    const char *more;
    int         stop;
  } tries[]    = {{"  - rain: {file: rain.csv}\n", AT},             /* is there at once */
                  {"  - rain: {file: rain.csv, at: .01}\n", AT},    /* its time is over */
                  {"  - rain: {file: rain.csv, at: .0605}\n", 20}}; /* waits */
  Sim     *sim = test_sim(PETSC_COMM_WORLD, HEAD "  - rain: {file: rain.csv, at: .0605}\n", "");
  char     scenario[4096];
  uint64_t whole;

  test_steps(sim, STEPS);
  whole = test_digest(sim);
  CALL(sim_destroy(&sim));
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    sim = test_sim(PETSC_COMM_WORLD, HEAD, "");
    test_steps(sim, tries[k].stop);
    snprintf(scenario, sizeof scenario, "schema: 1\nclumps:\n%s", tries[k].more);
    restart(&sim, scenario, "");
    CHECK_INT(test_total(sim->clumps->n_owned), k < 2 ? BED + 3 : BED);
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
    CHECK_BITS(sim->clumps->motion[a].v.x, 2.0);
    CHECK_BITS(sim->clumps->motion[a].v.z, 5.0);
    CHECK_BITS(sim->clumps->pose[a].x.z, 900.0);
  }
  test_steps(sim, STEPS - LATER);
  a = test_row(sim, 7000);
  if (a >= 0) {
    const Clumps *c = sim->clumps;

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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  write_files();
  clumps_enter_at_their_step();
  those_who_wait_count();
  entering_is_a_restart_with_more();
  flight_starts_as_given();
  ledgers_take_them_in();
  test_folder_remove();
  return test_finish();
}
