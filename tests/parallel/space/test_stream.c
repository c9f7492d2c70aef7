/* SPDX-License-Identifier: MIT */
/* Bodies that stream together: lists grow stale by how far they have come relative to each other
   and to what stands still. The bits are those of every pebble looked at with every other, or found
   anew every step; and lists last. */
#include "sim_test.h"

enum { STEPS = 480, EVERY = 8 }; /* steps between looks at what there is */

#define MATTER \
  "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, " \
  "tangential: hooke, friction: .4}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .3]}\n" \
  "  - pair: {material: a, pebbles: [0, 0, 0, .3, .4, 0, 0, .25]}\n" \
  "  - bow: {material: a, pebbles: [-.3, 0, 0, .2, 0, .2, 0, .2, .3, 0, 0, .2]}\n"

/* Two crowds in a box that they cross, of these velocities: sharing most of it, or none. */
#define CROWDS(one, other) \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-4, seed: 3, gravity: [0, 0, 0], overlap_limit: 9}\n" \
  "domain: {lo: [-1, 0, 2], hi: [3, 3.5, 5.5], boundary: [periodic, periodic, periodic]}\n" MATTER \
  "clumps:\n" \
  "  - one: {template: [ball, pair, bow], count: 35, attempts: 9000, lo: [-1, 0, 2], hi: [3, " \
  "3.5, 5.5], velocity: " one "}\n" \
  "  - other: {template: [ball, pair, bow], count: 35, attempts: 9000, lo: [-1, 0, 2], hi: [3, " \
  "3.5, 5.5], velocity: " other "}\n"

static const char together[] = CROWDS("[57, -34, 23]", "[64, -38, 19]"),
                  against[]  = CROWDS("[17, -4, 3]", "[-17, 4, -3]");

/* One stream into a floor: nothing but the floor stands still; and around bodies that are fixed, or
   that only turn, or that are held for good. */
#define RAIN \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-4, seed: 5, gravity: [0, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [0, 0, 0], hi: [8, 3, 4], boundary: [periodic, periodic, free]}\n" MATTER \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "clumps:\n" \
  "  - water: {template: [ball, pair], count: 60, attempts: 9000, lo: [0, 0, .31], hi: [5.5, 3, " \
  "4], velocity: [40, 1, -20]}\n"

static const char rain[] = RAIN, river[] = RAIN "  - rocks: {file: rocks.csv}\n",
                  dam[] = RAIN "  - stones: {file: dam.csv}\n";

/* ---- runs ---- */

typedef struct {
  uint64_t digest;
  int64_t  contacts, rebuilds;
  double   way; /* of the fastest of each step, over all steps, m */
} Outcome;

/* Speed of the fastest pebble, at most, m/s. */
static double fastest(const Sim *sim)
{
  const Clumps *c = sim->matter.clumps;
  double        v = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    v = max_real(v, vec3_norm(c->motion[a].v) + vec3_norm(c->w[a]) * c->extent[a]);
  CALL(parallel_max(&sim->par, &v, 1));
  return v;
}

/* Steps are finished, and counted by, every so many. */
static Outcome outcome_of(Sim *sim, int every)
{
  Outcome outcome = {0};

  for (int k = 0; k < STEPS; k += every) {
    outcome.way += every * sim->clock.dt * fastest(sim);
    test_steps(sim, every);
    outcome.contacts += contacts_count(sim->contacts);
  }
  outcome.digest   = test_digest(sim);
  outcome.rebuilds = sim->stages.counters.rebuilds;
  return outcome;
}

static void run_alone(Sim *sim, int steps, void *outcome)
{
  (void)steps;
  *(Outcome *)outcome = outcome_of(sim, EVERY);
}

static Outcome run(const char *scenario, int every, const char *options)
{
  Sim          *sim     = test_sim(PETSC_COMM_WORLD, scenario, options);
  const Outcome outcome = outcome_of(sim, every);

  CALL(sim_destroy(&sim));
  return outcome;
}

/* Lists by the way of each body alone would be anew whenever the fastest has come half the skin. */
static void lists_last_and_bits_are_the_same(const char *scenario, double share, const char *fact)
{
  const Outcome wide   = run(scenario, EVERY, "-search_skin 0.12"),
                narrow = run(scenario, EVERY, "-search_skin 0.05");
  const double alone = wide.way / (0.5 * 0.12), thin = narrow.way / (0.5 * 0.05);
  Outcome      slow = {0};

  test_alone(scenario, "-search_method all_pairs", STEPS, run_alone, &slow, sizeof slow);
  CHECK(slow.contacts > 100);
  CHECK(wide.digest == slow.digest);
  CHECK(narrow.digest == slow.digest);
  if (test_size() != 3) CHECK(run(scenario, STEPS, "-search_method cells").digest == slow.digest);
  if (test_size() != 2) CHECK(run(scenario, EVERY, "").digest == slow.digest);
  CHECK((double)wide.rebuilds < share * alone);
  CHECK((double)narrow.rebuilds < share * thin);
  test_note("%" PRId64 " contacts looked at; %" PRId64
            " rebuilds instead of %.0f, with a narrow skin %" PRId64 " instead of %.0f",
            slow.contacts, wide.rebuilds, alone, narrow.rebuilds, thin);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3})
{
  test_file("rocks.csv", "template,x,y,z,vx,vy,vz,wx,wy,wz,id,blocked\n"
                         "ball,6.5,0.6,0.5,0,0,0,0,0,0,901,xyz\n"
                         "pair,6.6,1.5,0.4,0,0,0,0,0,0,902,xyzXZ\n"
                         "pair,7,2.4,1.2,0,0,0,0,5,0,903,xyzXYZ\n");
  test_file("dam.csv", "template,x,y,z,id,blocked\n"
                       "pair,6.5,0.6,0.5,901,xyzXYZ\n"
                       "pair,6.6,1.5,0.4,902,xyzXYZ\n"
                       "bow,6.8,2.4,1.2,903,xyzXYZ\n");
  lists_last_and_bits_are_the_same(
    together, 0.6,
    "two crowds that stream together have the bits of all pairs, by lists that last");
  lists_last_and_bits_are_the_same(against, 1,
                                   "so have crowds that meet, by lists that last no shorter");
  lists_last_and_bits_are_the_same(
    rain, 0.9, "so has rain on a floor, which alone stands still, by lists that last longer");
  lists_last_and_bits_are_the_same(river, 0.9, "so has a stream around what stands still in it");
  lists_last_and_bits_are_the_same(
    dam, 0.9, "so has one around what is held for good, which has no momentum");
  test_folder_remove();
}
