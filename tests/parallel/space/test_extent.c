/* SPDX-License-Identifier: MIT */
/* Extent has no limit: clumps longer than subdomains and than the box, that touch their own image;
   ids of any size. */
#include "matter.h"

/* Touching pairs of a clump and its own image, counted on this rank. */
static int64_t own_contacts(const Sim *sim)
{
  const Touching *t = &sim->contacts->pebbles[sim->contacts->now];
  const PairList *l = &sim->pairs->pebbles;
  int64_t         n = 0;

  for (PetscInt k = 0; k < t->n; k++) {
    const int32_t a = sim->matter.pebbles->clump[l->a[t->pair[k]]],
                  b = sim->matter.pebbles->clump[l->b[t->pair[k]]];

    n += sim->matter.clumps->id[a] == sim->matter.clumps->id[b];
  }
  return n;
}

/* Bent clumps in a box of 4 x 9 x 5, periodic all round: `hook` reaches round the box and meets
   itself, `pole` is longer than any side and lies askew. Their ids are as far apart as ids may
   be. */
static const char ring[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0.5, -1], overlap_limit: 9}\n"
  "domain: {lo: [-1, 0, 0], hi: [3, 9, 5], boundary: [periodic, periodic, periodic]}\n" MATTER(
    "3e2") "template:\n"
           "  - hook: {material: a, pebbles: [0,0,0,.4, .6,.2,0,.4, 1.2,.3,0,.4, 1.8,.4,0,.4, "
           "2.4,.6,.1,.4, "
           "3,.8,.3,.4, 3.6,.4,.3,.4]}\n"
           "  - pole: {material: a, file: pole.csv}\n"
           "clumps:\n  - three: {file: three.csv}\n";

static const char three[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,blocked\n"
                            "hook,0,2,1,1,0,0,0,1,0,3,0,0,0,-4611686018427387904,XYZ\n"
                            "hook,2.5,7,3,1,0.1,0,0,-2,0,0,0,0,0.5,4611686018427387903,\n"
                            "pole,1,4.5,4,1,0,0,0,0,-1,-2,0.2,0,0,-3,\n";

static void write_pole(void)
{
  char   text[2000] = "x,y,z,r\n";
  size_t n          = strlen(text);

  for (int k = 0; k < 14; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%g,%g,%g,.3\n", .5 * k, .2 * k, .15 * k);
  test_file("pole.csv", text);
}

enum { STEPS = 600 };

/* Contacts of clumps with their own images here, summed over steps; and the digest at the end. */
static int64_t run_ring(Sim *sim, uint64_t *digest)
{
  int64_t own = 0;

  for (int step = 0; step < STEPS; step++) {
    test_steps(sim, 1);
    own += own_contacts(sim);
  }
  *digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return own;
}

static void clumps_meet_their_own_images(void)
{
  static const char *const tries[]   = {"-decomp_random 1 -balance_every 7",
                                        "-decomp_random 2 -search_method all_pairs",
                                        "-rebuild_every 1 -decomp_random 3 -search_skin 0.9"};
  uint64_t                 reference = 0;
  int64_t                  own       = 0;
  Sim                     *sim;

  write_pole();
  test_file("three.csv", three);
  sim = test_sim_alone(ring, "");
  if (sim) own = run_ring(sim, &reference);
  test_from_rank_0(&own, sizeof own);
  reference = test_of_rank_0(reference);
  CHECK(own >= STEPS); /* the first one cannot turn away from itself */
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    uint64_t digest;

    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    CHECK_INT(test_total(run_ring(test_sim(PETSC_COMM_WORLD, ring, tries[k]), &digest)), own);
    CHECK(digest == reference);
  }
  test_note("%" PRId64 " touches of a clump with its own image, summed over steps", own);
  test_end(
    "clumps longer than the box meet their own images, counted once, same bits as on one rank");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  clumps_meet_their_own_images();
  test_folder_remove();
}
