/* SPDX-License-Identifier: MIT */
/* One rebound of a frictionless elastic clump from each kind of wall, with linear springs and with
   those of Hertz, at a hundredth of the contact time: the largest change of energy over phases of
   entry, its order in the step, and what the symmetry of the wall keeps. */
#include "meshes.h"
#include "verify/verify.h"

enum { PHASES = 10, PLANE = 1, AXIS = 2, CENTRE = 4, EDGE = 8, DISCS = 16, LINE = 32 };

/* From `x` with velocity `v` onto the wall. PLANE: normal z; AXIS: z; CENTRE: the origin; EDGE: the
   nearest feature changes; DISCS: two dimensions; LINE: along x. */
typedef struct {
  const char *name, *wall;
  Vec3        x, v;
  int         has;
} Case;

#define DOWN \
  { \
    .2, .1, -1 \
  }
#define OUT \
  { \
    1, .1, .2 \
  }
#define IN \
  { \
    -1, .1, .2 \
  }

static const Case cases[] = {
  {"plane", "plane, point: [0, 0, 0], normal: [0, 0, 1]", {0, 0, .5}, DOWN, PLANE},
  {"sheet, from behind",
   "plane, point: [0, 0, 0], normal: [0, 0, -1], side: both",
   {0, 0, .5},
   DOWN,
   PLANE},
  {"in a cylinder", "cylinder, point: [0, 0, 0], radius: 1.5", {1, .1, 0}, OUT, AXIS},
  {"around a cylinder",
   "cylinder, point: [0, 0, 0], radius: 1, side: outside",
   {1.5, .1, 0},
   IN,
   AXIS},
  {"in a sheet rolled up",
   "cylinder, point: [0, 0, -3], radius: 1.5, length: 6",
   {1, .1, 0},
   OUT,
   AXIS},
  {"on the floor of a can",
   "cylinder, point: [0, 0, 0], radius: 2, length: 5, ends: closed",
   {0, 0, .5},
   DOWN,
   PLANE},
  {"on the lid of a drum",
   "cylinder, point: [0, 0, -2], radius: 2, length: 2, ends: closed, side: outside",
   {0, 0, .5},
   DOWN,
   PLANE},
  {"on the rim of a drum",
   "cylinder, point: [0, 0, -2], radius: 1, length: 2, ends: closed, side: outside",
   {1.05, 0, .5},
   DOWN,
   AXIS | EDGE},
  {"in a cone", "cone, point: [0, 0, -2], radius: [2.5, .5], length: 4", {1, .1, 0}, OUT, AXIS},
  {"around a cone",
   "cone, point: [0, 0, -2], radius: [1.5, .5], length: 4, side: outside",
   {1.6, .1, 0},
   IN,
   AXIS},
  {"on the end of a cone",
   "cone, point: [0, 0, -2], radius: [1, 2], length: 2, ends: closed, side: outside",
   {0, 0, .5},
   DOWN,
   PLANE},
  {"in a sphere", "sphere, point: [0, 0, 0], radius: 1.5", {1, .1, 0}, OUT, CENTRE},
  {"on a sphere", "sphere, point: [0, 0, 0], radius: 1, side: outside", {1.5, .1, 0}, IN, CENTRE},
  {"on the floor of a box", "box, lo: [-2, -2, 0], hi: [2, 2, 4]", {0, 0, .5}, DOWN, PLANE},
  {"in a corner of a box",
   "box, lo: [-.45, -.4, 0], hi: [2, 2, 4]",
   {0, 0, .5},
   {-.5, -.45, -.5},
   EDGE},
  {"on a box", "box, lo: [-2, -2, -2], hi: [2, 2, 0], side: outside", {0, 0, .5}, DOWN, PLANE},
  {"on an edge of a box",
   "box, lo: [-2, -2, -2], hi: [.05, 2, 0], side: outside",
   {.1, 0, .5},
   DOWN,
   EDGE},
  {"on a floor of triangles", "mesh, file: floor.stl", {0, 0, .5}, DOWN, PLANE},
  {"under a floor of triangles", "mesh, file: floor.stl", {0, 0, -.5}, {.2, .1, 1}, PLANE},
  {"on a block of triangles", "mesh, file: block.stl, side: outside", {0, 0, .5}, DOWN, PLANE},
  {"on an edge of a block of triangles",
   "mesh, file: block.stl, side: outside, shift: [-1.95, 0, 0]",
   {.1, 0, .5},
   DOWN,
   EDGE},
  {"in a corner of a hollow of triangles",
   "mesh, file: bin.stl, side: inside",
   {0, 0, .5},
   {-.5, -.45, -.5},
   EDGE},
  {"on a line", "mesh, file: line.obj", {0, .5, 0}, {.2, -1, 0}, LINE | DISCS},
  {"on a corner of lines",
   "mesh, file: rectangle.obj, side: outside",
   {.02, .5, 0},
   {.1, -1, 0},
   DISCS},
  {"in a corner of lines",
   "mesh, file: hollow.obj, side: inside",
   {0, .5, 0},
   {-.5, -.6, 0},
   DISCS},
  {"in a circle", "sphere, point: [0, 0], radius: 1.5", {1, .1, 0}, {.5, .2, 0}, CENTRE | DISCS},
  {"on a disc",
   "cylinder, point: [0, 0], radius: 1, side: outside",
   {1.5, .1, 0},
   {-1, .1, 0},
   CENTRE | DISCS},
  {"on a rectangle",
   "box, lo: [-2, -2], hi: [1, 2], side: outside",
   {1.5, .1, 0},
   {-1, .1, 0},
   DISCS},
};

