/* SPDX-License-Identifier: MIT */
/* A clump whose centre leaves through an open face is removed at that very step, whatever the
   ranks, rebuilds and searches; through a free face it goes on for ever. */
#include "sim_test.h"

enum { STEPS = 400, CLUMPS = 66 };

/* A burst: grains fly off in all directions, some pushed out by others. x and z are open, y is
 * free. */
static const char burst[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, 0, -2], overlap_limit: 9}\n"
  "domain: {lo: [-3, -2, -3], hi: [4, 2, 3], boundary: [open, free, open]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2, .9,0,0,.2, 1.2,0,0,.2, "
  "1.5,0,0,.2, 1.8,0,0,.2]}\n"
  "clumps:\n"
  "  - right: {template: [pair, pole], count: 20, lo: [-3, -2, -3], hi: [4, 2, 3], velocity: [12, "
  "3, 2]}\n"
  "  - left: {template: [pair], count: 20, lo: [-3, -2, -3], hi: [4, 2, 3], velocity: [-12, -3, "
  "9]}\n"
  "  - side: {template: [pair], count: 20, lo: [-3, -2, -3], hi: [4, 2, 3], velocity: [0, 30, 0]}\n"
  "  - known: {file: known.csv}\n";

/* Far from the others in the free direction, so that nothing disturbs them; weightless for their
   blocked z. The last starts on the upper face less a grid step, and one rests on the lower, which
   belongs to the inside. */
static const char known[] = "template,x,y,z,vx,vy,vz,wx,wy,wz,id,blocked\n"
                            "pair,0,50,0,11,0,0,0,0,0,1001,z\n"
                            "pair,0,60,0,-11,0,0,0,0,5,1002,z\n"
                            "pole,3.5,70,0,-3,0,0,0,0,0,1003,z\n"
                            "pair,3.9375,80,0,62.5,0,0,0,0,0,1004,z\n"
                            "pair,-3,90,0,0,0,0,0,0,0,1005,z\n"
                            "pair,0,-40,0,0,-1000,0,0,0,0,1006,z\n";

typedef struct {
  int64_t  left[STEPS + 1]; /* clumps after each step */
  uint64_t digest;
} History;

static void run_alone(Sim *sim, int steps, void *history)
{
  History *h = history;

  /* first step at which x0 + v n dt is not in [-3, 4); -1: never */
  static const struct {
    Id  id;
    int gone;
  } fate[] = {{1001, 364}, {1002, 273}, {1003, -1}, {1004, 1}, {1005, -1}, {1006, -1}};

  h->left[0] = test_owned(sim);
  CHECK_INT(h->left[0], CLUMPS);
  for (int step = 1; step <= steps; step++) {
    test_steps(sim, 1);
    h->left[step] = test_owned(sim);
    for (size_t k = 0; k < sizeof fate / sizeof *fate; k++)
      CHECK_INT(test_row(sim, fate[k].id) >= 0, fate[k].gone < 0 || step < fate[k].gone);
  }
  h->digest = test_digest(sim);
  CHECK_INT(sim->energy.account.removed, CLUMPS - h->left[STEPS]);
  CHECK(sim->energy.account.removed > 20); /* most of right and left */
  CHECK(h->left[STEPS] > 10);              /* side */
  test_note("%" PRId64 " of %d clumps left", sim->energy.account.removed, CLUMPS);
}

static void run_together(const History *h, const char *options, int restart)
{
  char text[900];
  Sim *sim = test_sim(PETSC_COMM_WORLD, burst, options);
  bool written;

  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    CHECK_INT(test_total(test_owned(sim)), h->left[step]);
    CHECK(sim->energy.account.removed <= CLUMPS - h->left[step]);
    if (sim->lists.built == step)
      CHECK(sim->energy.account.removed == CLUMPS - h->left[step] && !sim->lists.gone);
    if (step != restart) continue;
    CALL(save_write(sim, &written));
    CHECK(written);
    snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5 %s", test_folder(), step, options);
    CALL(sim_destroy(&sim));
    MPI_Barrier(PETSC_COMM_WORLD);
    sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  }
  CHECK(test_digest(sim) == h->digest);
  if (restart == 0) CHECK_INT(sim->energy.account.removed, CLUMPS - h->left[STEPS]);
  CALL(sim_destroy(&sim));
}

static void clumps_leave_at_their_step(void)
{
  static const char *const options[] = {"",
                                        "-rebuild_every 1 -decomp_random 1",
                                        "-search_skin 1.5 -balance_every 9 -decomp_random 2",
                                        "-search_method cells",
                                        "-search_method all_pairs -rebuild_every 7",
                                        "-search_skin 5"};
  History                 *h         = calloc(1, sizeof *h);

  test_file("known.csv", known);
  test_alone(burst, "", STEPS, run_alone, h, sizeof *h);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++)
    if (test_way_here(k, sizeof options / sizeof *options))
      run_together(h, options[k], k == 2 ? 133 : 0);
  free(h);
  test_end("clumps leave through open faces at the step their state says, and are counted; free "
           "faces keep them");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  clumps_leave_at_their_step();
  test_folder_remove();
}
