/* SPDX-License-Identifier: MIT */
/* Elastic bodies of triangles fly about in a box with a drum, a pipe, a pin, a cone, a frustum
   without ends and an endless tube in it, and hit their sides, rims and ends and each other:
   nothing gets through, and energy is kept. */
#include "contact/solid/solids.h"
#include "impacts.h"
#include "meshes.h"

enum { BODIES = 6, STEPS = 85000, EVERY = 10, LOOK = 1000 };

static const char head[] =
  "schema: 1\n"
  "run: {end_time: 99, dt: 1e-4, gravity: [0, 0, 0], overlap_limit: .6}\n"
  "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 1}\n"
  "wall:\n"
  "  - room: {shape: box, material: a, lo: [-1.5, -1.5, -1.5], hi: [1.5, 1.5, 1.5]}\n"
  "  - drum: {shape: cylinder, material: a, point: [-.8, -.8, -1.2], axis: [.2, .1, 1], radius: "
  ".3, "
  "length: .6, ends: closed, side: outside}\n"
  "  - pipe: {shape: cylinder, material: a, point: [.7, .6, -.4], axis: [1, .3, 1], radius: .4, "
  "length: .7}\n"
  "  - pin: {shape: cylinder, material: a, point: [.1, 0, -1.5], radius: .06, length: 1.4, ends: "
  "closed, side: outside}\n"
  "  - cone: {shape: cone, material: a, point: [1, -1.2, -1.5], radius: [.3, 0], length: .5, ends: "
  "closed, side: outside}\n"
  "  - funnel: {shape: cone, material: a, point: [-.6, .4, .2], axis: [0, .2, 1], radius: [.2, "
  ".5], "
  "length: .6}\n"
  "  - tube: {shape: cylinder, material: a, point: [0, -.8, .9], axis: [1, .1, .2], radius: .15, "
  "side: both}\n";

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       a = {-.3, -.2, -.2}, b = {.3, -.2, -.2}, c = {0, .3, -.2}, d = {.05, 0, .35};
  t.n = 0;
  add_tetrahedron(&t, a, b, c, d);
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.3, -.2, -.2), vec3(.3, .2, .2));
  write_mesh("block.stl", &t);
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
    if (k % LOOK == 0)
      solids_check_start(sim->contacts, world_scene(sim_world(sim)), NULL, sim->options);
  }
  CHECK(options_are_sound(sim->options, "wall")); /* none passed through another */
  t = totals_of(sim);
  test_note("%d impacts, energy off by %.1e", impacts, energy_of(&t) / before - 1);
  CHECK(impacts > 80);
  CHECK_INT(t.clumps, BODIES);
  CHECK_NEAR(energy_of(&t), before, 2e-3 * before); /* 1e-5 each at 1/44 of a contact time */
  CALL(sim_destroy(&sim));
  test_end("bodies among rims and sides: nothing gets through");
  test_folder_remove();
}
