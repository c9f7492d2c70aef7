/* SPDX-License-Identifier: MIT */
/* Extent has no limit: one clump across all ranks among grains. */
#include "matter.h"

static int64_t least(int64_t n)
{
  int64_t least = 0;

  (void)MPI_Allreduce(&n, &least, 1, MPI_INT64_T, MPI_MIN, PETSC_COMM_WORLD);
  return least;
}

static int64_t copies_of(const Sim *sim, Id id)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n; a++) n += sim->matter.clumps->id[a] == id;
  return n;
}

/* ---- the stirrer ---- */

static const char stirred[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, gravity: [0, 0, -5], seed: 11, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [21, 6, 6], boundary: [periodic, free, free]}\n" MATTER(
    "2e4") "template:\n"
           "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n  - stirrer: {material: a, "
           "file: stirrer.csv}\n"
           "clumps:\n"
           "  - one: {file: one.csv}\n"
           "  - grains: {template: [grain], count: 450, lo: [0, 0, 0], hi: [21, 6, 6], velocity: "
           "[4, 0, 0]}\n"
           "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n";

/* 200 pebbles on a screw around x, 20 m long. */
static void write_stirrer(void)
{
  char  *text = calloc(200, 100);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int k = 0; k < 200; k++)
    n += (size_t)snprintf(text + n, 100, "%.6f,%.6f,%.6f,.15\n", .1 * k, 1.5 * cos(.15 * k),
                          1.5 * sin(.15 * k));
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

static void a_stirrer_lies_across_all_ranks(void)
{
  enum { STEPS = 300 };
  const Id stirrer = 9000000000000000000;
  Outcome  alone   = {0};

  write_stirrer();
  test_alone(stirred, "", STEPS, stir, &alone, sizeof alone);
  for (size_t k = 0; k < 2; k++) {
    Outcome o = {0};
    Sim    *sim;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, stirred, k ? "-balance_every 30" : "");
    CHECK(least(copies_of(sim, stirrer)) > 0);
    CHECK_INT(test_total(test_row(sim, stirrer) >= 0), 1);
    stir(sim, STEPS, &o);
    CHECK(o.digest == alone.digest);
    CHECK_INT(test_total(o.touches), alone.touches);
    CALL(sim_destroy(&sim));
  }
  CHECK(alone.touches > STEPS); /* it stirs */
  test_note("%.1f contacts on average", (double)alone.touches / STEPS);
  test_end("a clump of 200 pebbles across all ranks among grains: same bits as on one rank");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  a_stirrer_lies_across_all_ranks();
  test_folder_remove();
}
