/* SPDX-License-Identifier: MIT */
/* One frictionless elastic clump is shot at walls of triangles, at faces, edges and corners of
   solids, hollows and sheets: its energy after a bounce, which a box of triangles keeps as the
   analytic box does, and the better the smaller the step is. */
#include "meshes.h"
#include "verify/energy.h"

#define MESH(keys) "{shape: mesh, material: s, " keys "}\n"

typedef struct {
  const char *name, *walls;
  /* clumps start at this distance from the origin, aimed at a box of this half side about it, m */
  double from, at;
  double most;  /* energy lost or gained in a bounce at a hundredth of the contact time */
  double falls; /* at least, with half the step: 4 in second order, 2 in first */
} Table;

/* Measured on boxes: 3e-6. Facets: the force changes its direction as the contact goes from one to
   the next, an error of first order. */
static const Table tables[] = {
  {"a hollow box", "  - a: " MESH("file: big.stl, side: inside"), 0.8, 1.4, 1e-5, 3.5},
  {"a hollow tube of 24 facets with ends", "  - a: " MESH("file: tube.stl, side: inside"), 0.5, 1,
   6e-4, 1.7},
  {"a block", "  - b: " MESH("file: small.stl, side: outside"), 1.3, 0.5, 1e-5, 3.5},
  {"a block, as a sheet", "  - b: " MESH("file: small.stl"), 1.3, 0.5, 1e-5, 3.5},
  {"a bar with a slot", "  - b: " MESH("file: slot.stl, side: outside"), 1.3, 0.6, 1e-5, 3.5},
  {"a bar with a slot, turned, as a sheet",
   "  - b: " MESH("file: slot.stl, attitude: [.8, .3, .2, .4]"), 1.3, 0.6, 1e-5, 3.5},
};

enum { SHOTS = 12 };

/* Times, s: length of a shot; a step of its flight to the walls; flight without contact after a
   bounce; interval of the samples. */
static const double LAST = 1.6, FLIGHT = 1e-3, AFTER = 0.1, SAMPLE = 1.6e-3;

static void write_meshes(void)
{
  static Triangles t;
  const Vec3       slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                             {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};
  Vec3             round[24];

  add_block(&t, vec3(-1.5, -1.5, -1.5), vec3(1.5, 1.5, 1.5));
  write_mesh("big.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.3, -.4, -.5), vec3(.3, .4, .5));
  write_mesh("small.stl", &t);
  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.5, .5, true);
  write_mesh("slot.stl", &t);
  t.n = 0;
  for (int k = 0; k < 24; k++)
    round[k] = vec3(1.3 * cos(2 * pi * k / 24), 1.3 * sin(2 * pi * k / 24), 0);
  add_prism(&t, 24, round, vec3(0, 0, 0), -1, 1, true);
  write_mesh("tube.stl", &t);
}

static Vec3 draw(Random *random)
{
  Vec3 x;

  x.x = 2 * random_real(random) - 1;
  x.y = 2 * random_real(random) - 1;
  x.z = 2 * random_real(random) - 1;
  return x;
}

/* A bent clump of four pebbles, whose shortest contact lasts .01 s, is shot at the walls. */
static Sim *shoot(const Table *t, int shot, double dt)
{
  Random     random   = random_stream(17, 1, (uint64_t)shot);
  Draft      scenario = {0};
  Vec3       way      = draw(&random), x, v;
  const Vec3 aim = vec3_scale(t->at, draw(&random)), spin = vec3_scale(4, draw(&random));

  vec3_normalize(&way);
  x = vec3_scale(t->from, way);
  v = vec3_sub(aim, x);
  vec3_normalize(&v);
  v = vec3_scale(1.4, v);
  add(&scenario, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, overlap_limit: 0.5}\n", dt);
  add(&scenario,
      "domain: {lo: [-5, -5, -5], hi: [5, 5, 5], boundary: [open, open, open]}\n"
      "material:\n  - s: {density: 1000, young: 1e7, poisson: 0}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: 1}\n"
      "template:\n  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .19,.08,0,.07, "
      ".1,.1,.1,.06]}\n");
  add(&scenario,
      "clumps:\n  - one: {template: bent, position: [%g, %g, %g], velocity: [%g, %g, %g], spin: "
      "[%g, %g, %g]}\nwall:\n%s",
      x.x, x.y, x.z, v.x, v.y, v.z, spin.x, spin.y, spin.z, t->walls);
  return sim_of(&scenario, NULL);
}

/* The shot some steps before it meets the walls, to which it flies in large steps: free flight has
   no error that matters here. NULL: it misses them. */
static Sim *near_walls(const Table *t, int shot)
{
  Sim *sim = shoot(t, shot, FLIGHT);
  int  n   = 0;

  for (; n < (int)(LAST / FLIGHT) && contacts_count(sim->contacts) == 0; n++) test_steps(sim, 1);
  CALL(sim_destroy(&sim));
  if (n == (int)(LAST / FLIGHT)) return NULL;
  sim = shoot(t, shot, FLIGHT);
  test_steps(sim, (int)max_int(n - 2, 1));
  CHECK_INT(contacts_count(sim->contacts), 0);
  return sim;
}

/* Go on with steps of dt: largest relative change of the energy for each bounce, at times without
   contact. */
static double play(Sim *near, double dt, int *bounces)
{
  const int    each = (int)(SAMPLE / dt + 0.5);
  const double last = LAST - sim_time(near);
  char         options[40];
  Sim         *sim;
  Totals       first;
  double       most    = 0;
  bool         touched = false;
  int          n = 0, parted = 0;

  snprintf(options, sizeof options, "-run_dt %.17g", dt);
  sim   = test_continued(near, PETSC_COMM_WORLD, options);
  first = totals_of(sim);
  for (int k = 0; k < (int)(last / (each * dt)) && parted < (int)(AFTER / (each * dt)); k++) {
    Totals now;

    test_steps(sim, each);
    now = totals_of(sim);
    n += touched && now.contacts == 0;
    touched = now.contacts > 0;
    parted  = n > 0 && !touched ? parted + 1 : 0;
    if (!touched && n > 0) most = max_of(most, fabs(energy_of(&now) / energy_of(&first) - 1) / n);
  }
  *bounces += n;
  CALL(sim_destroy(&sim));
  return most;
}

static void check_table(const Table *t)
{
  double coarse = 0, fine = 0;
  int    n = 0, more = 0;

  for (int shot = 0; shot < SHOTS; shot++) {
    Sim *near = near_walls(t, shot);

    if (!near) continue;
    coarse = max_of(coarse, play(near, 1e-4, &n));
    fine   = max_of(fine, play(near, 0.5e-4, &more));
    CALL(sim_destroy(&near));
  }
  test_note("%s: %d bounces, energy off by up to %.1e a bounce, with half the step %.1e", t->name,
            n, coarse, fine);
  CHECK(n >= SHOTS / 2);
  CHECK(coarse < t->most);
  CHECK(fine < coarse / t->falls);
  test_end(t->name);
}

TESTS(.ranks = {1})
{
  write_meshes();
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) check_table(&tables[k]);
  test_folder_remove();
}
