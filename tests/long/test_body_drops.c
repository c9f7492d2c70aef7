/* SPDX-License-Identifier: MIT */
/* Drops of a thousand free meshes on random places of a closed mesh, whose ridges
   and valleys have all angles. */
#include "verify/mesh_drops.h"

enum { CELLS = 20, ROWS = 15, BODIES = 200, ROUNDS = 5, STEPS = 3000, EVERY = 100 };

/* Half the sides of the brick, and the radius of its corners, m. */
static const Vec3   half   = {.12, .1, .08};
static const double corner = .02;

static void write_bodies(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3_scale(-1, half), half);
  write_mesh("brick.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, vec3(-.15, -.1, -.08), vec3(.15, -.1, -.08), vec3(0, .15, -.08),
                  vec3(.03, 0, .16));
  write_mesh("wedge.stl", &t);
}

static void add_drop(Draft *text, int k, Random *random)
{
  const double step = (0.4 * CELLS - 2) / ROWS;
  const Quat   q    = random_orientation(random);
  double       u[6];
  Vec3         x;

  for (int i = 0; i < 6; i++) u[i] = random_real(random) - .5;
  x = vec3(1 + step * (k % ROWS + .5 + .1 * u[0]), 1 + step * (k / ROWS + .5 + .1 * u[1]),
           .6 + .3 * u[2]);
  add(text,
      "  - body%d: {shape: mesh, material: s, file: %s, free: true, corner_radius: %g, attitude: "
      "[%g, %g, %g, %g], shift: [%g, %g, %g], pivot: [%g, %g, %g], velocity: [%g, %g, -4], spin: "
      "[%g, %g, 0]}\n",
      k, k % 2 ? "wedge.stl" : "brick.stl", corner, q.w, q.x, q.y, q.z, x.x, x.y, x.z, x.x, x.y,
      x.z, 2 * u[3], 2 * u[4], 10 * u[5], 10 * u[0]);
}

static Sim *dropped_bodies(int round)
{
  static Draft t;
  Random       random = random_stream(12, 1, (uint64_t)round);

  t.n = 0;
  add(&t,
      "schema: 1\nrun: {end_time: 1e6, dt: 2e-4, gravity: [0, 0, -9.81], overlap_limit: 9}\n"
      "domain: {lo: [-1, -1, -2], hi: [%g, %g, 9], boundary: [open, open, open]}\n"
      "material:\n  - s: {density: 1000}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 4e5, restitution: .3, "
      "tangential: hooke, tangential_ratio: .3, friction: .3}\n"
      "wall:\n  - block: {shape: mesh, material: s, file: block.stl, side: outside}\n",
      0.4 * CELLS + 1, 0.4 * CELLS + 1);
  for (int k = 0; k < BODIES; k++) add_drop(&t, k, &random);
  return sim_of(&t, NULL);
}

/* Number of centres of owned bodies and corner balls that are in the block. */
static int64_t count_in_block(const Sim *sim)
{
  Features space = {0};
  int64_t  n     = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    n += wall_distance(&sim->walls.list[0], sim->matter.clumps->pose[a].x, 1, &space) < 0;
  }
  for (PetscInt i = 0; i < sim->matter.pebbles->n; i++) {
    n += wall_distance(&sim->walls.list[0], pebble_centre(sim->matter.pebbles, i), 1, &space) < 0;
  }
  array_free(&space.list);
  return test_total(n);
}

/* The number of contacts at the end. */
static int64_t drop(int round)
{
  Sim    *sim     = dropped_bodies(round);
  int64_t through = 0;
  Totals  t;

  for (int k = 0; k < STEPS; k += EVERY) {
    test_steps(sim, EVERY);
    through += count_in_block(sim);
  }
  t = totals_of(sim);
  CHECK_INT(t.clumps, BODIES);
  CHECK_INT(sim->energy.account.removed, 0);
  CHECK_INT(through, 0);
  CALL(sim_destroy(&sim));
  return t.contacts;
}

TESTS(.ranks = {1}, .limit = 1800)
{
  int64_t contacts = 0;
  int     faces;

  faces = write_rough_block(CELLS);
  write_bodies();
  for (int round = 0; round < ROUNDS; round++) contacts += drop(round);
  test_note("%d bodies on %d triangles: %d contacts", ROUNDS * BODIES, faces, (int)contacts);
  CHECK(contacts > ROUNDS * BODIES / 2); /* the others are between two bounces */
  test_end("of a thousand free meshes none gets through a rough block of triangles");
  test_folder_remove();
}
