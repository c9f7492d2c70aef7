/* SPDX-License-Identifier: MIT */
/* One rebound of a frictionless elastic body of triangles, a block, a tetrahedron, a rod or a
   bracket, from sides, rims and ends of cylinders and cones, at random attitudes: the largest
   change of energy at a hundredth of the contact time, its order in the step, and that bodies come
   back. */
#include "meshes.h"

#include <math.h>

enum { SHAPES = 4, PHASES = SHAPES };

enum { HALVED = 1, PLANE = 2, FOUR = 4 };

/* From `x` with the velocity `v`. HALVED: also at half the step; PLANE: in two dimensions; FOUR:
   the flat end fits into a face. */
typedef struct {
  const char *name, *wall;
  Vec3        x, v;
  int         has;
} Case;

#define DRUM "cylinder, point: [0, 0, -2], radius: 1, length: 2, ends: closed, side: outside"
#define PIPE "cylinder, point: [0, 0, -2], radius: .8, length: 2"
#define DOWN \
  { \
    -.2, .2, -2 \
  }

static const Case cases[] = {
  {"side of a closed cylinder", DRUM, {1.75, .1, -1}, {-2, .2, .2}, HALVED},
  {"rim of a closed cylinder", DRUM, {1, .1, .75}, DOWN, HALVED},
  {"end of a closed cylinder", DRUM, {.1, .1, .75}, DOWN, HALVED},
  {"end of a pin",
   "cylinder, point: [0, 0, -2], radius: .12, length: 2, ends: closed, side: outside",
   {.1, .05, .75},
   DOWN,
   FOUR},
  {"oblique closed cylinder",
   "cylinder, point: [0, 0, -2], axis: [.3, .4, 2], radius: 1, length: 2, ends: closed, side: "
   "outside",
   {1, .1, .75},
   DOWN,
   0},
  {"side of a closed cone",
   "cone, point: [0, 0, -2], radius: [1.6, .4], length: 2, ends: closed, side: outside",
   {1.5, .1, 0},
   {-2, .2, -1},
   0},
  {"tip of a cone",
   "cone, point: [0, 0, -2], radius: [1, 0], length: 2, ends: closed, side: outside",
   {.05, .1, .8},
   DOWN,
   0},
  {"rim of a pipe", PIPE, {.8, .1, .75}, DOWN, HALVED},
  {"mouth of a pipe", PIPE, {.7, .1, .75}, DOWN, 0},
  {"pipe from outside", PIPE, {1.55, .1, -1}, {-2, .2, .2}, 0},
  {"pipe from inside, through its mouth", PIPE, {.1, .1, 0}, {2, .1, -.3}, 0},
  {"frustum without ends",
   "cone, point: [0, 0, -2], radius: [.4, 1.2], length: 2",
   {1.1, .1, .75},
   DOWN,
   0},
  {"tube without end",
   "cylinder, point: [0, 0, 0], axis: [0, 1, .2], radius: .5, side: both",
   {.1, 0, 1.2},
   DOWN,
   0},
  {"tube without end, from inside",
   "cylinder, point: [0, 0, 0], axis: [0, 1, .2], radius: 1, side: both",
   {.1, 0, .1},
   DOWN,
   0},
  {"circle from outside",
   "cylinder, point: [0, 0], radius: .5, side: both",
   {.05, 1.2, 0},
   {-.1, -2, 0},
   PLANE},
  {"circle from inside",
   "cylinder, point: [0, 0], radius: 1, side: both",
   {.05, .1, 0},
   {-.1, -2, 0},
   PLANE},
};

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       a = {-.5, -.4, -.3}, b = {.6, -.4, -.3}, c = {0, .6, -.3}, d = {.1, 0, .6};
  const Vec3       bracket[] = {{-.5, -.4, 0}, {.5, -.4, 0}, {.5, -.1, 0},
                                {-.2, -.1, 0}, {-.2, .5, 0}, {-.5, .5, 0}};

  t.n = 0;
  add_block(&t, vec3(-.5, -.4, -.3), vec3(.5, .4, .3));
  write_mesh("body0.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, a, b, c, d);
  write_mesh("body1.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.9, -.2, -.2), vec3(.9, .2, .2));
  write_mesh("body2.stl", &t);
  t.n = 0;
  add_prism(&t, 6, bracket, vec3(-.4, -.3, 0), -.2, .2, true);
  write_mesh("body3.stl", &t);
  test_file("flat0.obj", "v -.5 -.3 0\nv .5 -.3 0\nv .5 .3 0\nv -.5 .3 0\nl 1 2 3 4 1\n");
  test_file("flat1.obj", "v -.5 -.3 0\nv .6 -.3 0\nv 0 .5 0\nl 1 2 3 1\n");
  test_file("flat2.obj", "v -.8 -.2 0\nv .8 -.2 0\nv .8 .2 0\nv -.8 .2 0\nl 1 2 3 4 1\n");
  test_file("flat3.obj", "v .8 0 0\nv .2 .2 0\nv 0 .8 0\nv -.2 .2 0\nv -.8 0 0\nv -.2 -.2 0\n"
                         "v 0 -.8 0\nv .2 -.2 0\nl 1 2 3 4 5 6 7 8 1\n");
}

static Sim *start(const Case *c, int phase, double dt)
{
  const bool flat   = c->has & PLANE;
  Random     random = random_stream(7, 1, phase);
  Quat       q      = {random_real(&random), 0, 0, random_real(&random) - .5};
  const Vec3 x      = vec3_axpy(c->x, -.1 * random_real(&random), c->v);
  char       text[2500], at[100], going[100];

  if (!flat) {
    q.x = random_real(&random) - .5;
    q.y = random_real(&random) - .5;
  }
  snprintf(at, sizeof at, flat ? "%.17g, %.17g" : "%.17g, %.17g, %.17g", x.x, x.y, x.z);
  snprintf(going, sizeof going, flat ? "%g, %g" : "%g, %g, %g", c->v.x, c->v.y, c->v.z);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 9, dt: %g, dimension: %d, gravity: [0, 0%s]}\n"
           "domain: {lo: [-4, -4%s], hi: [4, 4%s], boundary: [open, open%s]}\n"
           "material:\n  - a: {density: 8}\n"
           "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: 1}\n"
           "wall:\n  - target: {material: a, shape: %s}\n"
           "  - body: {shape: mesh, material: a, file: %s%d.%s, scale: .6, free: true, "
           "corner_radius: .05, "
           "shift: [%s], pivot: [%s], velocity: [%s], attitude: [%.15g, %.15g, %.15g, %.15g]}\n",
           dt, flat ? 2 : 3, flat ? "" : ", 0", flat ? "" : ", -4", flat ? "" : ", 4",
           flat ? "" : ", open", c->wall, flat ? "flat" : "body", phase % SHAPES,
           flat ? "obj" : "stl", at, at, going, q.w, q.x, q.y, q.z);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* Relative change of energy by a rebound. *back: it touched and came back. */
