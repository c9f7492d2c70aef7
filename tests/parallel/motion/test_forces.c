/* SPDX-License-Identifier: MIT */
/* Forces at centres, points and pebbles, by tables and formulas, that events start and stop, with
   damping and gravity of groups and rotations blocked about axes of bodies: the same bits on any
   ranks and through restarts. */
#include "sim_test.h"

enum { STEPS = 800, MIDDLE = 260 };

#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [0, 0, -9], damping: .2, damping_groups: " \
  "[light],\n" \
  "      gravity_groups: [light, heavy]}\n" \
  "domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [periodic, periodic, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .4, friction: .5}\n" \
  "template:\n" \
  "  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2], pebble_group: [bits]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "clumps:\n" \
  "  - some: {template: [pair], count: 25, lo: [-3, -2, 0], hi: [4, 2, 4], group: [light]}\n" \
  "  - more: {template: [ball, pair], count: 25, lo: [-3, -2, 0], hi: [4, 2, 4], group: " \
  "[heavy]}\n" \
  "  - skate: {template: [pair], position: [0, 0, 4.7], blocked: xU, spin: [1, 2, 30]}\n" \
  "  - wheel: {template: [pair], position: [2, 1, 4.7], blocked: VW, spin: [1, -2, 9],\n" \
  "            velocity: [0, 0, -9], attitude: [.8, .3, .4, .2], group: [heavy]}\n" \
  "  - blade: {template: [pair], position: [-2, -1, 4.7], blocked: vW,\n" \
  "            attitude: [.8, .3, .4, .2], group: [heavy]}\n" \
  "change:\n" \
  "  - hold: {action: fix, blocked: uUV, groups: [light], start: .16}\n" \
  "  - loose: {action: free, freed: uU, groups: [light], start: .3}\n" \
  "damping:\n" \
  "  - air: {viscous: .3, turning: .5}\n" \
  "  - oil: {viscous: 4, cundall: .1, groups: [heavy]}\n" \
  "event:\n" \
  "  - go: {when: time, above: .05, do: [start swirl, stop wind, set force_thrust_force 0 -.5 " \
  ".1]}\n" \
  "  - back: {when: time, above: .2, do: [start wind, stop swirl, set run_damping .4]}\n" \
  "force:\n" \
  "  - wind: {groups: [light], force: [1, .2, 0], torque: [0, .1, 0], start: 0}\n" \
  "  - swirl: {expression: \"-m*3*y, m*3*x*sin(20*t), if(z>1, 0, exp(-z)/(1+abs(vz)))^2\"}\n" \
  "  - thrust: {groups: [light], axes: body, point: [.4, 0, 0], force: [0, .5, 0], end: .3}\n" \
  "  - float: {pebbles: [bits], expression: \"0, 0, 20*r^3, -.001*wx, -.001*wy, 0\"}\n" \
  "  - knock: {table: [0,0,0,0,0,0,0, .1,1,0,0,0,0,.1, .15,0,1,0,0,0,0, .4,0,0,0,0,0,0]}\n"

static void ranks_and_lists_change_nothing(uint64_t expected)
{
  static const char *const ways[] = {"", "-decomp_random 7 -balance_every 50", "-rebuild_every 1"};

  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, SCENE, ways[k]), STEPS),
                (int64_t)expected);
  test_end("forces and damping give the same bits on any ranks, with lists of any age");
}

static void restarts_change_nothing(uint64_t expected)
{
  test_restarts(SCENE, MIDDLE, STEPS, expected);
  test_end("so does a run that is restarted on other ranks while an event has started a force");
}

static double sum_of(const Totals *t)
{
  return t->translational + t->rotational + t->potential + t->dissipated - t->supplied;
}

/* Without what is not in the account: rotations that are imposed, or that end as they are fixed. */
#define CLOSED \
  "-clumps_skate_spin 0,0,0 -clumps_wheel_spin 0,0,0 -change_hold_start 9 -change_loose_start 9"

/* The account holds the energy that forces put in and damping takes, to second order in dt. */
static void energies_are_accounted_for(void)
{
  double error[2];

  for (int k = 0; k < 2; k++) {
    Sim   *sim   = test_sim(PETSC_COMM_WORLD, SCENE, k ? CLOSED " -run_dt 2.5e-4" : CLOSED);
    Totals start = totals_of(sim), end;

    test_steps(sim, k ? 2 * STEPS : STEPS);
    end      = totals_of(sim);
    error[k] = (sum_of(&end) - sum_of(&start)) / end.dissipated;
    if (!k) test_note("supplied %g J, dissipated %g J", end.supplied, end.dissipated);
    CALL(sim_destroy(&sim));
  }
  test_note("the sum of the energies is off by %.2g, with half the step %.2g", error[0], error[1]);
  CHECK_NEAR(error[0], 0, 2e-2); /* contacts of 23 steps: dt is .043 of their duration */
  CHECK(fabs(error[1]) < 0.6 * fabs(error[0]));
  test_end("the work of forces is supplied, that of damping dissipated");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  expected = test_digest_alone(SCENE, "", STEPS);
  ranks_and_lists_change_nothing(expected);
  restarts_change_nothing(expected);
  if (test_forms_here()) energies_are_accounted_for();
  test_folder_remove();
}
