/* SPDX-License-Identifier: MIT */
/* Meshes that are bodies: a block falls among clumps across a periodic face, another one with
   pebbles is driven through them, and a fixed clump is in the way: the same bits on any number of
   ranks, with any lists and cuts, and through a restart without the files; and lines in two
   dimensions. */
#include "meshes.h"

enum { STEPS = 300 };

static const char drop[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1.6e-3, seed: 5, gravity: [.5, 1, -6], overlap_limit: 9}\n"
  "domain: {lo: [-3, -1.5, -1], hi: [5, 1.5, 5], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4, rolling: elastic_plastic, rolling_friction: .1}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "clumps:\n"
  "  - heap: {template: [pair], count: 90, lo: [-1.7, -1.5, .1], hi: [1.7, 1.5, 2], "
  "velocity: [0, 0, -4]}\n"
  "  - post: {template: [pair], position: [.6, 1.2, .7], blocked: xyzXYZ}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, shift: [0, 1, 1.6], "
  "attitude: [1, .2, .3, 0], spin: [1, 2, 3]}\n"
  "  - paddle: {shape: mesh, material: a, file: block.stl, free: true, scale: .6, mass: 0, "
  "pivot: [2.4, 0, .8], "
  "shift: [2.4, 0, .8], blocked: xyzXYZ, group: stirrer, pebbles: [2.4, .4, .8, .2]}\n"
  "motion:\n"
  "  - stir: {groups: [stirrer], type: rotate, point: [2.4, 0, .8], axis: [0, 1, 0], rate: -5}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1.6e-3, seed: 5, gravity: [1, -3], dimension: 2, overlap_limit: 9}\n"
  "domain: {lo: [-2, -2], hi: [2, 3], boundary: [periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,.15, .2,0,.1]}\n"
  "clumps:\n  - heap: {template: [pair], count: 40, lo: [-1.9, -1.9], hi: [1.9, 1.9], velocity: "
  "[0, "
  "-4]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, -2], normal: [0, 1]}\n"
  "  - star: {shape: mesh, material: a, file: star.obj, free: true, scale: .7, shift: [1.6, 0], "
  "spin: [0, 0, 4]}\n";

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                             {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};

  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.5, .5, true);
  write_mesh("block.stl", &t);
  test_file("star.obj", "v 1 0 0\nv .2 .2 0\nv 0 1 0\nv -.2 .2 0\nv -1 0 0\nv -.2 -.2 0\n"
                        "v 0 -1 0\nv .2 -.2 0\nl 1 2 3 4 5 6 7 8 1\n");
}

static void remove_meshes(void)
{
  char command[700];

  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(command, sizeof command, "rm -f %s/*.stl %s/*.obj", test_folder(), test_folder());
  if (test_rank() == 0) CHECK_INT(system(command), 0);
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* Committed contacts with surfaces that clumps carry. */
static int64_t carried_contacts(const Sim *sim)
{
  const Touching *t = &sim->contacts->walls[sim->contacts->now];
  int64_t         n = 0;

  for (PetscInt k = 0; k < t->n; k++) n += sim->walls.list[sim->pairs->walls.b[t->pair[k]]].carried;
  return test_sum(sim, n);
}

/* The state at the end of a run, and the contacts with meshes in every fifth step, added up. */
typedef struct {
  uint64_t digest;
  int64_t  touched;
} Outcome;

static void run_alone(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int k = 0; k < steps; k += 5) {
    test_steps(sim, 5);
    o->touched += carried_contacts(sim);
  }
  o->digest = test_digest(sim);
}

static void compare(const char *scenario, int bodies, const char *fact)
{
  static const char *const options[] = {"-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells -rebuild_every 3 -backend single"};
  Outcome                  alone     = {0};

  write_meshes();
  test_alone(scenario, "", STEPS, run_alone, &alone, sizeof alone);
  CHECK(alone.touched > 10);
  for (size_t k = 0; k < 2; k++) {
    Sim *sim;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    CHECK_INT(sim->walls.n_carried, bodies);
    test_steps(sim, STEPS / 2);
    if (k == 1) remove_meshes();
    if (k == 1) sim = test_restarted(sim, "-decomp_random 1");
    test_steps(sim, STEPS - STEPS / 2);
    CHECK(test_digest(sim) == alone.digest);
    CALL(sim_destroy(&sim));
  }
  write_meshes();
  test_restarts(scenario, STEPS / 2, STEPS, alone.digest);
  test_note("%" PRId64 " contacts with them, looked at every 5 steps", alone.touched);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  compare(drop, 2, "meshes that fall and are driven among clumps: the same bits");
  compare(flat, 1, "a star of lines among clumps in two dimensions: the same bits");
  test_folder_remove();
}
