/* SPDX-License-Identifier: MIT */
/* Laws with a history on two rods that turn while they touch: the contact passes from both ends of
   the stretch over which they face each other to the point at which they cross, or back, and the law
   goes on as if it had been one contact all the time. */
#include "verify/verify.h"

/* Half length and radius of the rods, m; friction-free, they meet across their axes at 1 m/s. */
static const double HALF = 1, RADIUS = 0.5;

/* The outcome of an impact of two rods. */
typedef struct {
  double rebound; /* speed of one from the other at the end over that at the start */
  double deepest; /* overlap, m */
  int    places;  /* 1 or 2 bits: the contact had one place, had two */
} Impact;

/* Let rod b, turned by this angle about the line of centres, with this spin, meet rod a. */
static Impact meet(const char *law, double angle, double spin)
{
  const double dt = 4e-4;
  const Start  a = {.x = {0, 0, 0}}, b = {.x = {0, 0, 2 * RADIUS + 1e-3},
                                          .v = {0, 0, -1},
                                          .w = {0, 0, spin},
                                          .q = turn_about(vec3(0, 0, 1), angle)};
  Draft        scenario, bodies;
  Body         now[2];
  Impact       seen = {0};
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 20);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 1e3, 0.3, 1);
  add_material(&scenario, "plane", 1e3, 0.3, 1);
  add_laws(&scenario, "stone", "plane", law);
  add(&scenario, "template:\n  - rod: {material: stone, capsules: [%g, 0, 0, %g, 0, 0, %g]}\n",
      -HALF, HALF, RADIUS);
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "rod", &a);
  add_body(&bodies, 1, "rod", &b);
  sim = sim_of(&scenario, &bodies);
  for (int i = 0; i < 5000; i++) {
    int places;

    test_steps(sim, 1);
    places = touching(sim);
    bodies_of(sim, 2, now);
    seen.deepest = max_of(seen.deepest, 2 * RADIUS - fabs(now[1].x.z - now[0].x.z));
    if (places > 0) seen.places |= places > 1 ? 2 : 1;
    else if (seen.places) break;
  }
  CHECK(touching(sim) == 0);
  seen.rebound = now[1].v.z - now[0].v.z;
  CALL(sim_destroy(&sim));
  return seen;
}

/* Compare an impact at one place with those of rods that are parallel at its start, and later and
   later until the surfaces are apart, where cohesion holds them. */
static void compare(const char *name, const char *law)
{
  const Impact one  = meet(law, 1, 0);
  int          some = 0;

  CHECK(one.places == 1);
  test_note("%s: rebound %.5f, deepest %.3f m", name, one.rebound, one.deepest);
  for (int k = 0; k < 12; k++) {
    const double angle = 0.01 - 0.1 * k;
    const Impact turns = meet(law, angle, 2);

    test_note("  from an angle of %g: rebound %.5f", angle, turns.rebound);
    some += turns.places == 3;
    /* the gap of parallel axes is deeper by 2.8e-4 m at most, of an overlap of some .1 m */
    CHECK_NEAR(turns.rebound, one.rebound, 6e-3);
  }
  CHECK(some > 4); /* of the others the contact ended before */
}

TESTS(.ranks = {1})
{
  compare("walton_braun", "normal: walton_braun, stiffness: 100, unloading_stiffness: 400");
  compare("luding",
          "normal: luding, stiffness: 100, unloading_stiffness: 300, adhesion_stiffness: 50");
  compare("elastic_plastic", "normal: elastic_plastic, yield_pressure: 50");
  compare("linear cohesion", "normal: hooke, stiffness: 100, restitution: 1, cohesion: linear, "
                             "cohesion_force: 4, cohesion_range: 0.1");
  compare("jkr",
          "normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 1, largest_radius: 0.5");
  compare("liquid bridge",
          "normal: hooke, stiffness: 100, restitution: 1, cohesion: liquid_bridge, "
          "surface_tension: 2, liquid_volume: 1e-3");
  compare("table", "normal: hooke_table, stiffness: 100, restitution_speeds: [0.5, 2], "
                   "restitutions: [0.9, 0.3]");
  test_end("laws with a history go on where the places of two rods change");
  test_folder_remove();
}
