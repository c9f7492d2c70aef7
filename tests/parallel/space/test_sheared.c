/* SPDX-License-Identifier: MIT */
/* A layer that shears over fixed balls and falls on them, without any wall: lists age relative to a
   profile of its velocities, and the bits are those of every pebble looked at with every other. */
#include "sim_test.h"

enum { STEPS = 480, EVERY = 8, LAYERS = 8, ALONG = 5, ACROSS = 3 };

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 2e-4, seed: 3, gravity: [6, 0, -9], overlap_limit: 1}\n"
  "domain: {lo: [0, 0, 0], hi: [3.6, 2.4, 8], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n"
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .6, "
  "tangential: hooke, friction: .4}\n"
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .3]}\n"
  "  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n"
  "clumps:\n  - bed: {file: bed.csv}\n  - layer: {file: layer.csv}\n";

/* Fixed balls, and clumps that are faster the higher they are, by 6/s, and fall. */
static void write_clumps(void)
{
  char   bed[4000] = "template,x,y,z,blocked\n", layer[9000] = "template,x,y,z,vx,vy,vz\n";
  Random r = random_stream(9, RANDOM_TEST, 0);
  size_t n = strlen(bed);

  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 4; j++)
      n += (size_t)snprintf(bed + n, sizeof bed - n, "ball,%g,%g,.4,xyzXYZ\n", .3 + .6 * i,
                            .3 + .6 * j);
  n = strlen(layer);
  for (int k = 0; k < LAYERS; k++)
    for (int i = 0; i < ALONG; i++)
      for (int j = 0; j < ACROSS; j++) {
        const double z = 1.02 + .62 * k;

        n += (size_t)snprintf(layer + n, sizeof layer - n, "%s,%g,%g,%g,%.9f,%.9f,-2\n",
                              (i + j + k) % 2 ? "ball" : "pair", .3 + .72 * i, .4 + .8 * j, z,
                              6 * (z - .4) + .3 * random_real(&r), .3 * random_real(&r));
      }
  test_file("bed.csv", bed);
  test_file("layer.csv", layer);
}

typedef struct {
  uint64_t digest;
  int64_t  contacts, used; /* sums over looks */
} Outcome;

static void run(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int k = 0; k < steps; k += EVERY) {
    test_steps(sim, EVERY);
    o->contacts += contacts_count(sim->contacts);
    o->used += sim->lists.profile.used;
  }
  o->digest = test_digest(sim);
}

/* All ways on one rank, odd ones on 3, even ones on 4. */
static bool is_run(size_t k)
{
  return test_size() == 1 || k % 2 == (size_t)test_size() % 2;
}

TESTS(.ranks = {1, 3, 4})
{
  static const char *const ways[] = {"", "-search_skin 0.04", "-search_skin 0.3",
                                     "-rebuild_every 7", "-balance_every 30 -decomp_random 2"};
  Outcome                  slow   = {0};

  write_clumps();
  test_alone(scenario, "-search_method all_pairs", STEPS, run, &slow, sizeof slow);
  CHECK(slow.contacts > 100);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Outcome is = {0};
    Sim    *sim;

    if (!is_run(k)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, ways[k]);
    run(sim, STEPS, &is);
    CALL(sim_destroy(&sim));
    CHECK(is.used == STEPS / EVERY);
    CHECK_INT((int64_t)is.digest, (int64_t)slow.digest);
  }
  test_end("a sheared layer, whose lists age by a profile, has the bits of all pairs");
  test_folder_remove();
}
