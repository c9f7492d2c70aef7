/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Billiards of one frictionless elastic clump with walls of triangles: faces, edges and corners of
   solids, hollows and sheets keep its energy at times without contact. */
#include "energy.h"
#include "meshes.h"

typedef struct {
  const char *name, *walls;
  Vec3        x;
} Table;

#define MESH(keys) "{shape: mesh, material: s, " keys "}\n"

static const Table tables[] = {
  {"a box of triangles around one",
   "  - a: " MESH("file: big.stl, side: inside") "  - b: " MESH("file: small.stl, side: outside"),
   {0.9, 0.1, 0}},
  {"a box around a box, as sheets",
   "  - a: " MESH("file: big.stl") "  - b: " MESH("file: small.stl"),
   {0.9, 0.1, 0}},
  {"a box around a bar with a slot",
   "  - a: " MESH("file: big.stl, side: inside") "  - b: " MESH("file: slot.stl, side: outside"),
   {1, 0.2, 1}},
  {"a box around a turned bar with a slot, as sheets",
   "  - a: " MESH("file: big.stl, side: inside") "  - b: " MESH(
     "file: slot.stl, attitude: [.8, .3, .2, .4], shift: [.1, 0, 0]"),
   {1, 0.2, 1}},
  {"a tube of 24 facets with ends", "  - a: " MESH("file: tube.stl, side: inside"), {0.2, 0.1, 0}},
};

static const double LAST = 3; /* s */

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

/* A bent clump of four pebbles, whose shortest contact lasts .01 s. */
static Sim *billiard(const Table *t, double dt)
{
  Text scenario = {0};

  add(&scenario, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, overlap_limit: 0.5}\n", dt);
  add(&scenario,
      "domain: {lo: [-3, -3, -3], hi: [3, 3, 3], boundary: [open, open, open]}\n"
      "material:\n  - s: {density: 1000, young: 1e7, poisson: 0}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: 1}\n"
      "template:\n  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .2,.08,0,.07, "
      ".1,.1,.1,.06]}\n");
  add(&scenario,
      "clumps:\n  - one: {template: bent, position: [%g, %g, %g], velocity: [1.1, .7, .5], spin: "
      "[1, -2, 3]}\nwall:\n%s",
      t->x.x, t->x.y, t->x.z, t->walls);
  return sim_of(&scenario, NULL);
}

/* Largest relative change of the energy at times without contact. */
static double play(const Table *t, double dt, int *bounces)
{
  enum { EACH = 4 };
  Sim         *sim     = billiard(t, dt);
  const Totals first   = totals_of(sim);
  double       most    = 0;
  bool         touched = false;

  *bounces = 0;
  for (int k = 0; k < (int)(LAST / (EACH * dt)); k++) {
    Totals now;

    test_steps(sim, EACH);
    now = totals_of(sim);
    *bounces += touched && now.contacts == 0;
    touched = now.contacts > 0;
    if (!touched) most = max_of(most, fabs(energy_of(&now) / energy_of(&first) - 1));
  }
  CALL(sim_destroy(&sim));
  return most;
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  write_meshes();
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
    int          n, more;
    const double coarse = play(&tables[k], 1e-4, &n), fine = play(&tables[k], 0.25e-4, &more);

    test_note("%s: %d bounces, energy off by %.1e, with a quarter of the step %.1e", tables[k].name,
              n, coarse, fine);
    CHECK(n >= 3);
    CHECK(coarse < 1e-5 * n);
    test_end(tables[k].name);
  }
  test_folder_remove();
  return test_finish();
}
