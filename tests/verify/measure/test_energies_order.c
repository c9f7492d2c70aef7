/* SPDX-License-Identifier: MIT */
/* Energies that kinds of terms lose, by the step: of second order in continuous forces; where
   adhesion tears off and a spring breaks, of first order. */
#include "verify/energies.h"

enum { DAMPING, FRICTION, ROLLING, KINDS };

/* Energy that each kind of loss takes where a sphere hits the plane at an angle, over
   its energy. */
static void hit(const char *law, double dt, double lost[KINDS])
{
  const Start  start  = {.x = {0, 0, radius + 1e-5}, .v = {0.4, 0, -0.5}, .w = {30, -20, 50}};
  const double energy = 0.5 * mass() * 0.41;
  Sim         *sim    = scene(law, dt, 0, 1, &start, "");

  test_steps(sim, (int)(3e-3 / dt + 0.5));
  CHECK_INT(touching(sim), 0);
  lost[DAMPING]  = total(sim, "loss_damping") / energy;
  lost[FRICTION] = total(sim, "loss_tangential") / energy;
  lost[ROLLING]  = total(sim, "loss_rolling") / energy;
  CALL(sim_destroy(&sim));
}

/* Whether a contact sticks or slides decides on what its dashpot loses: so where it changes, each
   of damping and friction is of first order, and their sum of second. */
static void oblique_impacts(void)
{
  static const char *const laws[] = {
    "normal: hooke, stiffness: 1e5, restitution: 0.6, tangential: hooke, friction: 0.1",
    "normal: hooke, stiffness: 1e5, restitution: 0.6, tangential: hooke, friction: 0.6",
    "normal: hertz, restitution: 0.6, tangential: mindlin, friction: 0.6",
    ("normal: hertz, restitution: 0.6, tangential: mindlin, friction: 0.1, rolling: "
     "elastic_plastic, rolling_friction: 0.3, rolling_damping: 0")};

  for (int l = 0; l < 4; l++) {
    double fine[KINDS], dt[LEVELS], off[LEVELS];

    hit(laws[l], 2.5e-7, fine);
    for (int k = 0; k < LEVELS; k++) {
      double lost[KINDS];

      dt[k] = 8e-6 / (1 << k);
      hit(laws[l], dt[k], lost);
      off[k] = max_of(fabs(lost[DAMPING] + lost[FRICTION] - fine[DAMPING] - fine[FRICTION]),
                      fabs(lost[ROLLING] - fine[ROLLING]));
      test_note("dt %.1e s: damping %.6f, friction %.6f, rolling %.6f; off %.1e, damping %.1e",
                dt[k], lost[DAMPING], lost[FRICTION], lost[ROLLING], off[k],
                lost[DAMPING] - fine[DAMPING]);
      CHECK_NEAR(lost[DAMPING], fine[DAMPING], 0.02 / (1 << k)); /* order 1; .009 was measured */
    }
    test_note("%s: order %.2f", laws[l], slope_of(LEVELS, dt, off));
    CHECK(slope_of(LEVELS, dt, off) > 1.5);
  }
  test_end("losses of an oblique impact are of second order in the step");
}

/* A jump is booked at its step: to first order, within v dt of the way over which the force acts,
   `most` at 1000 steps. Two spheres. */
static void jumps(const char *law, const char *more, const Start *start, double time, double lost,
                  const char *column, double most, const char *fact)
{
  for (int k = 0; k < LEVELS; k++) {
    const double dt  = time / (1000 << k);
    Sim         *sim = scene(law, dt, 0, 2, start, more);

    test_steps(sim, 1000 << k);
    test_note("dt %.1e s: %s %.8g J, closed form %.8g", dt, column, total(sim, column), lost);
    CHECK_NEAR(total(sim, column) / lost, 1, most / (1 << k));
    CHECK_INT(touching(sim), 0);
    CALL(sim_destroy(&sim));
  }
  test_end(fact);
}

static void adhesion_and_springs(void)
{
  const double half = 0.5 * radius, star = 0.5 * modulus(), gamma = 50; /* R*, E* of two spheres */
  const double unit = pow(2 * sqrt(pi * gamma / star) * half, 4.0 / 3) / half, x = cbrt(0.75);
  const double torn =
    8 * pi * gamma * unit * half * (pow(x, 4) * (4.0 / 15 * 0.5625 - 0.5 + 0.25) + 0.15);
  const Start meet[] = {{.x = {0, 0, 0.5}, .v = {0, 0, 0.1}}, {.x = {0, 0, 0.520001}}},
              part[] = {{.x = {0, 0, 0.5}, .v = {0, 0, -1}}, {.x = {0, 0, 0.53}}};

  jumps("normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 50, largest_radius: 0.01",
        "", meet, 1e-3, torn, "loss_cohesion", 0.02,
        "adhesion loses what it stores when it tears off");
  jumps("normal: hooke, stiffness: 1e5, restitution: 1",
        "spring:\n  - s: {between: [m, m], distance: 0.02, stiffness: 1000, break_force: 2}\n",
        part, 1e-2, 2e-3, "loss_links", 0.002, "a spring that breaks loses F^2 / 2 k");
}

TESTS(.ranks = {1})
{
  oblique_impacts();
  adhesion_and_springs();
  test_folder_remove();
}
