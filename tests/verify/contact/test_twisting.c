/* SPDX-License-Identifier: MIT */
/* Spheres that spin on a floor, about its normal or in two dimensions: couples of twisting and
   viscous rolling against closed forms. */
#include "verify/verify.h"

static const double radius = 0.05, density = 2500, gravity = 9.81, stiffness = 1e5, spin = 20;

/* A body at rest under its weight on a floor, spinning about the axis (0: y, 1: z). */
static Sim *spinning(int dimension, const char *law, double dt)
{
  const double mass =
    dimension == 2 ? density * pi * radius * radius : density * 4 / 3 * pi * pow(radius, 3);
  const double high = radius - mass * gravity / stiffness;
  const bool   flat = dimension == 2;
  const char  *more = flat ? "" : "0, ";
  Draft       *t    = calloc(1, sizeof *t);
  Sim         *sim;

  add(t, "schema: 1\nrun: {end_time: 9, dt: %.17g, dimension: %d, gravity: [0, %s%g]}\n", dt,
      dimension, more, -gravity);
  add(t, "domain: {lo: [-1, %s-1], hi: [1, %s1], boundary: [open, open%s]}\n", flat ? "" : "-1, ",
      flat ? "" : "1, ", flat ? "" : ", open");
  add(t, "material:\n  - a: {density: %g}\ncontact:\n", density);
  add(t, "  - l: {between: [a, a], normal: hooke, stiffness: %g, restitution: 1, %s}\n", stiffness,
      law);
  add(t, "wall:\n  - floor: {shape: plane, material: a, point: [0, %s0], normal: [0, %s1]}\n", more,
      more);
  add(t, "template:\n  - ball: {material: a, pebbles: [0, %s0, %g]}\n", more, radius);
  add(t, "clumps:\n  - one: {template: ball, position: [0, %s%.17g], spin: [0, 0, %g], id: 0}\n",
      more, high, spin);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

/* Spin after this time, as a part of the first. */
static double left(int dimension, const char *law, double dt, int steps)
{
  Sim *sim = spinning(dimension, law, dt);
  Body b;

  test_steps(sim, steps);
  bodies_of(sim, 1, &b);
  CALL(sim_destroy(&sim));
  return b.w.z / spin;
}

static void spins_decay_as_closed_forms(void)
{
  const double mass = density * 4 / 3 * pi * pow(radius, 3), inertia = 0.4 * mass * radius * radius,
               disc = 0.5 * density * pi * pow(radius, 4), cap = 0.1 * radius * mass * gravity;
  const double k = 0.5, omega = sqrt(k / inertia), dt = 1e-4;
  double       found[4], expected[4];
  char         law[200];

  found[0] = left(3, "twisting: viscous, twisting_friction: 10, twisting_viscosity: 0.02", dt, 500);
  expected[0] = exp(-0.02 * 0.05 / inertia);
  found[1]    = left(2, "rolling: viscous, rolling_friction: 10, rolling_viscosity: 0.2", dt, 500);
  expected[1] = exp(-0.2 * 0.05 / disc);
  found[2]    = left(3, "twisting: constant_torque, twisting_friction: 0.1", dt, 500);
  expected[2] = 1 - cap * 0.05 / inertia / spin;
  snprintf(law, sizeof law,
           "twisting: elastic_plastic, twisting_friction: 100, twisting_stiffness: %g", k);
  found[3]    = left(3, law, dt, 500);
  expected[3] = cos(omega * 0.05);
  for (int c = 0; c < 4; c++) {
    test_note("%.8f of the spin is left, closed form %.8f", found[c], expected[c]);
    CHECK(expected[c] < 0.9);
    CHECK_NEAR(found[c], expected[c], 1e-4);
  }
  test_end("viscous, constant and elastic couples: spins as closed forms, within 1e-4");
}

/* In the end the spring that yielded rings about the angle where it stopped, with all couples below
   its largest; a constant couple stops the spin. */
static void spins_stop(void)
{
  CHECK_NEAR(left(3, "twisting: constant_torque, twisting_friction: 0.5", 1e-4, 3000), 0, 1e-9);
  CHECK_NEAR(left(3,
                  "twisting: elastic_plastic, twisting_friction: 0.5, twisting_stiffness: 1, "
                  "twisting_damping: 0.06",
                  1e-4, 8000),
             0, 1e-6);
  CHECK_NEAR(left(2, "twisting: constant_torque, twisting_friction: 0.5", 1e-4, 500), 1, 1e-12);
  test_end("spins about the normal stop; in two dimensions there is none");
}

TESTS(.ranks = {1})
{
  spins_decay_as_closed_forms();
  spins_stop();
  test_folder_remove();
}
