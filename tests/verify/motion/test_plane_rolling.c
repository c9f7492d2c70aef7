/* SPDX-License-Identifier: MIT */
/* Rolling friction of a disc on a line in two dimensions. Its moment of inertia is m R^2 / 2, so
   that by Newton and Euler at the contact point, 3/2 m R^2 a / R = m g sin(slope) R - C, rolling
   without slip under a couple C has the acceleration a = 2/3 (g sin(slope) - C / (m R)), with C =
   mu_r R m g cos(slope). */
#include "plane.h"

/* A disc at its static overlap on the line y = 0, with gravity turned by the slope, rolling at v
   along x. */
static Sim *rolling_disc(double slope, double v, double dt, const char *rolling)
{
  const double depth = mass * g * cos(slope) / stiffness;
  Draft       *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Sim         *sim;

  add_plane(t, dt, g * sin(slope), -g * cos(slope), 100, "open, open");
  add(t,
      "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: %g, restitution: .3, "
      "tangential: hooke, friction: .8, %s}\n",
      stiffness, rolling);
  add_discs(t, 1, radius, mass, 0.5 * mass * radius * radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_floor(t, 0, 0);
  add_row(rows, 0, vec3(0, radius - depth, 0), 0, vec3(v, 0, 0), -v / radius);
  sim = sim_of(t, rows);
  free(t);
  free(rows);
  return sim;
}

/* v^2 / 2a with a = 2/3 mu_r g, after the time v / a. */
static void a_constant_couple_stops_a_disc(void)
{
  const double friction = 0.1, v = 1, dt = 1e-4, slowing = 2. / 3 * friction * g,
               way = v * v / (2 * slowing), time = v / slowing;
  Sim   *sim   = rolling_disc(0, v, dt, "rolling: constant_torque, rolling_friction: 0.1");
  Totals first = totals_of(sim), t;
  Body   body;

  test_steps(sim, (int)(0.5 * time / dt));
  bodies_of(sim, 1, &body);
  CHECK_NEAR(body.v.x, v - slowing * sim_time(sim), 1e-3 * v); /* slip of the first steps */
  test_steps(sim, (int)(0.7 * time / dt));
  bodies_of(sim, 1, &body);
  check_in_plane(sim);
  t = totals_of(sim);
  test_note("way %.8g m, closed form %.8g", body.x.x, way);
  CHECK_NEAR(body.x.x, way, 1e-3 * way); /* overlap 4e-5 of the radius, slip of the first steps */
  CHECK_NEAR(body.v.x, 0, 1e-6 * v);
  CHECK_NEAR(t.dissipated, first.translational + first.rotational,
             1e-4 * t.dissipated); /* second order in the spin times the step, and slip */
  CALL(sim_destroy(&sim));
  test_end("a constant couple stops a rolling disc after 3 v^2 / (4 mu_r g)");
}

static const char yielding[] = "rolling: elastic_plastic, rolling_friction: 0.2";

/* At a slope of `part` of mu_r: what the disc does after the spring has come to rest, also after a
   restart on one rank. */
static void settle_and_go(double part, int settle, int steps, Body *before, Body *after)
{
  Sim *sim = rolling_disc(atan(part * 0.2), 0, 1e-4, yielding), *alone;

  test_steps(sim, settle);
  bodies_of(sim, 1, before);
  alone = test_continued(sim, PETSC_COMM_SELF, "");
  test_steps(sim, steps);
  test_steps(alone, steps);
  bodies_of(sim, 1, after);
  check_in_plane(sim);
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&sim));
}

static void a_yielding_spring_holds_a_disc(void)
{
  Body before, after;

  settle_and_go(0.98, 10000, 10000, &before, &after);
  test_note("first it rolls %.3g m, then %.3g m", before.x.x, after.x.x - before.x.x);
  CHECK(before.x.x > 0);
  CHECK_NEAR(before.x.x, 0, 1e-2 * radius);
  CHECK_NEAR(after.x.x - before.x.x, 0, 1e-9 * radius); /* the oscillation decays */
  CHECK_NEAR(after.v.x, 0, 1e-9);
  test_end("a rolling spring holds a disc at 0.98 mu_r, also after a restart");
}

static void a_yielding_spring_lets_a_disc_roll(void)
{
  enum { STEPS = 10000 };
  const double slope = atan(1.02 * 0.2), down = 2. / 3 * g * (sin(slope) - 0.2 * cos(slope));
  Body         before, after;

  settle_and_go(1.02, 5000, STEPS, &before, &after);
  test_note("acceleration %.6g m/s^2, closed form %.6g", (after.v.x - before.v.x) / (STEPS * 1e-4),
            down);
  CHECK_NEAR((after.v.x - before.v.x) / (STEPS * 1e-4), down,
             1e-2 * down); /* half the overlap, 2e-5 of the lever, over .02 */
  test_end("at 1.02 mu_r a disc rolls down with 2/3 g (sin - mu_r cos), also after a restart");
}

/* v falls as exp(-2/3 c t / (m R^2)) under the couple c omega, far below its bound. */
static void a_viscous_couple_slows_a_disc(void)
{
  const double v = 1, dt = 1e-4, viscosity = 0.05 * mass * radius * radius, /* N m s */
    rate = 2. / 3 * viscosity / (mass * radius * radius);
  char law[100];
  Sim *sim;
  Body body;

  snprintf(law, sizeof law, "rolling: viscous, rolling_friction: 100, rolling_viscosity: %.17g",
           viscosity);
  sim = rolling_disc(0, v, dt, law);
  test_steps(sim, 20000);
  bodies_of(sim, 1, &body);
  check_in_plane(sim);
  test_note("speed %.8g m/s, closed form %.8g", body.v.x, v * exp(-rate * sim_time(sim)));
  /* overlap 4e-5 of the radius, slip of the first steps */
  CHECK_NEAR(body.v.x, v * exp(-rate * sim_time(sim)), 1e-3 * v);
  CHECK(body.v.x < 0.95 * v);
  CALL(sim_destroy(&sim));
  test_end("a viscous couple slows a rolling disc exponentially");
}

/* Spins are across all normals. */
static void twisting_does_nothing(void)
{
  static const char *const laws[] = {
    "twisting: constant_torque, twisting_friction: 5",
    "twisting: viscous, twisting_friction: 5, twisting_viscosity: 100",
    "twisting: elastic_plastic, twisting_friction: 5, twisting_stiffness: 1"};
  Body free, body;
  Sim *sim = rolling_disc(0.1, 1, 1e-4, "rolling: none");

  test_steps(sim, 500);
  bodies_of(sim, 1, &free);
  CALL(sim_destroy(&sim));
  for (int k = 0; k < 3; k++) {
    sim = rolling_disc(0.1, 1, 1e-4, laws[k]);
    test_steps(sim, 500);
    bodies_of(sim, 1, &body);
    check_in_plane(sim);
    CHECK(body.x.x == free.x.x && body.v.x == free.v.x && body.w.z == free.w.z);
    CALL(sim_destroy(&sim));
  }
  test_end("no twisting law does anything in two dimensions, to the bit");
}

TESTS(.ranks = {1, 3})
{
  a_constant_couple_stops_a_disc();
  a_yielding_spring_holds_a_disc();
  if (test_size() == 1) {
    a_yielding_spring_lets_a_disc_roll();
    a_viscous_couple_slows_a_disc();
  }
  twisting_does_nothing();
  test_folder_remove();
}
