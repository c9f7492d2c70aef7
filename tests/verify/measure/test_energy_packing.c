/* SPDX-License-Identifier: MIT */
/* The energy of a packing that settles, and its ledger on any number of ranks. */
#include "verify/energy.h"

/* A heap of balls with zero restitution: each has several dashpots, as strong as possible. */
static void a_packing_settles(void)
{
  Draft  scenario = {0};
  Totals first, t;
  double open = 0, most = 0;
  Sim   *sim;

  add(&scenario, "schema: 1\nrun: {end_time: .8, dt: auto, gravity: [0, 0, -9.81], seed: 5}\n");
  add(&scenario,
      "domain: {lo: [0, 0, 0], hi: [.5, .5, 2], boundary: [periodic, periodic, free]}\n");
  add(&scenario, "material:\n  - s: {density: 1000}\ncontact:\n  - ss: {between: [s, s], normal: "
                 "hooke, stiffness: 1e5, "
                 "restitution: 0, limit_damping: true, tangential: hooke, friction: .3}\n");
  add(&scenario, "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .08]}\n");
  add(&scenario,
      "clumps:\n  - heap: {template: ball, count: 60, lo: [0, 0, .1], hi: [.5, .5, 2]}\n");
  add_wall(&scenario, "s", vec3(0, 0, 1));
  sim   = sim_of(&scenario, NULL);
  first = t = totals_of(sim);
  while (sim_time(sim) < sim->settings.end_time) {
    test_steps(sim, 100);
    t    = totals_of(sim);
    most = max_of(most, t.translational);
    open = max_of(open, fabs(energy_of(&t) + t.dissipated - energy_of(&first)));
  }
  test_note("at most %.0f J, in the end %.1e J, book open by %.1f J, %d contacts", most,
            t.translational, open, (int)t.contacts);
  CHECK(t.contacts > 60);
  CHECK(t.translational < 0.01 * most);
  CHECK(open < 0.05 * most);
  CALL(sim_destroy(&sim));
  test_end("a packing without restitution comes to rest at the automatic step");
}

static void the_ledger_has_the_same_bits_on_any_ranks(void)
{
  Draft  scenario;
  Sim   *alone, *all;
  Totals a, b;

  set_heap(&scenario, 2e-4, "normal: hertz, restitution: .6, tangential: mindlin, friction: .4");
  alone = test_sim(PETSC_COMM_SELF, scenario.text, "");
  all   = test_sim(PETSC_COMM_WORLD, scenario.text, "");
  for (int k = 0; k < 20; k++) {
    test_steps(alone, 100);
    test_steps(all, 100);
    a = totals_of(alone);
    b = totals_of(all);
    CHECK_BITS(b.translational, a.translational);
    CHECK_BITS(b.rotational, a.rotational);
    CHECK_BITS(b.potential, a.potential);
    CHECK_BITS(b.dissipated, a.dissipated);
    CHECK_BITS(b.momentum.x, a.momentum.x);
    CHECK_BITS(b.angular.y, a.angular.y);
    CHECK_BITS(b.max_overlap, a.max_overlap);
    CHECK_INT(b.contacts, a.contacts);
  }
  test_note("dissipated %.17g J on %d and on 1", a.dissipated, test_size());
  CHECK(a.dissipated > 0);
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&all));
  test_end("energies, momenta and the ledger have the bits of one rank");
}

TESTS(.ranks = {1, 2}, .limit = 300)
{
  a_packing_settles();
  the_ledger_has_the_same_bits_on_any_ranks();
  test_folder_remove();
}
