/* SPDX-License-Identifier: MIT */
/* Wet clumps that stir each other: liquid goes from one to another, its sum stays to the last bit,
   and all is the same on any number of ranks and through restarts. */
#include "sim_test.h"

enum { STEPS = 600 };

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, seed: 3, overlap_limit: 9, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 2, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - a: {density: 1000, liquid: 3e-3}\n  - b: {density: 1000, liquid: 0}\n"
  "contact:\n"
  "  - ab: {between: [a, b], normal: hooke, stiffness: 1e5, restitution: .5, cohesion: "
  "liquid_migration,"
  "\n      surface_tension: 9, liquid_volume: 1e-3, liquid_fraction: .2, liquid_least: 1e-6}\n"
  "  - aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: .5, tangential: hooke, "
  "friction: .3,\n      cohesion: liquid_migration, surface_tension: 9, liquid_volume: 3e-4, "
  "bridge_force: rabinovich,\n      liquid_viscosity: 1, liquid_gap: .01}\n"
  "  - bb: {between: [b, b], normal: hooke, stiffness: 1e5, restitution: .5}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0.1], normal: [0, 0, 1]}\n"
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.12]}\n"
  "  - pill: {material: b, pebbles: [-.08,0,0,.1, .08,0,0,.1]}\n"
  "clumps:\n"
  "  - one: {template: [ball], count: 60, lo: [0, 0, .4], hi: [3, 2, 1.6], velocity: [4, 0, 0]}\n"
  "  - two: {template: [pill], count: 40, lo: [0, 0, .4], hi: [3, 2, 1.6], velocity: [-4, 1, "
  "-2]}\n";

/* Liquid of all clumps in grains, and numbers of clumps that have got or given some. */
static int64_t grains(const Sim *sim, int64_t *changed)
{
  const QuantityColumns *of = &sim->matter.clumps->quantity[quantity_index(&quantity_liquid)];
  int64_t                n  = 0;

  *changed = 0;
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const double count = of->value[a] / of->grain,
                 start = sim->matter.clumps->id[a] < 60 ? 3e-3 : 0;

    CHECK(count == rint(count));
    CHECK(of->value[a] >= 0);
    n += (int64_t)count;
    *changed += fabs(of->value[a] - start) > of->grain;
  }
  *changed = test_total(*changed);
  return test_total(n);
}

/* The column `liquid` of log.csv. */
static double column(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return totals_value(&t, "liquid");
}

static void sums(const char *options, uint64_t expected)
{
  Sim          *sim = test_sim(PETSC_COMM_WORLD, scenario, options);
  int64_t       changed;
  const int64_t before = grains(sim, &changed);
  const double  first  = column(sim);

  CHECK_INT(changed, 0);
  for (int k = 0; k < 3; k++) {
    test_steps(sim, STEPS / 3);
    CHECK_INT(grains(sim, &changed), before);
  }
  test_note("liquid of %d clumps has changed", (int)changed);
  CHECK(changed > 30);
  CHECK(column(sim) == first);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  uint64_t digest;

  digest = test_digest_alone(scenario, "", STEPS);
  sums("-rebuild_every 31 -balance_every 90", digest);
  test_end("the sum of liquid stays to the last bit, and its way is the same on any ranks");
  test_restarts(scenario, 300, STEPS, digest);
  test_end("through restarts");
  test_folder_remove();
}
