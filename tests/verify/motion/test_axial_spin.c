/* SPDX-License-Identifier: MIT */
/* A gas of frictionless bodies of revolution: contact forces pass through the axes, so the spin
   about them is conserved. */
#include "base/random.h"
#include "verify/verify.h"

enum { GAS = 40, STEPS = 3000 };

/* Dumbbells in a periodic box; their axis is not an axis of the frame in which the template is
   given; they turn by up to .02 rad a step. */
static void write_gas(Draft *scenario)
{
  Draft  bodies;
  Random r = random_stream(5, RANDOM_TEST, 0);

  scenario->n = 0;
  add(scenario,
      "schema: 1\nrun: {end_time: 1e9, dt: 2e-3, gravity: [0, 0, 0], overlap_limit: 9}\n");
  add(scenario, "domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, "
                "periodic]}\nmaterial:\n");
  add_material(scenario, "stone", 1e5, 0.3, 1000);
  add(scenario, "contact:\n  - law: {between: [stone, stone], normal: hooke, stiffness: 2e4, "
                "restitution: 1}\n");
  add(scenario,
      "template:\n  - bell: {material: stone, pebbles: [-.09, .12, 0, .15, .09, -.12, 0, .15]}\n");
  add(scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < GAS; k++) {
    const Vec3 a = {random_real(&r) - 0.5, random_real(&r) - 0.5, random_real(&r) - 0.5};
    const Vec3 b = {random_real(&r) - 0.5, random_real(&r) - 0.5, random_real(&r) - 0.5};
    const Vec3 x = {0.25 + 0.5 * (k % 4), 0.25 + 0.5 * (k / 4 % 4), 0.25 + 0.5 * (k / 16)};

    add_body(
      &bodies, k, "bell",
      &(Start){.x = x, .v = vec3_scale(3, a), .w = vec3_scale(16, b), .q = turn_about(a, 6 * b.x)});
  }
  test_file("bodies.csv", bodies.text);
}

/* Spin of each clump about its axis of the smallest moment, by id, rad/s; for a simulation on
   one rank. */
static void find_axial_spins(const Sim *sim, double spin[GAS])
{
  const Clumps *c = sim->matter.clumps;

  CHECK_INT(c->n_owned, GAS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    spin[c->id[a]] = quat_turn_back(c->pose[a].q, c->motion[a].momentum).x / c->inertia[a].x;
}

static void frictionless_bodies_keep_their_axial_spin(const Draft *scenario, uint64_t *digest)
{
  Sim   *sim = test_sim(PETSC_COMM_SELF, scenario->text, "");
  double before[GAS], after[GAS], most = 0, largest = 0, contacts = 0;

  find_axial_spins(sim, before);
  for (int k = 0; k < STEPS; k++) {
    test_steps(sim, 1);
    contacts += (double)contacts_count(sim->contacts);
  }
  find_axial_spins(sim, after);
  for (int k = 0; k < GAS; k++) {
    most    = max_of(most, fabs(after[k] - before[k]));
    largest = max_of(largest, fabs(before[k]));
  }
  test_note("%d dumbbells, %d steps, %.0f contacts in all: axial spins of up to %.2f rad/s have "
            "changed by %.1e",
            GAS, STEPS, contacts, largest, most);
  CHECK(contacts > 10 * STEPS);
  CHECK(largest > 5);
  CHECK_NEAR(most, 0,
             1e-10); /* arms are rounded to 7e-15 m, loads to 3e-14 of the largest: 5e-12 seen */
  *digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  test_end("a gas of dumbbells without friction: no collision and no flight changes a spin about "
           "the axis");
}

static void the_bits_are_the_same(const Draft *scenario, uint64_t digest)
{
  char text[600];
  bool written;
  Sim *sim = test_sim(PETSC_COMM_WORLD, scenario->text, "-rebuild_every 50 -decomp_random 1");

  test_steps(sim, STEPS / 4);
  CALL(save_write(sim, &written));
  CHECK(written);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5", test_folder(), STEPS / 4);
  sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  test_steps(sim, STEPS - STEPS / 4);
  CHECK(test_digest(sim) == digest);
  CALL(sim_destroy(&sim));
  test_end("they have the same bits on any ranks and after a restart");
}

TESTS(.ranks = {1, 3})
{
  Draft    scenario;
  uint64_t digest;

  write_gas(&scenario);
  frictionless_bodies_keep_their_axial_spin(&scenario, &digest);
  the_bits_are_the_same(&scenario, digest);
  test_folder_remove();
}
