/* SPDX-License-Identifier: MIT */
/* The energy of a liquid of Lennard-Jones atoms; and thermostats that multiply velocities: the
   energy that they conserve, and the temperature that they approach. */
#include "verify/verify.h"

#define BATH "thermostat:\n  - bath: {boltzmann: 1, fewer: 3, "

/* 64 Lennard-Jones atoms of mass 1 on a lattice, whose velocities alternate. */
static Sim *atoms(const char *thermostat, double sigma, double dt)
{
  Draft rows = {0}, t = {0};

  add(&rows, "template,x,y,z,vx,vy,vz\n");
  for (int k = 0; k < 64; k++)
    add(&rows, "body,%g,%g,%g,%g,%g,%g\n", 0.6 + 1.2 * (k % 4), 0.6 + 1.2 * (k / 4 % 4),
        0.6 + 1.2 * (k / 16), k % 2 ? 1.5 : -1.5, k / 2 % 2 ? 1. : -1., k / 4 % 2 ? -.8 : .8);
  add(&t,
      "schema: 1\nrun: {end_time: 9e9, dt: %.17g, seed: 5}\n"
      "domain: {lo: [0, 0, 0], hi: [4.8, 4.8, 4.8], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - a: {density: %.17g}\n"
      "%s"
      "interaction:\n  - lj: {type: lennard_jones, between: [a, a], epsilon: 1, sigma: %g, "
      "cutoff: 2.3, truncation: force}\n"
      "template:\n  - body: {material: a, turns: false, pebbles: [0, 0, 0, .5]}\n"
      "clumps:\n  - all: {file: rows.csv}\n",
      dt, 3 / (4 * pi * 0.125), thermostat, sigma);
  test_file("rows.csv", rows.text);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

static const double per = 0.5 * (3 * 64 - 3); /* energy over temperature */

/* Largest change of the energy in 2 s, in which it melts. */
static double swing_of(int n)
{
  Sim         *sim   = atoms("", 1, 2.0 / n);
  const Totals first = totals_of(sim);
  double       most  = 0;

  for (int k = 0; k < 40; k++) {
    Totals is;

    test_steps(sim, n / 40);
    is   = totals_of(sim);
    most = fmax(most, fabs(energy_of(&is) - energy_of(&first)));
  }
  CALL(sim_destroy(&sim));
  return most;
}

static void energy_is_kept(void)
{
  const double swing[] = {swing_of(400), swing_of(800), swing_of(1600)};

  test_note("energy within %.2e, %.2e, %.2e", swing[0], swing[1], swing[2]);
  CHECK_NEAR(log2(swing[0] / swing[2]) / 2, 2, 0.15); /* trajectories part */
  test_end("the energy of a melting lattice is kept to second order of dt");
}

/* Without forces to speak of: velocities approach the temperature of 2 in 0.5 s, by (1 - dt / time)
   a step; the heat is in the ledger. */
static void rescaling_approaches(void)
{
  const double dt       = 0.05;
  Sim         *sim      = atoms(BATH "type: rescale, temperature: 2, time: .5}\n", 1e-6, dt);
  const Totals first    = totals_of(sim);
  double       distance = first.translational / per - 2;

  for (int n = 0; n < 40; n++) {
    Totals is;

    test_steps(sim, 1);
    is = totals_of(sim);
    distance *= 1 - dt / 0.5;
    CHECK_NEAR(is.translational / per, 2 + distance, 1e-12);
    CHECK_NEAR(is.translational - is.supplied, first.translational, 1e-10);
  }
  CALL(sim_destroy(&sim));
  test_end("rescaled velocities approach the temperature; heat is supplied");
}

static void rescaling_at_once(void)
{
  Sim *sim = atoms(BATH "type: rescale, temperature: .5, every: .01}\n", 1, 0.005);

  for (int n = 0; n < 10; n++) {
    test_steps(sim, 2);
    CHECK_NEAR(totals_of(sim).translational / per, 0.5, 1e-13);
  }
  test_steps(sim, 1);
  CHECK(fabs(totals_of(sim).translational / per - 0.5) > 1e-4);
  CALL(sim_destroy(&sim));
  test_end("velocities that are rescaled every second step have the temperature after it");
}

/* A liquid for 3 s: returns the mean temperature. */
static double liquid(int chain, int n, double *swing)
{
  enum { SAMPLES = 40 };
  char   text[200];
  Sim   *sim;
  double start = 0, kinetic = 0;

  snprintf(text, sizeof text, BATH "type: nose_hoover, temperature: 1.2, time: .2, chain: %d}\n",
           chain);
  sim    = atoms(text, 1, 3.0 / n);
  *swing = 0;
  for (int k = 0; k <= SAMPLES; k++) {
    const ContactScene scene    = sim_scene(sim);
    const Measured     measured = sim_measured(sim, &scene);
    TotalValues        all;

    CALL(totals_find(&measured, &all));
    if (k == 0) start = totals_value(&all, "extended");
    *swing = fmax(*swing, fabs(totals_value(&all, "extended") - start));
    kinetic += totals_value(&all, "kinetic_translational") / (SAMPLES + 1);
    test_steps(sim, n / SAMPLES);
  }
  CALL(sim_destroy(&sim));
  return kinetic / per;
}

static void nose_hoover_conserves(int chain)
{
  double swing[2];

  for (int half = 0; half < 2; half++) {
    const double temperature = liquid(chain, 800 << half, &swing[half]);

    test_note("temperature %.4f, extended energy within %.2e", temperature, swing[half]);
    CHECK_NEAR(temperature, 1.2, 0.08); /* 41 samples in 3 s, swings from 2.4 */
  }
  CHECK_NEAR(log2(swing[0] / swing[1]), 2, 0.2); /* trajectories part */
  test_end("with Nose-Hoover the extended energy is constant, to second order");
}

TESTS(.ranks = {1})
{
  energy_is_kept();
  rescaling_approaches();
  rescaling_at_once();
  nose_hoover_conserves(1);
  nose_hoover_conserves(3);
  test_folder_remove();
}