/* A bent clump of four pebbles, at rest in attitude, from x. dt 0: automatic. */
static Sim *flight(const Case *c, const char *law, Vec3 x, double dt)
{
  const bool flat = c->has & DISCS;
  Draft      t    = {0};

  add(&t, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, dimension: %d}\n", dt, flat ? 2 : 3);
  add(&t, flat ? "domain: {lo: [-5, -5], hi: [5, 5]}\n"
               : "domain: {lo: [-5, -5, -5], hi: [5, 5, 5]}\n");
  add(&t, "material:\n  - s: {density: %d, young: 1e7, poisson: 0}\n", flat ? 100 : 1000);
  add(&t, "contact:\n  - ss: {between: [s, s], restitution: 1, %s}\n", law);
  if (flat)
    add(&t,
        "template:\n  - bent: {material: s, pebbles: [0,0,.1, .12,0,.08, .2,.07,.07]}\n"
        "clumps:\n  - one: {template: bent, position: [%.17g, %.17g], velocity: [%g, %g]}\n",
        x.x, x.y, c->v.x, c->v.y);
  else
    add(&t,
        "template:\n  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .19,.07,0,.07, "
        ".1,.1,.1,.06]}\nclumps:\n  - one: {template: bent, position: [%.17g, %.17g, %.17g], "
        "velocity: [%g, %g, %g]}\n",
        x.x, x.y, x.z, c->v.x, c->v.y, c->v.z);
  add(&t, "wall:\n  - w: {material: s, shape: %s}\n", c->wall);
  return sim_of(&t, NULL);
}

/* A place some steps before the wall is met; *dt: a hundredth of the shortest contact that two such
   clumps would have, which lasts as the square root of the mass, with hertz as its power 2/5. */
static Vec3 near_wall(const Case *c, const char *law, double *dt)
{
  Sim *sim = flight(c, law, c->x, 1e-3);
  int  n   = 0;

  *dt = 0.01 * pow(0.5, strstr(law, "hertz") ? 0.4 : 0.5) * sim->timestep.limits.time;
  for (; n < 1000 && contacts_count(sim->contacts) == 0; n++) test_steps(sim, 1);
  CALL(sim_destroy(&sim));
  return vec3_axpy(c->x, 1e-3 * (n - 2), c->v);
}

