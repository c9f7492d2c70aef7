/* SPDX-License-Identifier: MIT */
/* The choice of wide clumps changes no bit of a stirrer in a random fill. */
#include "matter.h"

static const char stirred[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, gravity: [0, 0, -5], seed: 11, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [21, 6, 6], boundary: [periodic, free, free]}\n" MATTER(
    "2e4") "template:\n"
           "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n"
           "  - stirrer: {material: a, file: stirrer.csv, mass_properties: sum}\n"
           "clumps:\n"
           "  - one: {file: one.csv}\n"
           "  - grains: {template: [grain], count: 450, lo: [0, 0, 0], hi: [21, 6, 6], velocity: "
           "[4, 0, 0]}\n"
           "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n";

/* 1000 pebbles on a screw around x, 20 m long, in no order. */
static void write_stirrer(void)
{
  char  *text = calloc(1000, 100);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int i = 0; i < 1000; i++) {
    const int k = (int)((int64_t)i * 389 % 1000);

    n += (size_t)snprintf(text + n, 100, "%.6f,%.6f,%.6f,.15\n", .02 * k, 1.5 * cos(.03 * k),
                          1.5 * sin(.03 * k));
  }
  test_file("stirrer.csv", text);
  free(text);
  test_file("one.csv", "template,x,y,z,wx,wy,wz,vx,vy,vz,id,blocked\nstirrer,10.5,3,3,6,0,0,0,0,0,"
                       "9000000000000000000,YZ\n");
}

typedef struct {
  uint64_t digest;
  int64_t  touches; /* on this rank, summed over steps */
} Outcome;

static void stir(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int step = 0; step < steps; step++) {
    test_steps(sim, 1);
    o->touches += contacts_count(sim->contacts);
  }
  o->digest = test_digest(sim);
}

/* The random fill uses the halo, too. */
static void a_stirrer_stirs_a_fill(void)
{
  enum { STEPS = 150 };
  static const char *const tries[] = {"-halo_wide 0",
                                      "-halo_wide 1 -decomp_random 1 -balance_every 30",
                                      "-halo_wide 1000 -decomp_random 2"};
  Outcome                  alone   = {0};

  write_stirrer();
  test_alone(stirred, "", STEPS, stir, &alone, sizeof alone);
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    Outcome o = {0};
    Sim    *sim;

    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    sim = test_sim(PETSC_COMM_WORLD, stirred, tries[k]);
    stir(sim, STEPS, &o);
    CALL(sim_destroy(&sim));
    CHECK_INT(test_total(o.touches), alone.touches);
    CHECK(o.digest == alone.digest);
  }
  CHECK(alone.touches > STEPS);
  test_end(
    "a fill around a stirrer of 1000 pebbles, and its stirring: the same bits as on one rank");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  a_stirrer_stirs_a_fill();
  test_folder_remove();
}
