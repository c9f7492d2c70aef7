/* SPDX-License-Identifier: MIT */
/* A cantilever of 20 bonded balls swings in its first mode, with the frequency of the chain of
   lumped masses, which is within 1 % that of Timoshenko's beam. */
#include "bonded_chain.h"

/* Lowest mode by inverse iteration; the convergence is (w1 / w2)^2 = 1/39 each. Returns the
   frequency, rad/s; shape: largest entry 1. */
static double find_mode(double shape[DOF])
{
  const double inertia[2] = {mass(), 0.4 * mass() * RADIUS * RADIUS};
  double       square     = 0;

  for (int k = 0; k < DOF; k++) shape[k] = k % 2 ? 0 : k;
  for (int n = 0; n < 20; n++) {
    double stiffness[DOF][DOF], most = 0, x[DOF];

    find_stiffness(stiffness);
    for (int k = 0; k < DOF; k++) x[k] = inertia[k % 2] * shape[k];
    solve(stiffness, x);
    for (int k = 0; k < DOF; k += 2) most = fmax(most, fabs(x[k]));
    square = 1 / most;
    for (int k = 0; k < DOF; k++) shape[k] = x[k] / most;
  }
  return sqrt(square);
}

/* ---- the run ---- */

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 100, dt: 1e-6}\n"
  "domain: {lo: [-.1, -.1, -.1], hi: [.5, .1, .1], boundary: [open, open, periodic]}\n"
  "material: [{a: {density: 2000}}]\n"
  "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
  "template: [{ball: {material: a, pebbles: [0, 0, 0, .0098]}}]\n"
  "clumps: [{row: {file: row.csv}}]\n"
  "bond: [{beam: {between: [a, a], distance: 1e-3, normal_stiffness: 2e9, shear_stiffness: "
  "8e8}}]\n";

/* The shape as velocities: across y, turning about z; or across z, turning about -y. */
static void write_row(const double shape[DOF], double speed, bool upright)
{
  static char text[8000];
  size_t      n = (size_t)snprintf(text, sizeof text, "template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n");

  for (int k = 0; k < BALLS; k++) {
    const double v = k ? speed * shape[2 * k - 2] : 0, w = k ? speed * shape[2 * k - 1] : 0;

    n += (size_t)snprintf(
      text + n, sizeof text - n, "ball,%.17g,0,.03,0,%.17g,%.17g,0,%.17g,%.17g,%s\n", k * SPACING,
      upright ? 0 : v, upright ? v : 0, upright ? -w : 0, upright ? 0 : w, k ? "" : "xyzXYZ");
  }
  test_file("row.csv", text);
}

/* All energy is kinetic at the start; after 2 1/8 periods half of it is in the bonds. A relative
   error e of the frequency changes that share by 2 pi 2.125 e = 13.4 e. */
static void first_mode(double frequency, const double shape[DOF], bool upright, const char *options)
{
  const double tip   = 1e-6; /* m: 3e-6 of the length, so that the beam is linear to 1e-11 */
  const int    steps = 40000;
  char         text[200];
  Totals       before, after;
  Sim         *sim;

  write_row(shape, tip * frequency, upright);
  snprintf(text, sizeof text, "-run_dt %.17g %s", 2.125 * 2 * PETSC_PI / frequency / steps,
           options);
  sim = test_sim(PETSC_COMM_WORLD, scenario, text);
  CHECK_INT(sim->links.total, FREE);
  before = totals_of(sim);
  test_steps(sim, steps);
  after = totals_of(sim);
  test_note("share in the bonds %.6f of %.3g J", after.potential / energy_of(&before),
            energy_of(&before));
  CHECK_NEAR(after.potential / energy_of(&before), 0.5, 13.4 * 1e-4);
  CHECK_NEAR(ledger_of(&after) / energy_of(&before), 1, 1e-6); /* (w dt)^2 of the modes in it */
  CALL(sim_destroy(&sim));
}

/* E I and k G A of the beam that the bonds make, per length SPACING: kn I SPACING, ks A SPACING.
   First frequency of the clamped beam, 3.51602 sqrt(E I / m') / L^2, less shear and rotation: by
   Dunkerley's rule 1/w^2 is the sum of those of bending, and of shear alone, (2 L / pi)^2 m' / (k G
   A). */
static void near_the_continuous_beam(double frequency)
{
  const double m = mass() / SPACING, bending = NORMAL * second() * SPACING,
               shear  = SHEAR * area() * SPACING;
  const double length = FREE * SPACING; /* 19 d, from ball 0, which is fixed, to the last centre */
  /* ball 0 is clamped at its centre, and half a ball more swings at the tip: m' is as far out as
     19.5 d */
  const double end  = (FREE + 0.5) * SPACING;
  const double bend = 3.51602 * sqrt(bending / m) / (end * end),
               slip = PETSC_PI / 2 * sqrt(shear / m) / end;
  const double beam = 1 / sqrt(1 / (bend * bend) + 1 / (slip * slip));

  test_note("chain %.6g rad/s, beam %.6g rad/s (length 19.5 d), bending alone %.6g", frequency,
            beam, 3.51602 * sqrt(bending / m) / (length * length));
  CHECK_NEAR(frequency / beam, 1, 0.01);
}

TESTS(.ranks = {1, 2})
{
  double shape[DOF], frequency;

  frequency = find_mode(shape);
  first_mode(frequency, shape, false, "");
  test_end("a beam of 20 balls swings with the frequency of the lumped chain, to 1e-4");
  first_mode(frequency, shape, true, "-decomp_random 2 -rebuild_every 1000");
  test_end("in any plane, across ranks");
  near_the_continuous_beam(frequency);
  test_end("which is that of Timoshenko's beam within 1 %");
  test_folder_remove();
}
