/* SPDX-License-Identifier: MIT */
/* A disc that rolls or slides down a line, against closed forms in two dimensions. */
#include "plane.h"

/* A disc at its static overlap; forces act at the middle of the overlap, so the lever is the
   radius minus half of it. */
static Sim *disc_on_slope(double slope, double friction, double dt, double *lever)
{
  Draft *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Sim   *sim;
  double depth = mass * g * cos(slope) / stiffness;

  *lever = radius - 0.5 * depth;
  add_plane(t, dt, g * sin(slope), -g * cos(slope), 100, "open, open");
  add(t,
      "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: %g, restitution: .3, "
      "tangential: hooke, friction: "
      "%.17g}\n",
      stiffness, friction);
  add_discs(t, 1, radius, mass, 0.5 * mass * radius * radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_floor(t, 0, 0);
  add_row(rows, 0, vec3(0, radius - depth, 0), 0, vec3(0, 0, 0), 0);
  sim = sim_of(t, rows);
  free(t);
  free(rows);
  return sim;
}

static void measure_slope(double slope, double friction, double *acceleration, double *turning,
                          double *lever)
{
  enum { SETTLE = 4000, STEPS = 4000 };
  const double dt  = 1e-4;
  Sim         *sim = disc_on_slope(slope, friction, dt, lever);
  Body         before, after;

  test_steps(sim, SETTLE); /* the oscillation of the spring decays */
  bodies_of(sim, 1, &before);
  test_steps(sim, STEPS);
  bodies_of(sim, 1, &after);
  check_in_plane(sim);
  *acceleration = (after.v.x - before.v.x) / (STEPS * dt);
  *turning      = (after.w.z - before.w.z) / (STEPS * dt);
  CALL(sim_destroy(&sim));
}

static void a_disc_rolls_or_slides_down_a_line(void)
{
  const double slope = 0.5, kappa = 0.5,
               least = tan(slope) * kappa / (1 + kappa); /* least friction for rolling */
  const double mu    = 0.9 * least;
  double       a, turn, lever;

  measure_slope(slope, 1.1 * least, &a, &turn, &lever);
  test_note("rolling: a %.12g; g sin / (1 + 1/2) is %.12g", a, g * sin(slope) / (1 + kappa));
  CHECK_NEAR(a, g * sin(slope) / (1 + kappa * radius * radius / (lever * lever)),
             1e-9 * g);                                  /* remaining oscillation */
  CHECK_NEAR(a, g * sin(slope) / (1 + kappa), 2e-5 * g); /* the lever is 8.6e-6 shorter */
  CHECK_NEAR(turn, -a / lever, 1e-8 * g / radius);
  measure_slope(slope, mu, &a, &turn, &lever);
  CHECK_NEAR(a, g * (sin(slope) - mu * cos(slope)), 1e-9 * g);
  CHECK_NEAR(turn, -mu * g * cos(slope) * lever / (kappa * radius * radius), 1e-8 * g / radius);
  test_end("a disc rolls down a line with g sin / (1 + 1/2), and slides with g (sin - mu cos) "
           "where friction is too small");
}

TESTS(.ranks = {1, 2})
{
  a_disc_rolls_or_slides_down_a_line();
  test_folder_remove();
}
