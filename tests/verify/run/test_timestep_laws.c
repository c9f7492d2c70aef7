/* SPDX-License-Identifier: MIT */
/* dt: auto of every law is that of a linear spring and dashpot with its largest stiffness and
   damping. */
#include "verify/verify.h"

static const double radius = 0.05, density = 2500;

/* dt of two spheres of radius 0.05 m with this law. */
static double step_of(const char *law)
{
  Draft *t = calloc(1, sizeof *t);
  Sim   *sim;
  double dt;

  add(t, "schema: 1\nrun: {end_time: 1, dt: auto}\n");
  add(t, "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [open, open, open]}\n");
  add(t, "material:\n  - a: {density: %g, young: 1e5, poisson: 0.3}\ncontact:\n", density);
  add(t, "  - l: {between: [a, a], %s}\n", law);
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  add(t, "clumps:\n  - one: {template: ball, position: [-0.06, 0, 0]}\n");
  add(t, "  - two: {template: ball, position: [0.06, 0, 0]}\n");
  sim = sim_of(t, NULL);
  dt  = sim->clock.dt;
  CALL(sim_destroy(&sim));
  free(t);
  return dt;
}

#define SOFT "normal: hooke, stiffness: 1e3, damping: 0, "

static void stiffness_is_known(void)
{
  const struct {
    const char *law;
    double      stiffness;
  } of[] = {
    {"normal: spring", 1e5},
    {"normal: walton_braun, stiffness: 1e4, unloading_stiffness: 7e4", 7e4},
    {"normal: luding, stiffness: 1e4, unloading_stiffness: 7e4, adhesion_stiffness: 9e4", 9e4},
    {"normal: hooke_table, stiffness: 3e4, restitution_speeds: [1], restitutions: [1]", 3e4},
    {SOFT "cohesion: van_der_waals, hamaker: 1e-6, hamaker_gap: 1e-4, hamaker_cutoff: 1e-3",
     1e-6 * 0.025 / 3e-12},
    {SOFT "cohesion: sjkr, cohesion_energy_density: 1e5", 2e5 * PETSC_PI * 0.025},
    {SOFT "cohesion: sjkr2, cohesion_energy_density: 1e5", 4e5 * PETSC_PI * 0.025},
    {SOFT "cohesion: liquid_bridge, surface_tension: 30, liquid_volume: 1e-9, bridge_force: "
          "rabinovich",
     4 * PETSC_PI * 0.025 * 30 * sqrt(PETSC_PI * 0.025 / 1e-9)},
  };

  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    char   hooke[100];
    double dt = step_of(of[k].law), expected;

    snprintf(hooke, sizeof hooke, "normal: hooke, stiffness: %.17g, damping: 0", of[k].stiffness);
    expected = step_of(hooke);
    test_note("%.50s: dt %.6g s, of its spring %.6g", of[k].law, dt, expected);
    CHECK_NEAR(dt, expected, 1e-9 * expected);
  }
  test_end("dt: auto of springs and attractions is that of a linear spring as stiff");
}

static void damping_is_known(void)
{
  const double mass = 2.0 / 3 * PETSC_PI * pow(radius, 3) * density; /* reduced */
  char         rate[100], coefficient[300];
  double       free, dt, slow;

  snprintf(rate, sizeof rate, "normal: hooke, stiffness: 10, damping: %.17g", 5e3 / mass);
  snprintf(coefficient, sizeof coefficient,
           "normal: hooke, stiffness: 10, damping_coefficient: 5e3");
  dt = step_of(rate);
  CHECK_NEAR(step_of(coefficient), dt, 1e-9 * dt);
  CHECK_NEAR(step_of("normal: hooke, stiffness: 10, viscous_time: 500"), dt, 1e-9 * dt);
  snprintf(coefficient, sizeof coefficient,
           "normal: hooke, stiffness: 10, damping: 0, cohesion: liquid_bridge, surface_tension: 0, "
           "liquid_volume: 1e-9, liquid_viscosity: %.17g, liquid_gap: 1e-3",
           5e3 * 1e-3 / (6 * PETSC_PI * 0.025 * 0.025));
  CHECK_NEAR(step_of(coefficient), dt, 1e-9 * dt);
  free = step_of("normal: hooke, stiffness: 10, damping: 0");
  slow = step_of("normal: hooke, stiffness: 10, damping: 0, rolling: viscous, rolling_friction: 1, "
                 "rolling_viscosity: 10");
  CHECK(dt < 0.5 * free && slow < 0.5 * free);
  CHECK_NEAR(step_of("normal: hooke, stiffness: 10, damping: 0, twisting: viscous, "
                     "twisting_friction: 1, twisting_viscosity: 10"),
             slow, 1e-9 * slow);
  CHECK(step_of("normal: hooke, stiffness: 10, damping: 0, twisting: elastic_plastic, "
                "twisting_friction: 1, twisting_stiffness: 1e3") < 0.5 * free);
  test_end("dt: auto knows dashpots by coefficient and time, of bridges, of rolling and twisting");
}

TESTS(.ranks = {1})
{
  stiffness_is_known();
  damping_is_known();
  test_folder_remove();
}
