/* SPDX-License-Identifier: MIT */
/* Free faces cost no accuracy: positions are as fine as with open faces in the same box. */
#include "verify/verify.h"

enum { PHASES = 16 };

/* Equal spheres of 1 mm collide at a relative speed of 2 cm/s, 200 steps a contact, in a box of
   1 km on all sides. Returns the worst error of the restitution. */
static double restitution_of(const char *boundary)
{
  const double radius = 1e-3, mass = 4.0 / 3 * PETSC_PI * radius * radius * radius * 2500,
               time = 1e-3, dt = time / 200;
  const double stiffness = 0.5 * mass * PETSC_PI * PETSC_PI / (time * time), speed = 0.01;
  Draft        scenario, bodies;
  Body         b[2 * PHASES];
  double       worst = 0.5;
  Sim         *sim;

  scenario.n = 0;
  add(&scenario, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, gravity: [0, 0, 0]}\n", dt);
  add(&scenario,
      "domain: {lo: [-1000, -1000, -1000], hi: [1000, 1000, 1000], boundary: [%s]}\nmaterial:\n",
      boundary);
  add_material(&scenario, "stone", 1e7, 0.3, 2500);
  add(&scenario,
      "contact:\n  - law: {between: [stone, stone], normal: hooke, stiffness: %.17g, restitution: "
      ".5}\n",
      stiffness);
  add_balls(&scenario, "stone", radius);
  add_bodies_head(&bodies);
  for (int p = 0; p < PHASES; p++) {
    const double gap = 2 * speed * dt * (2 + (double)p / PHASES), y = 0.004 * p;

    add_body(&bodies, 2 * p, "ball", &(Start){.x = {-radius - gap, y, 0}, .v = {speed, 0, 0}});
    add_body(&bodies, 2 * p + 1, "ball", &(Start){.x = {radius, y, 0}, .v = {-speed, 0, 0}});
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 500);
  bodies_of(sim, 2 * PHASES, b);
  CHECK_INT(touching(sim), 0);
  for (int p = 0; p < PHASES; p++) {
    const double e = (b[2 * p + 1].v.x - b[2 * p].v.x) / (2 * speed);

    if (fabs(e - 0.5) > fabs(worst - 0.5)) worst = e;
  }
  CALL(sim_destroy(&sim));
  return worst;
}

static void free_faces_are_as_exact_as_open_ones(void)
{
  const double open = restitution_of("open, open, open"), free = restitution_of("free, free, free");

  test_note("restitution %.9f with open faces, %.9f with free ones", open, free);
  CHECK_NEAR(open, 0.5, 2e-4); /* 200 steps a contact, second order */
  CHECK_BITS(free, open);
  test_end("spheres of 1 mm in a box of 1 km on all sides: the same restitution with free faces as "
           "with open ones");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  free_faces_are_as_exact_as_open_ones();
  test_folder_remove();
}
