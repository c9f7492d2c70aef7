/* SPDX-License-Identifier: MIT */
/* The integrators: order of place, attitude and energy of a rod that swings and turns in a field;
   and parts of steps. */
#include "verify/verify.h"

/* A rod of two charges, which a harmonic trap pulls to the origin and an electric field turns; its
   three moments differ. n steps to t = 1. */
static Sim *rod(const char *run, int n)
{
  Draft t = {0};

  add(&t,
      "schema: 1\nrun: {end_time: 1, dt: %.17g, %s}\n"
      "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial:\n  - a: {density: 1}\n"
      "interaction:\n  - trap: {type: central, point: [0, 0, 0], strength: 6}\n"
      "  - field: {type: electric, field: [0, 0, 1.5]}\n"
      "  - none: {type: wca, between: [a, a], epsilon: 1e-9, sigma: .1}\n"
      "template:\n  - rod: {material: a, pebbles: [-1, 0, 0, .6, 1, 0, 0, .6, 0, .3, 0, .6], "
      "charge: [3, -3, 0]}\n"
      "clumps:\n  - one: {template: rod, position: [1, 0, 0], velocity: [0, 1, 0], spin: [2, 3, "
      "1]}\n",
      1.0 / n, run);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

typedef struct {
  Pose   pose;
  Vec3   v, momentum;
  double energy;
} Flown;

static Flown state_after(const char *run, int n, int steps)
{
  Sim   *sim = rod(run, n);
  Flown  end;
  Totals first = totals_of(sim), last;

  test_steps(sim, steps);
  last = totals_of(sim);
  end  = (Flown){.pose     = sim->matter.clumps->pose[0],
                 .v        = sim->matter.clumps->motion[0].v,
                 .momentum = sim->matter.clumps->motion[0].momentum,
                 .energy   = energy_of(&last) - last.supplied - energy_of(&first)};
  CALL(sim_destroy(&sim));
  return end;
}

static double apart(const Flown *a, const Flown *b, bool attitude)
{
  const Quat p = a->pose.q, q = b->pose.q;

  return attitude ? fabs(p.w - q.w) + fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z)
                  : vec3_norm(vec3_sub(a->pose.x, b->pose.x));
}

/* Differences of runs with n, 2n and 4n steps halve with the order. */
static void errors_have_the_order(const char *run, double order, double slack)
{
  Flown s[3];

  for (int k = 0; k < 3; k++) s[k] = state_after(run, 400 << k, 400 << k);
  for (int attitude = 0; attitude < 2; attitude++) {
    const double slope = log2(apart(&s[0], &s[1], attitude) / apart(&s[1], &s[2], attitude));

    test_note("%s, %s: slope %.3f", run, attitude ? "attitude" : "place", slope);
    CHECK_NEAR(slope, order, slack); /* the next order of dt */
  }
  test_note("%s: energy %.2e, %.2e", run, s[1].energy, s[2].energy);
  CHECK_NEAR(log2(s[1].energy / s[2].energy), order, 3 * slack);
}

static void orders(void)
{
  errors_have_the_order("integrator: verlet", 2, 0.02);
  test_end("velocity Verlet is of second order, in place, attitude and energy");
  errors_have_the_order("integrator: euler", 1, 0.06);
  test_end("symplectic Euler is of first order");
}

/* v += dt F/m, x += dt v, and the same of the angular momentum, by hand. */
static void euler_is_a_kick_and_a_drift(void)
{
  const int n   = 100;
  Sim      *sim = rod("integrator: euler", n);

  for (int k = 0; k < 3; k++) {
    const Clumps *c = sim->matter.clumps;
    const Vec3    x = c->pose[0].x, v = c->motion[0].v, l = c->motion[0].momentum;
    const Vec3    to     = vec3_axpy(v, 1.0 / (n * c->mass[0]), c->force[0]);
    const Vec3    turned = vec3_axpy(l, 1.0 / n, c->torque[0]);

    test_steps(sim, 1);
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(vec3_axis(c->motion[0].v, i), vec3_axis(to, i), 1e-14);
      CHECK_NEAR(vec3_axis(c->motion[0].momentum, i), vec3_axis(turned, i), 1e-14);
      CHECK_NEAR(vec3_axis(c->pose[0].x, i), vec3_axis(x, i) + vec3_axis(to, i) / n, 1e-13);
    }
  }
  CALL(sim_destroy(&sim));
  test_end("symplectic Euler kicks by the whole step, then drifts");
}

/* n parts of a step are n steps of dt / n, to the bit. */
static void parts_are_steps(void)
{
  const Flown whole = state_after("integrator: euler", 400, 400),
              parts = state_after("integrator: euler, substeps: 20", 20, 400);

  CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
  test_end("substeps are steps of their part of dt, to the bit");
}

TESTS(.ranks = {1})
{
  orders();
  euler_is_a_kick_and_a_drift();
  parts_are_steps();
  test_folder_remove();
}
