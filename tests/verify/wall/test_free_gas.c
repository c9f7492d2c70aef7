/* SPDX-License-Identifier: MIT */
/* Elastic bodies of triangles fly about in a box with a post, rods, a ball, a sheet and a star of
   triangles in it, and hit these and each other at more than a hundred places: nothing gets
   through, and energy is kept. */
#include "impacts.h"
#include "meshes.h"

enum { BODIES = 6, STEPS = 100000, EVERY = 10 };

static const char head[] =
  "schema: 1\n"
  "run: {end_time: 99, dt: 1e-4, gravity: [0, 0, 0], overlap_limit: .6}\n"
  "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 1}\n"
  "wall:\n"
  "  - room: {shape: box, material: a, lo: [-1.5, -1.5, -1.5], hi: [1.5, 1.5, 1.5]}\n"
  "  - post: {shape: box, material: a, lo: [-.2, -.15, -1], hi: [.2, .15, .3], side: outside}\n"
  "  - rod: {shape: cylinder, material: a, point: [-.9, 0, .8], axis: [.1, 1, .2], radius: .03, "
  "side: "
  "outside}\n"
  "  - pipe: {shape: cylinder, material: a, point: [.9, .9, 0], radius: .2, side: outside}\n"
  "  - ball: {shape: sphere, material: a, point: [.8, -.8, .7], radius: .3, side: outside}\n"
  "  - star: {shape: mesh, material: a, file: star.stl, side: outside, shift: [-.8, -.8, -.7]}\n"
  "  - sheet: {shape: mesh, material: a, file: sheet.stl, shift: [0, .2, 1]}\n";

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       a = {-.3, -.2, -.2}, b = {.3, -.2, -.2}, c = {0, .3, -.2}, d = {.05, 0, .35};
  const Vec3       star[] = {{.5, 0, 0},  {.1, .1, 0},   {0, .5, 0},  {-.1, .1, 0},
                             {-.5, 0, 0}, {-.1, -.1, 0}, {0, -.5, 0}, {.1, -.1, 0}};

  t.n = 0;
  add_tetrahedron(&t, a, b, c, d);
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.3, -.2, -.2), vec3(.3, .2, .2));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_prism(&t, 8, star, vec3(0, 0, 0), -.2, .2, true);
  write_mesh("star.stl", &t);
  t.n = 0;
  add_triangle(&t, vec3(-.5, 0, 0), vec3(.5, -.3, 0), vec3(.1, .1, .3));
  add_triangle(&t, vec3(.5, .4, 0), vec3(-.5, 0, 0), vec3(.1, .1, .3));
  write_mesh("sheet.stl", &t);
}

static Sim *start(void)
{
  static const Vec3 at[BODIES] = {{-.8, .8, -.8}, {.8, -.8, -.8}, {.8, .2, -.9},
                                  {1, 0, .3},     {-.6, -.8, .2}, {0, -1, 0}};
  Random            random     = random_stream(3, 1, 0);
  char              text[5000];
  size_t            n = (size_t)snprintf(text, sizeof text, "%s", head);

  for (int k = 0; k < BODIES; k++) {
    double u[6];

    for (int i = 0; i < 6; i++) u[i] = 6 * (random_real(&random) - .5);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "  - body%d: {shape: mesh, material: a, file: %s, free: true, shift: "
                          "[%g, %g, %g], velocity: [%g, "
                          "%g, %g], spin: [%g, %g, %g], corner_radius: .04}\n",
                          k, k % 2 ? "wedge.stl" : "block.stl", at[k].x, at[k].y, at[k].z, u[0],
                          u[1], u[2], u[3], u[4], u[5]);
  }
  return test_sim(PETSC_COMM_WORLD, text, "");
}

TESTS(.ranks = {1})
{
  Touches touching = {{false}};
  int     impacts  = 0;
  double  before;
  Totals  t;
  Sim    *sim;

  write_meshes();
  sim    = start();
  t      = totals_of(sim);
  before = energy_of(&t);
  for (int k = 0; k < STEPS; k += EVERY) {
    test_steps(sim, EVERY);
    impacts += count_new(sim, &touching);
  }
  t = totals_of(sim);
  test_note("%d impacts on edges and corners, energy off by %.1e", impacts,
            energy_of(&t) / before - 1);
  CHECK(impacts > 100);
  CHECK_INT(t.clumps, BODIES);
  CHECK_NEAR(energy_of(&t), before, 2e-3 * before); /* 1e-5 each at 1/44 of a contact time */
  CALL(sim_destroy(&sim));
  test_end("bodies among edges and corners: nothing gets through");
  test_folder_remove();
}
