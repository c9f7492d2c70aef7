/* SPDX-License-Identifier: MIT */
/* Bodies of triangles that fall on each other and on edges and corners of walls, across a periodic
   face and larger than the boxes of ranks: the same bits on any number of ranks, and through
   restarts. */
#include "contact/solid/solids.h"
#include "meshes.h"

enum { STEPS = 250 };

static const char heap[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 8e-4, seed: 5, gravity: [.5, 1, -6], overlap_limit: 9}\n"
  "domain: {lo: [-2, -1.5, -2], hi: [2, 1.5, 4], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4, rolling: elastic_plastic, rolling_friction: .1}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "clumps:\n"
  "  - rain: {template: [pair], count: 8, lo: [-1.7, -1.5, 2], hi: [1.7, 1.5, 3], velocity: [0, 0, "
  "-4]}\n"
  "wall:\n"
  "  - post: {shape: mesh, material: a, file: block.stl, side: outside, scale: 1.2, shift: [-.8, "
  "-.1, -.6]}\n"
  "  - rod: {shape: cylinder, material: a, point: [.3, 0, -.6], axis: [0, 1, 0], radius: .1, side: "
  "outside}\n"
  "  - sheet: {shape: mesh, material: a, file: star.stl, shift: [0, .7, -.7]}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, shift: [-.3, .1, .45], "
  "attitude: [1, .2, .3, 0], spin: [1, 2, 3], velocity: [0, 0, -2]}\n"
  "  - wedge: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [-.2, .2, 1.3], "
  "velocity: [0, 0, -4], corner_radius: .08}\n"
  "  - other: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [.9, 1.2, .9], "
  "velocity: [0, 0, -4]}\n"
  "  - arm: {shape: mesh, material: a, file: block.stl, free: true, scale: .7, mass: 0, pivot: [1, "
  "-.8, 1], shift: [1, -.8, 1], blocked: xyzXYZ, group: stirrer}\n"
  "motion:\n"
  "  - stir: {groups: [stirrer], type: rotate, point: [1, -.8, .6], axis: [0, 1, 0], rate: -9}\n"
  "  - shake: {walls: [sheet], type: oscillate, direction: [0, 0, 1], amplitude: .1, frequency: "
  "9}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 8e-4, seed: 5, gravity: [1, -3], dimension: 2, overlap_limit: 9}\n"
  "domain: {lo: [-2, -2], hi: [2, 3], boundary: [periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "wall:\n"
  "  - hook: {shape: mesh, material: a, file: hook.obj}\n"
  "  - spike: {shape: mesh, material: a, file: star.obj, side: outside, scale: .5, shift: [.9, "
  "-.8]}\n"
  "  - star: {shape: mesh, material: a, file: star.obj, free: true, scale: .7, shift: [1.6, .7], "
  "spin: [0, 0, 4], velocity: [0, -3]}\n"
  "  - second: {shape: mesh, material: a, file: star.obj, free: true, scale: .5, shift: [.1, .6], "
  "velocity: [0, -3]}\n"
  "  - third: {shape: mesh, material: a, file: star.obj, free: true, scale: .5, shift: [.5, 1.5], "
  "velocity: [0, -5]}\n";

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       a = {-.5, -.4, -.3}, b = {.6, -.4, -.3}, c = {0, .6, -.3}, d = {.1, 0, .6};
  const Vec3       slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                             {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};

  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.5, .5, true);
  write_mesh("block.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, a, b, c, d);
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_triangle(&t, vec3(-.5, 0, 0), vec3(.5, -.3, 0), vec3(0, 0, .3));
  add_triangle(&t, vec3(.5, .4, 0), vec3(-.5, 0, 0), vec3(0, 0, .3));
  write_mesh("star.stl", &t);
  test_file("star.obj", "v 1 0 0\nv .2 .2 0\nv 0 1 0\nv -.2 .2 0\nv -1 0 0\nv -.2 -.2 0\n"
                        "v 0 -1 0\nv .2 -.2 0\nl 1 2 3 4 5 6 7 8 1\n");
  test_file("hook.obj", "v -1.5 -1 0\nv 0 0 0\nv .3 -1.5 0\nl 1 2 3\n");
}

/* Committed contacts of bodies that are no pairs of pebbles, by kind. */
static void count(const Sim *sim, int64_t n[3])
{
  const SolidTouching *t = &sim->contacts->solids->touching[sim->contacts->solids->now];

  for (PetscInt k = 0; k < t->n; k++) n[t->key[k].kind]++;
}

/* The state at the end of a run, and the contacts in every fifth step, added up. */
typedef struct {
  uint64_t digest;
  int64_t  n[3];
} Outcome;

static void run_alone(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  for (int k = 0; k < steps; k += 5) {
    test_steps(sim, 5);
    count(sim, o->n);
  }
  o->digest = test_digest(sim);
}

static void compare(const char *scenario, bool edges, const char *fact)
{
  static const char *const options[] = {"-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells -rebuild_every 3 -backend single"};
  Outcome                  alone     = {0};
  const int64_t           *n         = alone.n;

  write_meshes();
  test_alone(scenario, "", STEPS, run_alone, &alone, sizeof alone);
  CHECK(n[SOLID_CORNER] > 3 && n[SOLID_POINT] > 5);
  CHECK(!edges || n[SOLID_CROSSING] > 5);
  for (size_t k = 0; k < 2; k++) {
    Sim *sim;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    test_steps(sim, STEPS / 2);
    if (k == 1) sim = test_restarted(sim, "-decomp_random 1");
    test_steps(sim, STEPS - STEPS / 2);
    CHECK(test_digest(sim) == alone.digest);
    CALL(sim_destroy(&sim));
  }
  if (test_size() == 2 || test_size() == 3) test_restarts(scenario, STEPS / 2, STEPS, alone.digest);
  test_note("contacts of corners, points, crossings, every 5 steps: %d, %d, %d", (int)n[0],
            (int)n[1], (int)n[2]);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  compare(heap, true, "bodies of triangles on edges and corners: the same bits");
  compare(flat, false, "stars of lines: the same bits");
  test_folder_remove();
}
