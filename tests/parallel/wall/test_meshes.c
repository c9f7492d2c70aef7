/* SPDX-License-Identifier: MIT */
/* Clumps in a drum of triangles that turns, with lifters, along a periodic axis, a block in it that
   swings, and a sheet: the same bits on any number of ranks, with any lists and cuts, and through a
   restart without the files; and lines in two dimensions. */
#include "meshes.h"

enum { STEPS = 600, FACETS = 24 };

static const char drum[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, .5, -6], overlap_limit: 9}\n"
  "domain: {lo: [-3, -1.5, -3], hi: [3, 1.5, 3], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4, rolling: elastic_plastic, rolling_friction: .1}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.1, .15,0,0,.1, .3,0,0,.1, .45,0,0,.1, .6,0,0,.1]}\n"
  "clumps:\n"
  "  - heap: {template: [pair, pole], count: 90, lo: [-1.7, -1.5, -1], hi: [1.7, 1.5, 1], "
  "velocity: [0, 0, -4]}\n"
  "wall:\n"
  "  - drum: {shape: mesh, material: a, file: drum.stl, attitude: [1, 1, 0, 0]}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, side: outside, shift: [1.2, .2, 1.4]}\n"
  "  - sheet: {shape: mesh, material: a, file: sheet.stl, scale: .3, attitude: [1, .2, .3, 0], "
  "shift: [-.6, 1.2, 1.3]}\n"
  "motion:\n"
  "  - spin: {walls: [drum], type: rotate, point: [0, 0, 0], axis: [0, 1, 0], rate: 3}\n"
  "  - swing: {walls: [block], type: oscillate, direction: [1, 2, 0], amplitude: .3, frequency: "
  "2}\n"
  "  - rise: {walls: [sheet], type: translate, velocity: [0, .4, .2], start: .1}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, -3], dimension: 2}\n"
  "domain: {lo: [-3, -3], hi: [3, 3], boundary: [open, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,.15, .2,0,.1]}\n"
  "clumps:\n  - heap: {template: [pair], count: 20, lo: [-1.5, -.5], hi: [1.5, 1.4], velocity: [0, "
  "-4]}\n"
  "wall:\n"
  "  - cup: {shape: mesh, material: a, file: cup.obj}\n"
  "  - star: {shape: mesh, material: a, file: star.obj, side: outside, scale: .5, shift: [0, "
  "-1.7]}\n"
  "motion:\n"
  "  - spin: {walls: [star], type: rotate, point: [0, -1.7], axis: [0, 0, 1], rate: 3}\n";

/* A drum about z of 24 facets, with three lifters of two sides and a top, open where they are on
   the drum: sheets, from z = -1.5 to 1.5. */
static void write_drum(void)
{
  static Triangles t;
  Vec3             round[FACETS], lifter[4];

  t.n = 0;
  for (int k = 0; k < FACETS; k++)
    round[k] = vec3(2.2 * cos(2 * PETSC_PI * k / FACETS), 2.2 * sin(2 * PETSC_PI * k / FACETS), 0);
  add_prism(&t, FACETS, round, vec3(0, 0, 0), -1.5, 1.5, false);
  for (int k = 0; k < 3; k++) {
    const double c = cos(2 * PETSC_PI * k / 3), s = sin(2 * PETSC_PI * k / 3);
    const double at[4][2] = {{2.15, -.2}, {1.8, -.1}, {1.8, .1}, {2.15, .2}};

    for (int i = 0; i < 4; i++)
      lifter[i] = vec3(c * at[i][0] - s * at[i][1], s * at[i][0] + c * at[i][1], 0);
    add_prism(&t, 4, lifter, lifter[0], -1.5, 1.5, false);
  }
  write_mesh("drum.stl", &t);
}

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                             {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};

  write_drum();
  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.5, .5, true);
  write_mesh("block.stl", &t);
  t.n = 0;
  add_floor(&t, 6, 1.5, 3);
  write_mesh("sheet.stl", &t);
  test_file("cup.obj", "v -2.5 1.5 0\nv -2 -2 0\nv 0 -2.6 0\nv 2 -2 0\nv 2.5 1.5 0\nv 0 2.5 0\n"
                       "l 1 2 3 4 5 6 1\n");
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

static void run_alone(Sim *sim, int steps, void *digest)
{
  test_find_digest(sim, steps, digest);
  CHECK(contacts_count(sim->contacts) > 8 && test_owned(sim) >= 20);
  CHECK_INT(sim->energy.account.removed, 0); /* nothing gets through */
}

static void compare(const char *scenario, const char *fact)
{
  static const char *const options[] = {"", "-rebuild_every 3 -decomp_random 1",
                                        "-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells", "-search_method all_pairs"};
  uint64_t                 digest    = 0;

  write_meshes();
  test_alone(scenario, "", STEPS, run_alone, &digest, sizeof digest);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    test_steps(sim, STEPS / 2);
    if (k == 4) remove_meshes();
    if (k == 4) sim = test_restarted(sim, options[1]);
    test_steps(sim, STEPS - STEPS / 2);
    CHECK(test_digest(sim) == digest);
    CALL(sim_destroy(&sim));
  }
  write_meshes();
  test_restarts(scenario, STEPS / 2, STEPS, digest);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  compare(drum, "a drum of triangles with lifters, a block and a sheet that move: the same bits");
  compare(flat, "lines in two dimensions: the same bits");
  test_folder_remove();
}
