/* SPDX-License-Identifier: MIT */
/* Hard dashpots at the steps that clast chooses. */
#include "normal_contact.h"

/* Rebound speed of a sphere of 5 cm from a plane at 1 m/s under this law after .1 s, at this step: fixed
   or auto. */
static double rebound(const char *words, const char *dt)
{
  Draft scenario;
  Body  b;
  Sim  *sim;

  scenario.n = 0;
  add(&scenario, "schema: 1\nrun: {end_time: .1, dt: %s, gravity: [0, 0, 0]}\n", dt);
  add(&scenario,
      "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, free]}\nmaterial:\n");
  add_material(&scenario, "a", 1e6, 0.3, 1000);
  add(&scenario, "contact:\n  - aa: {between: [a, a], %s}\n", words);
  add(&scenario, "template:\n  - p: {material: a, pebbles: [0, 0, 0, .05]}\n");
  add(&scenario,
      "clumps:\n  - x: {template: p, position: [.5, .5, .0513], velocity: [0, 0, -1]}\n");
  add_wall(&scenario, "a", vec3(0, 0, 1));
  sim = sim_of(&scenario, NULL);
  while (sim_time(sim) < 0.1) test_steps(sim, 1);
  bodies_of(sim, 1, &b);
  CALL(sim_destroy(&sim));
  return b.v.z;
}

/* A dashpot of any strength dissipates energy: the step resolves it. */
static void hard_dashpots_take_energy(void)
{
  static const double little[]      = {0, 1e-4, 0.001, 0.003, 0.01, 0.03},
                      rates[]       = {1e2, 1e3, 1e4, 1e5};
  static const char *const normal[] = {"hooke", "hertz"}, *const cut[] = {"false", "true"};
  double off = 0;
  char   words[120];

  for (int kind = 0; kind < KINDS; kind++) {
    for (int i = 0; i < 6; i++) {
      const double least = kind & LIMITED ? 0.0038 : 0,
                   e     = max_of(little[i], least); /* DAMPING_MOST */
      double out;

      snprintf(words, sizeof words, "normal: %s, restitution: %g, limit_damping: %s",
               normal[kind & HERTZ], little[i], cut[kind / LIMITED]);
      out = rebound(words, "auto");
      CHECK_NEAR(out * out, e * e, 1e-2); /* of the energy, which is what this step keeps */
      out = rebound(words, "fixed");
      CHECK_NEAR(out, e, 2e-3); /* 50 steps a contact or more, second order: 4e-4 of the approach
                                   speed at 200, a little more here */
      off = max_of(off, fabs(out - e));
    }
    for (int i = 0; i < 4; i++) {
      double out;

      snprintf(words, sizeof words, "normal: %s, damping: %g, limit_damping: %s",
               normal[kind & HERTZ], rates[i], cut[kind / LIMITED]);
      out = rebound(words, i % 2 ? "auto" : "fixed");
      CHECK(out >= 0 && out < (i == 0 ? 0.9 : 0.2)); /* stronger dashpots return less */
    }
  }
  test_note("restitution from 0 to .03 off by %.1e at most", off);
  test_end("hard dashpots take energy at the fixed step and at one that follows");
}

TESTS(.ranks = {1})
{
  hard_dashpots_take_energy();
  test_folder_remove();
}