static double change(const Case *c, int phase, double dt, bool *back)
{
  Sim   *sim    = start(c, phase, dt);
  Totals t      = totals_of(sim);
  double before = energy_of(&t);
  bool   met    = false;

  for (int k = 0; k < (int)(.9 / dt) && !(met && t.contacts == 0); k += 50) {
    test_steps(sim, 50);
    t   = totals_of(sim);
    met = met || t.contacts > 0;
  }
  *back = met && t.contacts == 0;
  CALL(sim_destroy(&sim));
  return fabs(energy_of(&t) / before - 1);
}

/* Largest over phases; *bounced: rebounds that were seen. */
static double worst(const Case *c, double dt, int *bounced)
{
  double most = 0;

  *bounced = 0;
  for (int phase = 0; phase < PHASES; phase++) {
    bool back;

    most = max_real(most, change(c, phase, dt, &back));
    *bounced += back;
  }
  return most;
}

TESTS(.ranks = {1})
{
  /* A hundredth of the shortest contact time of a corner, that of the tetrahedron; where four
     places are close together, with four times the stiffness, half of it. */
  const double dt = 4e-5;

  write_meshes();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case  *c    = &cases[k];
    const double step = c->has & FOUR ? dt / 2 : dt;
    int          n;
    double       error = worst(c, step, &n), finer;

    CHECK_INT(n, PHASES);
    CHECK(error < 2e-6); /* a tenth of what the slopes at touching and parting make */
    test_note("%s: energy off by %.1e", c->name, error);
    if (c->has & HALVED) {
      finer = worst(c, step / 2, &n);
      test_note("  at half the step %.1e", finer);
      CHECK(finer < error / 3.5); /* second order: a quarter, and what rounding leaves */
    }
    test_end(c->name);
  }
  test_folder_remove();
}
