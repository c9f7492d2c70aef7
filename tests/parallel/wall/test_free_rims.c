/* SPDX-License-Identifier: MIT */
/* Bodies of triangles that fall on rims, sides and ends of cylinders and cones, moved ones too: the
   same bits on any number of ranks, and through restarts. */
#include "contact/solid/solids.h"
#include "meshes.h"

enum { STEPS = 300 };

static const char heap[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 8e-4, seed: 5, gravity: [.5, 1, -6], overlap_limit: 9}\n"
  "domain: {lo: [-2, -2, -2], hi: [2, 2, 4], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4, rolling: elastic_plastic, rolling_friction: .1}\n"
  "wall:\n"
  "  - drum: {shape: cylinder, material: a, point: [-.8, 0, -1], radius: .6, length: 1, ends: "
  "closed, side: outside}\n"
  "  - pipe: {shape: cylinder, material: a, point: [.6, 0, -1], axis: [.2, .1, 1], radius: .5, "
  "length: 1}\n"
  "  - funnel: {shape: cone, material: a, point: [0, 1, -1], radius: [.2, .7], length: .8}\n"
  "  - pin: {shape: cylinder, material: a, point: [-1.3, -1.3, -1], radius: .15, length: 1, ends: "
  "closed, side: outside}\n"
  "  - log: {shape: cylinder, material: a, point: [0, -1.3, -.4], axis: [1, 0, 0], radius: .2, "
  "length: 1.2, ends: closed, side: outside}\n"
  "  - hat: {shape: mesh, material: a, file: block.stl, free: true, scale: .7, shift: [-1.3, -1.3, "
  ".35]}\n"
  "  - bar: {shape: mesh, material: a, file: block.stl, free: true, scale: .7, shift: [.6, -1.25, "
  ".2], spin: [.3, .2, 0]}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, shift: [-.8, .1, .45], "
  "velocity: [0, 0, -2]}\n"
  "  - wedge: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [.6, .2, .9], "
  "velocity: [0, 0, -4], corner_radius: .08}\n"
  "  - other: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [0, 1.2, .9], "
  "velocity: [0, 0, -4]}\n"
  "motion:\n"
  "  - shake: {walls: [pipe], type: oscillate, direction: [0, 0, 1], amplitude: .1, frequency: "
  "9}\n"
  "  - turn: {walls: [drum], type: rotate, point: [-.8, 0, 0], axis: [1, 0, 0], rate: .3}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 8e-4, seed: 5, gravity: [1, -3], dimension: 2, overlap_limit: 9}\n"
  "domain: {lo: [-2, -2], hi: [2, 3]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "wall:\n"
  "  - ring: {shape: cylinder, material: a, point: [0, 0], radius: .8, side: both}\n"
  "  - inner: {shape: mesh, material: a, file: square.obj, free: true, velocity: [1, -2], spin: "
  "[0, 0, 4]}\n"
  "  - outer: {shape: mesh, material: a, file: square.obj, free: true, shift: [.1, 1.3], velocity: "
  "[0, -3]}\n";

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
  test_file("square.obj",
            "v -.3 -.2 0\nv .3 -.2 0\nv .3 .2 0\nv 0 .2 0\nv -.3 .2 0\nl 1 2 3 4 5 1\n");
}

/* Committed contacts of bodies that are no pairs of pebbles, by kind. */
static void count(const Sim *sim, int64_t n[SOLID_KINDS])
{
  const SolidTouching *t = &sim->contacts->solids->touching[sim->contacts->solids->now];

  for (PetscInt k = 0; k < t->n; k++) n[t->key[k].kind]++;
}

/* The state at the end of a run, and the contacts in every fifth step, added up. */
typedef struct {
  uint64_t digest;
  int64_t  n[SOLID_KINDS];
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

static void compare(const char *scenario, bool rims, const char *fact)
{
  static const char *const options[] = {"-search_skin .2 -balance_every 9 -decomp_random 2",
                                        "-search_method cells -rebuild_every 3 -backend single"};
  Outcome                  alone     = {0};
  const int64_t           *n         = alone.n;

  write_meshes();
  test_alone(scenario, "", STEPS, run_alone, &alone, sizeof alone);
  CHECK(n[SOLID_SIDE] > 3);
  CHECK(!rims || (n[SOLID_RIM] > 5 && n[SOLID_ARC] > 5));
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
  test_note("contacts of sides, rims, arcs, every 5 steps: %d, %d, %d", (int)n[SOLID_SIDE],
            (int)n[SOLID_RIM], (int)n[SOLID_ARC]);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  compare(heap, true, "bodies of triangles on rims and sides: the same bits");
  compare(flat, false, "bodies of lines in and on a circle: the same bits");
  test_folder_remove();
}
