/* SPDX-License-Identifier: MIT */
/* One rebound of a frictionless elastic body of triangles, a block or a tetrahedron, from each kind
   of wall and from another such body, at random attitudes: the largest change of energy at a
   hundredth of the contact time, its order in the step, and that bodies come back. */
#include "meshes.h"

#include <math.h>

enum { PHASES = 4, SPEED = 2 };

enum { PLANE = 1, HALVED = 2, ASIDE = 4 };

/* From `x` onto the wall, downwards. PLANE: in two dimensions; HALVED: also at half the step;
   ASIDE: along -x. */
typedef struct {
  const char *name, *wall;
  Vec3        x;
  int         has;
} Case;

#define SOLID ", side: outside"

static const Case cases[] = {
  {"sheet", "plane, point: [0, 0, 0], normal: [0, 0, -1], side: both", {0, 0, .75}, 0},
  {"ball", "sphere, point: [0, 0, -1], radius: 1" SOLID, {.1, .2, .75}, 0},
  {"rod", "cylinder, point: [0, 0, -1], axis: [1, .2, .1], radius: 1" SOLID, {.1, .2, .8}, 0},
  {"wire", "cylinder, point: [0, 0, 0], axis: [1, .2, .1], radius: .05" SOLID, {.1, .1, .7}, 0},
  {"box", "box, lo: [-3, -3, -3], hi: [3, 3, 0]" SOLID, {0, 0, .75}, HALVED},
  {"edge of a box", "box, lo: [-3, -3, -3], hi: [.05, 3, 0]" SOLID, {.1, 0, .75}, 0},
  {"corner of a box", "box, lo: [-3, -3, -3], hi: [.05, -.02, 0]" SOLID, {.1, 0, .75}, 0},
  {"post", "box, lo: [-3, -3, 0], hi: [.05, .1, 0], sides: four" SOLID, {.8, .1, 0}, ASIDE},
  {"edge of triangles", "mesh, file: step.stl" SOLID, {.1, 0, .95}, 0},
  {"sheet of triangles", "mesh, file: floor.stl", {.8, 0, .75}, 0},
  {"line", "mesh, file: hook.obj", {.1, .75, 0}, PLANE},
  {"disc", "sphere, point: [0, -1], radius: 1" SOLID, {.1, .75, 0}, PLANE},
  {"corner of a rectangle", "box, lo: [-3, -3], hi: [.05, 0]" SOLID, {.1, .75, 0}, PLANE},
  {"body", "mesh, file: wedge.stl, free: true, corner_radius: .1", {.1, 0, 1.2}, 0},
  {"star", "mesh, file: star.obj, free: true", {.1, 1.4, 0}, PLANE | HALVED},
};

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       a = {-.5, -.4, -.3}, b = {.6, -.4, -.3}, c = {0, .6, -.3}, d = {.1, 0, .6};
  const Vec3       step[] = {{-2, -2, 0},  {.05, -2, 0}, {.05, .3, 0},
                             {-.5, .5, 0}, {-.6, 2, 0},  {-2, 2, 0}};

  t.n = 0;
  add_block(&t, vec3(-.5, -.4, -.3), vec3(.5, .4, .3));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, a, b, c, d);
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_prism(&t, 6, step, vec3(-1, 0, 0), -2, .2, true);
  write_mesh("step.stl", &t);
  t.n = 0;
  add_floor(&t, 4, .8, 3);
  write_mesh("floor.stl", &t);
  test_file("block.obj", "v -.5 -.3 0\nv .5 -.3 0\nv .5 .3 0\nv -.5 .3 0\nl 1 2 3 4 1\n");
  test_file("star.obj", "v .8 0 0\nv .2 .2 0\nv 0 .8 0\nv -.2 .2 0\nv -.8 0 0\nv -.2 -.2 0\n"
                        "v 0 -.8 0\nv .2 -.2 0\nl 1 2 3 4 5 6 7 8 1\n");
  test_file("hook.obj", "v -1 -1 0\nv 0 0 0\nv .3 -2 0\nl 1 2 3\n");
}

static Sim *start(const Case *c, int phase, double dt)
{
  const bool  flat   = c->has & PLANE;
  const char *file   = flat ? "block.obj" : phase % 2 ? "wedge.stl" : "block.stl";
  Random      random = random_stream(7, 1, phase);
  Quat        q      = {random_real(&random), 0, 0, random_real(&random) - .5};
  const Vec3  down   = flat ? vec3(-.1, -1, 0) : vec3(-.1, .1, -1),
             v       = vec3_scale(SPEED, c->has & ASIDE ? vec3(-1, .1, -.1) : down),
             x       = vec3_axpy(c->x, -.1 * random_real(&random), v);
  char text[2500], at[100], going[100];

  if (!flat) {
    q.x = random_real(&random) - .5;
    q.y = random_real(&random) - .5;
  }
  snprintf(at, sizeof at, flat ? "%.17g, %.17g" : "%.17g, %.17g, %.17g", x.x, x.y, x.z);
  snprintf(going, sizeof going, flat ? "%g, %g" : "%g, %g, %g", v.x, v.y, v.z);
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 9, dt: %g, dimension: %d, gravity: [0, 0%s]}\n"
    "domain: {lo: [-4, -4%s], hi: [4, 4%s], boundary: [open, open%s]}\n"
    "material:\n  - a: {density: 8}\n"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: 1}\n"
    "wall:\n  - target: {material: a, shape: %s}\n"
    "  - body: {shape: mesh, material: a, file: %s, scale: .6, free: true, corner_radius: .08, "
    "shift: [%s], pivot: [%s], velocity: [%s], attitude: [%.15g, %.15g, %.15g, %.15g]}\n",
    dt, flat ? 2 : 3, flat ? "" : ", 0", flat ? "" : ", -4", flat ? "" : ", 4",
    flat ? "" : ", open", c->wall, file, at, at, going, q.w, q.x, q.y, q.z);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* Largest relative change of energy; *bounced: rebounds that were seen. */
static double worst(const Case *c, double dt, int *bounced)
{
  double most = 0;

  *bounced = 0;
  for (int phase = 0; phase < PHASES; phase++) {
    Sim   *sim = start(c, phase, dt);
    double before, change;
    Totals t   = totals_of(sim);
    bool   met = false;

    before = energy_of(&t);
    for (int k = 0; k < (int)(1.6 / SPEED / dt) && !(met && t.contacts == 0); k += 50) {
      test_steps(sim, 50);
      t   = totals_of(sim);
      met = met || t.contacts > 0;
    }
    change = fabs(energy_of(&t) / before - 1);
    *bounced += met && t.contacts == 0;
    most = max_real(most, change);
    CALL(sim_destroy(&sim));
  }
  return most;
}

TESTS(.ranks = {1})
{
  /* effective mass of a corner: above a quarter of the mass, .29 kg; so a hundredth of the contact
     time */
  const double dt = 4e-5;

  write_meshes();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case *c = &cases[k];
    int         n;
    double      error = worst(c, dt, &n), finer;

    CHECK_INT(n, PHASES);
    CHECK(error < 2e-6); /* a tenth of what the slopes at touching and parting make */
    test_note("%s: energy off by %.1e", c->name, error);
    if (c->has & HALVED) {
      finer = worst(c, dt / 2, &n);
      test_note("  at half the step %.1e", finer);
      CHECK(finer < error / 3.5); /* second order: a quarter, and what rounding leaves */
    }
    test_end(c->name);
  }
  test_folder_remove();
}