/* Angular momentum about the origin, kg m^2/s. */
static Vec3 about_origin(const Body *b)
{
  return vec3_axpy(vec3_cross(b->x, vec3_scale(b->mass, b->v)), 1, b->momentum);
}

/* Largest change of what the symmetry keeps, relative. */
static double broken(const Case *c, const Body *a, const Body *b)
{
  const Vec3 v = vec3_sub(b->v, a->v), l = vec3_sub(about_origin(b), about_origin(a));
  double     most = 0;

  if (c->has & PLANE)
    most = max_of(fabs(v.x),
                  max_of(fabs(v.y), fabs(b->momentum.z - a->momentum.z) / vec3_norm(b->momentum)));
  if (c->has & LINE) most = fabs(v.x);
  if (c->has & AXIS) most = fabs(l.z) / vec3_norm(about_origin(a));
  if ((c->has & AXIS) && strncmp(c->wall, "cyl", 3) == 0 && !(c->has & EDGE))
    most = max_of(most, fabs(v.z));
  if (c->has & CENTRE) most = vec3_norm(l) / vec3_norm(about_origin(a));
  return most;
}

/* Largest relative change of energy by a rebound, over phases of entry. */
static double change(const Case *c, const char *law, Vec3 from, double dt)
{
  double worst = 0, lost = 0;

  for (int phase = 0; phase < PHASES; phase++) {
    Sim   *sim = flight(c, law, vec3_axpy(from, -dt * phase / PHASES, c->v), dt);
    Totals t   = totals_of(sim);
    Body   first, last;
    double energy = energy_of(&t);
    int    met = 0, apart = 0;

    bodies_of(sim, 1, &first);
    for (int k = 0; k < 10000 && apart < 3; k++) {
      test_steps(sim, 1);
      met += contacts_count(sim->contacts) > 0;
      apart = met > 0 && contacts_count(sim->contacts) == 0 ? apart + 1 : 0;
    }
    t = totals_of(sim);
    bodies_of(sim, 1, &last);
    CHECK(met > 80 && t.contacts == 0);
    worst = max_of(worst, fabs(energy_of(&t) / energy - 1));
    lost  = max_of(lost, broken(c, &first, &last));
    CALL(sim_destroy(&sim));
  }
  CHECK(lost < 1e-11); /* rounding of levers and of sums of forces */
  return worst;
}

static void rebound(const Case *c)
{
  static const char *const laws[] = {"normal: hertz", "normal: hooke, stiffness: 1e5"};

  for (int k = 0; k < 2; k++) {
    double       dt;
    const Vec3   from   = near_wall(c, laws[k], &dt);
    const double coarse = change(c, laws[k], from, dt), fine = change(c, laws[k], from, dt / 4);

    test_note("%s, %s: energy off by %.1e, %.1e at a quarter of the step", c->name, laws[k], coarse,
              fine);
    CHECK(coarse < 1e-5);
    CHECK(fine < coarse / 12); /* second order: 16; more with hertz, for the phase of entry */
  }
  test_end(c->name);
}

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_floor(&t, 12, 3, 5);
  write_mesh("floor.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-2, -2, -2), vec3(2, 2, 0));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.45, -.4, 0), vec3(2, 2, 4));
  write_mesh("bin.stl", &t);
  test_file("line.obj", "v 3 0 0\nv .3 0 0\nv -.1 0 0\nv -3 0 0\nl 1 2 3 4\n");
  test_file("rectangle.obj", "v -2 -2 0\nv .05 -2 0\nv .05 0 0\nv -2 0 0\nl 1 2 3 4 1\n");
  test_file("hollow.obj", "v -.35 0 0\nv 2 0 0\nv 2 2 0\nv -.35 2 0\nl 1 2 3 4 1\n");
}

TESTS(.ranks = {1})
{
  write_meshes();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) rebound(&cases[k]);
  test_folder_remove();
}
