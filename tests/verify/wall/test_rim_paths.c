/* SPDX-License-Identifier: MIT */
/* Heavy bodies of triangles are drawn over rims, sides and ends of cylinders and cones, along paths
   on which contacts take over from each other: the work that this takes is in the springs all the
   time. */
#include "meshes.h"

#include <math.h>

enum { STEPS = 8000, EVERY = 20 };

/* From `x` by way and turn (rad), turned by `tilt` at the start. */
typedef struct {
  const char *name, *wall, *file;
  Vec3        x, way, turn, tilt;
} Case;

#define PIPE(radius) "cylinder, point: [0, 0, -1], radius: " radius ", length: 1"
#define DRUM(radius) PIPE(radius) ", ends: closed, side: outside"
#define LOG          "cylinder, point: [-.4, 0, -.3], axis: [1, 0, 0], radius: .3, length: .8"

static const Case cases[] = {
  {"a block over a pipe",
   PIPE(".25"),
   "block",
   {-.9, .1, .295},
   {1.8, .05, 0},
   {0, 0, .2},
   {.01, .02, 0}},
  {"a block over a wide pipe",
   PIPE(".6"),
   "block",
   {-1.2, .1, .295},
   {2.4, .1, 0},
   {0, 0, .5},
   {.012, .008, .2}},
  {"a block over a drum",
   DRUM(".3"),
   "block",
   {-.9, .2, .295},
   {1.8, .05, 0},
   {0, 0, .2},
   {-.01, .015, .1}},
  {"a block over a pin",
   DRUM(".04"),
   "block",
   {-.7, .2, .293},
   {1.4, .05, 0},
   {0, 0, .2},
   {.01, .01, 0}},
  {"a block that turns on a pipe",
   PIPE(".45"),
   "block",
   {.02, .01, .292},
   {0, .02, 0},
   {0, 0, 3},
   {.01, -.008, 0}},
  {"a block that rocks on a pipe",
   PIPE(".25"),
   "block",
   {.05, .02, .292},
   {0, .02, 0},
   {.03, -.06, .3},
   {-.01, .03, 0}},
  {"a rod along a log and past its end",
   LOG ", ends: closed, side: outside",
   "rod",
   {.1, .05, .143},
   {.8, .1, 0},
   {0, 0, .2},
   {.02, .01, .1}},
  {"a rod along a pipe and past its end",
   LOG,
   "rod",
   {.1, .05, .143},
   {.8, .1, 0},
   {.02, 0, .4},
   {-.02, .01, .1}},
  {"a rod along a cone and past its end",
   "cone, point: [-.4, 0, -.3], axis: [1, 0, -.05], radius: [.32, .28], length: .8, ends: closed, "
   "side: outside",
   "rod",
   {-.25, .05, .147},
   {1.1, .1, -.11},
   {0, 0, .2},
   {.02, .09, .1}},
  {"a beam of two flanges over a pin",
   DRUM(".04"),
   "tee",
   {-.2, -.7, -.007},
   {.02, 1.4, 0},
   {0, 0, .05},
   {.01, .01, 0}},
  {"an edge over a pipe",
   PIPE(".3"),
   "block",
   {-.9, .1, .463},
   {1.8, .1, 0},
   {0, 0, .4},
   {.8, .01, 0}},
};

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.4, -.3), vec3(.5, .4, .3));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.15, -.9, -.15), vec3(.15, .9, .15));
  write_mesh("rod.stl", &t);
  t.n = 0;
  add_tee(&t, .2, .9);
  write_mesh("tee.stl", &t);
}

static Sim *start(const Case *c)
{
  const double dt = 1e-3, time = STEPS * dt;
  const Vec3   v = vec3_scale(1 / time, c->way), w = vec3_scale(1 / time, c->turn);
  char         text[2500], at[100];

  snprintf(at, sizeof at, "%.17g, %.17g, %.17g", c->x.x, c->x.y, c->x.z);
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: %g, gravity: [0, 0, 0]}\n"
    "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n"
    "material:\n  - a: {density: 8}\n"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: 1}\n"
    "wall:\n  - target: {material: a, shape: %s}\n"
    "  - body: {shape: mesh, material: a, file: %s.stl, mass: 1e8, free: true, corner_radius: .05, "
    "shift: [%s], pivot: [%s], velocity: [%g, %g, %g], spin: [%g, %g, %g], attitude: [1, %g, %g, "
    "%g]}\n",
    dt, c->wall, c->file, at, at, v.x, v.y, v.z, w.x, w.y, w.z, c->tilt.x / 2, c->tilt.y / 2,
    c->tilt.z / 2);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

static void draw(const Case *c)
{
  Sim   *sim    = start(c);
  Totals t      = totals_of(sim);
  double before = energy_of(&t), off = 0, most = 0;

  for (int k = 0; k < STEPS; k += EVERY) {
    test_steps(sim, EVERY);
    t    = totals_of(sim);
    off  = max_real(off, fabs(energy_of(&t) - before));
    most = max_real(most, t.potential);
  }
  test_note("%s: energy of up to %.2f J off by %.1e J", c->name, most, off);
  CHECK(most > .3);
  CHECK(off < 3e-4 * most); /* steps of 3e-4 m over ways of 1e-2 m: second order */
  CALL(sim_destroy(&sim));
  test_end(c->name);
}

TESTS(.ranks = {1})
{
  write_meshes();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) draw(&cases[k]);
  test_folder_remove();
}
