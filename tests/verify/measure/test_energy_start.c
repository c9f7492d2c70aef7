/* SPDX-License-Identifier: MIT */
/* The ledger of energy in the first half step, and with bodies that are hardly free. */
#include "verify/energy.h"

/* Two balls that overlap and approach each other at the start: the first half step is booked,
   too. Until t = 4 ms, within the contact; w^2 = 2 k / m. */
static void the_first_half_step_is_in_the_book(void)
{
  double dt[LEVELS], open[LEVELS];

  for (int k = 0; k < LEVELS; k++) {
    const double each = 2e-4 / (1 << k), half = 0.1;
    Draft        scenario;
    Totals       first, t;
    Sim         *sim;

    dt[k] = each;
    add_head(&scenario, each, vec3(0, 0, 0), 1);
    add(&scenario,
        "material:\n  - a: {density: 2500}\ncontact:\n  - aa: {between: [a, a], normal: hooke, "
        "stiffness: 1e6, "
        "restitution: 1}\ntemplate:\n  - s: {material: a, pebbles: [0, 0, 0, %g]}\n",
        half);
    add(&scenario, "clumps:\n  - l: {template: s, position: [-.095, 0, 0], velocity: [2, 0, 0]}\n"
                   "  - r: {template: s, position: [.095, 0, 0], velocity: [-2, 0, 0]}\n");
    sim     = sim_of(&scenario, NULL);
    first   = totals_of(sim);
    open[k] = 0;
    for (int step = 0; step < (20 << k); step++) {
      test_steps(sim, 1);
      t       = totals_of(sim);
      open[k] = max_of(open[k], fabs(t.dissipated));
      CHECK_NEAR(energy_of(&t) + t.dissipated, energy_of(&first),
                 40 * each * each / 4e-8); /* of 92 J; w dt = .055 at 2e-4 */
    }
    CHECK(first.contacts == 1 && t.contacts == 1);
    CHECK(first.dissipated == 0);
    CALL(sim_destroy(&sim));
  }
  test_note("dissipated %.1e %.1e %.1e J of 92 J, order %.2f", open[0], open[1], open[2],
            slope_of(LEVELS, dt, open));
  CHECK_NEAR(open[0], 0, 0.1); /* (w dt)^2 of 92 J is .3 J; a half step not booked is 4 J */
  CHECK(slope_of(LEVELS, dt, open) > 1.8); /* second order at least */
  test_end("a run that begins in contact: the first half step is in the book");
}

/* A sphere and a dumbbell, blocked along x, pressed nearly along x against a fixed one: the
   effective mass is large along the normal but small across it, and tangential dashpots must use
   the small one. At the fixed step. */
static void hardly_free_bodies_keep_the_book(void)
{
  static const char *const laws[] = {
    "restitution: .5, tangential: hooke, friction: .5", "damping: 300",
    "restitution: .5, tangential: hooke, friction: .5, tangential_damping: 50"};
  static const char *const shape[] = {"ball", "bell"};

  for (int k = 0; k < 6; k++) {
    Draft  scenario;
    Totals first, t;
    double off = 0;
    Sim   *sim;

    scenario.n = 0;
    add(&scenario, "schema: 1\nrun: {end_time: .02, dt: fixed, gravity: [0, 0, 0]}\n");
    add(&scenario, "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, "
                   "free]}\nmaterial:\n  - s: {density: 1000}\n");
    add(&scenario,
        "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e6, %s}\ntemplate:\n",
        laws[k / 2]);
    add(&scenario, "  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
                   "  - bell: {material: s, pebbles: [0, .15, 0, .1, 0, -.15, 0, .1]}\n");
    add(&scenario, "clumps:\n  - post: {template: ball, position: [0, 0, 0], blocked: xyzXYZ}\n");
    add(&scenario,
        "  - arm: {template: %s, position: [.199, %g, 0], velocity: [0, .3, .1], spin: [0, 0, .2], "
        "blocked: x}\n",
        shape[k % 2], k % 2 ? -0.148 : 0.002);
    sim   = sim_of(&scenario, NULL);
    first = totals_of(sim);
    for (int step = 0; step < 200; step++) {
      test_steps(sim, 1);
      t   = totals_of(sim);
      off = max_of(off, fabs(energy_of(&t) + t.dissipated - energy_of(&first)) / energy_of(&first));
    }
    test_note("%s with %s: open by %.1e", shape[k % 2], laws[k / 2], off);
    CHECK(first.contacts == 1);
    CHECK_NEAR(off, 0, 1e-3); /* (w dt)^2 = .004 of the spring's energy; with the large mass they
                                 gain many times their energy */
    CALL(sim_destroy(&sim));
  }
  test_end(
    "bodies that are blocked nearly along the normal keep the book, with friction and dashpots");
}

TESTS(.ranks = {1, 2}, .limit = 300)
{
  the_first_half_step_is_in_the_book();
  hardly_free_bodies_keep_the_book();
  test_folder_remove();
}
