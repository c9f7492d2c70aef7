/* SPDX-License-Identifier: MIT */
/* Two balls on a spring, against the harmonic oscillator: m/2 on a spring k, frequency sqrt(2 k /
   m). */
#include "base/vec.h"
#include "sim_test.h"

/* Density 1 and radius 1/2: m = pi / 6. Rest length .9, so the spring starts stretched by .1;
   across a periodic face. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [9, 9, 9], boundary: [periodic, open, open]}\n"
  "material: [{a: {density: 1}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .5]}}]\n"
  "clumps:\n"
  "  - one: {template: ball, position: [8.5, 4, 4]}\n"
  "  - other: {template: ball, position: [.7, 5.6, 4]}\n" /* 1.2 and 1.6 away: 2 */
  "spring: [{s: {file: pairs.csv, stiffness: 3, damping: 0, rest_length: 1.9}}]\n";

#define MASS      (PETSC_PI / 6)
#define FREQUENCY sqrt(2 * 3 / MASS)

static Sim *begin(const char *more, double dt)
{
  char options[200];

  test_file("pairs.csv", "id_a,id_b\n0,1\n");
  snprintf(options, sizeof options, "-run_dt %.17g %s", dt, more);
  return test_sim(PETSC_COMM_WORLD, scenario, options);
}

static double kinetic(Sim *sim)
{
  const Totals t = totals_of(sim);

  return t.translational + t.rotational;
}

/* Energy in the spring after some periods in this number of steps, J. */
static double potential_after(double periods, int steps)
{
  Sim   *sim = begin("", 2 * PETSC_PI * periods / FREQUENCY / steps);
  Totals t;
  double potential;

  test_steps(sim, steps);
  t         = totals_of(sim);
  potential = t.potential;
  CALL(sim_destroy(&sim));
  return potential;
}

/* After an eighth of a period half of the energy is in the spring: k s^2 / 2 cos^2(pi/4), and it
   changes fastest: a relative error e of the frequency and a phase p changes the share by -2 p.
   Verlet with w dt = x has the phase error p x^2 / 24 (Hairer, Lubich & Wanner 2006, I.5). */
static void phase_has_order_two(void)
{
  const double whole = 0.5 * 3 * 0.1 * 0.1, periods = 10.125;
  double       error[2];

  for (int k = 0; k < 2; k++) error[k] = potential_after(periods, 810 << k) / whole - 0.5;
  test_note("share of the spring after 10 1/8 periods, off by %.3g and %.3g: order %.3f", error[0],
            error[1], log2(error[0] / error[1]));
  CHECK_NEAR(log2(error[0] / error[1]), 2, 0.05); /* fourth-order terms: x^2 = .006 */
  /* -sin(2 p) / 2 with the phase error p = 10.125 x 2 pi x^2 / 24, x = 2 pi / 80 */
  CHECK_NEAR(error[0], -0.5 * sin(2 * 2 * PETSC_PI * periods * pow(2 * PETSC_PI / 80, 2) / 24),
             3e-4);
  test_end("two balls on a spring swing with the frequency sqrt(2 k / m), with order 2");
}

static void energy_is_kept(void)
{
  double off[2];

  for (int k = 0; k < 2; k++) {
    Sim   *sim  = begin("", 2 * PETSC_PI / FREQUENCY / (100 << k));
    double most = 0;

    for (int n = 0; n < 300 << k; n++) {
      Totals t;

      test_steps(sim, 1);
      t    = totals_of(sim);
      most = fmax(most, fabs(t.potential + kinetic(sim) - 0.015));
    }
    off[k] = most / 0.015;
    CALL(sim_destroy(&sim));
  }
  test_note("energy off by %.3g and %.3g: order %.3f", off[0], off[1], log2(off[0] / off[1]));
  CHECK_NEAR(off[0], pow(2 * PETSC_PI / 100, 2) / 4, 2e-5); /* Verlet's bound: x^2 / 4 */
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.01);
  test_end("their energy swings by (w dt)^2 / 4");
}

/* Stretch decays as exp(-c t / m): after ten periods the energy has fallen by exp(-2 c t / m) at
   the turning point, and the ledger adds up. */
static void damping_is_as_asked(void)
{
  const double c = 0.02, gamma = c / MASS, w = sqrt(FREQUENCY * FREQUENCY - gamma * gamma);
  const int    steps = 4000;
  Sim         *sim   = begin("-spring_s_damping 0.02", 10 * 2 * PETSC_PI / w / steps);
  Totals       t;

  test_steps(sim, steps);
  t = totals_of(sim);
  /* 1e-4: second order, (2 pi / 400)^2 / 12 x gamma t, and the phase */
  CHECK_NEAR(t.potential / (0.015 * exp(-2 * gamma * steps * sim->clock.dt)), 1, 2e-4);
  CHECK_NEAR(t.potential + kinetic(sim) + t.dissipated, 0.015, 0.015 * 1e-4);
  CHECK_INT(sim->links.total, 1);
  CALL(sim_destroy(&sim));
  test_end("a dashpot takes the energy with the rate 2 c / m, and the ledger adds up");
}

TESTS(.ranks = {1, 2})
{
  phase_has_order_two();
  energy_is_kept();
  damping_is_as_asked();
  test_folder_remove();
}
