/* SPDX-License-Identifier: MIT */
/* Billiards of one frictionless elastic clump between analytic walls: energy at times without
   contact, and the momenta that each symmetry keeps. Forces of the walls at rest. */
#include "verify/energy.h"

typedef struct {
  const char *name, *walls;
  Vec3        x; /* where the clump starts, m */
  /* angular momentum about the origin, or about the z axis and the momentum along it, is kept */
  bool centre, axis;
} Table;

static const Table tables[] = {
  {"a hollow sphere",
   "  - a: {material: s, shape: sphere, point: [0, 0, 0], radius: 1.5}\n",
   {0.2, 0.1, 0},
   true,
   false},
  {"between two spheres",
   "  - a: {material: s, shape: sphere, point: [0, 0, 0], radius: 1.5}\n"
   "  - b: {material: s, shape: sphere, point: [0, 0, 0], radius: .4, side: outside}\n",
   {0.9, 0.1, 0},
   true,
   false},
  {"between two endless cylinders",
   "  - a: {material: s, shape: cylinder, point: [0, 0, 0], radius: 1.5}\n"
   "  - b: {material: s, shape: cylinder, point: [0, 0, 0], radius: .4, side: outside}\n",
   {0.9, 0.1, 0},
   false,
   true},
  {"a closed can",
   "  - a: {material: s, shape: cylinder, point: [0, 0, -1], radius: 1.2, length: 2, ends: "
   "closed}\n",
   {0.2, 0.1, 0},
   false,
   false},
  {"a closed cone around a cone",
   "  - a: {material: s, shape: cone, point: [0, 0, -2], radius: [2.4, 1], length: 4, ends: "
   "closed}\n"
   "  - b: {material: s, shape: cone, point: [0, 0, -.5], radius: [.2, .6], length: 1, ends: "
   "closed, "
   "side: outside}\n",
   {1.2, 0.1, 0},
   false,
   false},
  {"a funnel in a hollow sphere",
   "  - a: {material: s, shape: sphere, point: [0, 0, 0], radius: 2}\n"
   "  - b: {material: s, shape: cone, point: [0, 0, -.6], radius: [.3, 1], length: .8}\n",
   {0, 0.1, 0.9},
   false,
   false},
  {"a box around a box",
   "  - a: {material: s, shape: box, lo: [-1.5, -1.5, -1.5], hi: [1.5, 1.5, 1.5]}\n"
   "  - b: {material: s, shape: box, lo: [-.3, -.4, -.5], hi: [.3, .4, .5], side: outside}\n",
   {0.9, 0.1, 0},
   false,
   false},
};

static const double LAST = 6, SAMPLE = 1.6e-3; /* s */

/* A bent clump of four pebbles, whose shortest contact lasts .01 s. */
static Sim *billiard(const Table *t, double dt)
{
  Draft scenario = {0};

  add(&scenario, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, overlap_limit: 0.5}\n", dt);
  add(&scenario,
      "domain: {lo: [-3, -3, -50], hi: [3, 3, 50], boundary: [open, open, open]}\n"
      "material:\n  - s: {density: 1000, young: 1e7, poisson: 0}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: "
      "1}\n"
      "template:\n  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .2,.08,0,.07, "
      ".1,.1,.1,.06]}\n");
  add(&scenario,
      "clumps:\n  - one: {template: bent, position: [%g, %g, %g], velocity: [1.1, .7, .5], spin: "
      "[1, -2, 3]}\nwall:\n%s",
      t->x.x, t->x.y, t->x.z, t->walls);
  return sim_of(&scenario, NULL);
}

/* Angular momentum about the origin, kg m^2/s. */
static Vec3 about_origin(const Body *b)
{
  return vec3_axpy(vec3_cross(b->x, vec3_scale(b->mass, b->v)), 1, b->momentum);
}

typedef struct {
  int    bounces;
  double energy, turn, along; /* largest changes at times without contact; energy relative */
} Game;

static Game play(const Table *t, double dt)
{
  const int each    = (int)(SAMPLE / dt + 0.5);
  const int samples = (int)(LAST / (each * dt));
  Sim      *sim     = billiard(t, dt);
  Totals    first   = totals_of(sim), now;
  Game      game    = {0};
  Body      b;
  Vec3      about, off;
  double    speed;
  bool      touched = false;

  bodies_of(sim, 1, &b);
  about = about_origin(&b);
  speed = b.v.z;
  for (int k = 0; k < samples; k++) {
    test_steps(sim, each);
    now = totals_of(sim);
    game.bounces += touched && now.contacts == 0;
    touched = now.contacts > 0;
    if (touched) continue;
    bodies_of(sim, 1, &b);
    off         = vec3_sub(about_origin(&b), about);
    game.energy = max_of(game.energy, fabs(energy_of(&now) / energy_of(&first) - 1));
    game.turn   = max_of(game.turn, (t->centre ? vec3_norm(off) : fabs(off.z)) / vec3_norm(about));
    game.along  = max_of(game.along, fabs(b.v.z - speed));
  }
  CALL(sim_destroy(&sim));
  return game;
}

static void check_table(const Table *t)
{
  const Game coarse = play(t, 1e-4), fine = play(t, 0.5e-4);

  test_note("%s: %d bounces, energy off by %.1e, with half the step %.1e", t->name, coarse.bounces,
            coarse.energy, fine.energy);
  CHECK(coarse.bounces >= 3);
  CHECK(coarse.energy < 1e-5);
  CHECK(fine.energy < coarse.energy / 3.5);             /* second order: 4 */
  if (t->centre || t->axis) CHECK(coarse.turn < 1e-11); /* rounding of levers */
  if (t->axis) CHECK(coarse.along < 1e-12);
  test_end(t->name);
}

TESTS(.ranks = {1})
{
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) check_table(&tables[k]);
  test_folder_remove();
}
