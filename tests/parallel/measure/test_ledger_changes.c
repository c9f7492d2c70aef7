/* SPDX-License-Identifier: MIT */
/* Laws, walls or gravity that change at a restart: the increase of the energy stored in contacts,
   new ones included, is booked as supplied, so that the account of energies stays closed and
   nothing is dissipated. */
#include "sim_test.h"

enum { STEPS = 600, MORE = 200 };

/* Balls that fall on a floor, stick, slide and roll. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [0.5, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -1], hi: [3, 2, 6], boundary: [periodic, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000, rolling: " \
  "elastic_plastic,\n          rolling_friction: .1, tangential_ratio: .3, restitution: .6, " \
  "friction: .5,\n" \
  "          cohesion: linear, cohesion_force: .5, cohesion_range: .05}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "clumps:\n  - bed: {template: [ball], count: 60, lo: [-3, -2, .2], hi: [3, 2, 2], velocity: " \
  "[1, 0, -3]}\n"

static double account_of(const Totals *t)
{
  return ledger_of(t) - t->supplied;
}

/* Restart a run with these options: the account stays closed, then and in the steps that follow,
   the first of which dissipates little, also where the change lets contacts begin. In any restart
   energies of springs across contacts are found with known velocities in place of predicted ones,
   so what is dissipated is compared with that of a restart without changes. */
static void change(Sim *sim, const char *options, double least, double most)
{
  Sim *same     = test_continued(sim, PETSC_COMM_WORLD, ""),
      *next     = test_continued(sim, PETSC_COMM_WORLD, options);
  Totals before = totals_of(sim), kept = totals_of(same), after = totals_of(next), soon, later;

  test_steps(next, 1);
  soon = totals_of(next);
  test_steps(next, MORE - 1);
  later = totals_of(next);
  test_note("%s: %.3g J supplied, %.3g J dissipated before; %.3g J in the first step; open by %.1e "
            "J, later by %.1e J",
            options, after.supplied, before.dissipated, soon.dissipated - after.dissipated,
            account_of(&after) - account_of(&before), account_of(&later) - account_of(&after));
  CHECK(after.supplied >= least && after.supplied <= most);
  /* energies are known to 1e-16 each */
  CHECK_NEAR(after.dissipated, kept.dissipated, 1e-13 * before.dissipated);
  CHECK_NEAR(account_of(&after), account_of(&before), 1e-13 * before.dissipated);
  /* dashpots, and the error of the half kick with the loads of before the change */
  CHECK_NEAR(soon.dissipated, after.dissipated, 0.02 * before.dissipated);
  CHECK_BITS(later.supplied, after.supplied);
  /* of the integration: without any change 3e-4; with a floor moved in, forces are 5 times
     larger */
  CHECK_NEAR(account_of(&later), account_of(&after),
             4e-3 * (before.dissipated + fabs(after.supplied)));
  CALL(sim_destroy(&same));
  CALL(sim_destroy(&next));
}

static void changes_are_supplied(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, SCENE, "");

  test_steps(sim, STEPS);
  change(sim, "", 0, 0);
  change(sim, "-contact_a-a_stiffness 4000", 0.1, 1);
  change(sim, "-contact_a-a_cohesion_range .02", -1, -0.1);
  change(sim, "-contact_a-a_cohesion none", -1, -0.1);
  change(sim, "-contact_a-a_normal hertz -contact_a-a_tangential mindlin", -1, -0.01);
  change(sim, "-run_gravity 0,0,-5", -10, -5);
  change(sim, "-wall_floor_point 0,0,.06", 1, 100); /* contacts begin, and old ones are deeper */
  change(sim, "-wall_floor_point 0,0,-.5", -10, 0);
  CALL(sim_destroy(&sim));
  test_end("what changed laws, walls and gravity store is supplied: nothing is dissipated, and the "
           "account is closed");
}

/* The same on one rank, and through a further restart. */
static void any_ranks(void)
{
  static const char stiff[] = "-contact_a-a_stiffness 4000 -wall_floor_point 0,0,.03";
  Sim              *sim     = test_sim(PETSC_COMM_WORLD, SCENE, ""), *alone, *next;
  Totals            t, again;

  test_steps(sim, STEPS);
  alone = test_continued(sim, PETSC_COMM_SELF, stiff);
  sim   = test_restarted(sim, stiff);
  t     = totals_of(sim);
  next  = test_continued(sim, PETSC_COMM_WORLD, "");
  again = totals_of(next);
  CHECK_BITS(again.supplied, t.supplied);
  test_steps(sim, MORE);
  test_steps(next, MORE);
  test_steps(alone, MORE);
  CHECK(test_digest(next) == test_digest(sim));
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&next));
  CALL(sim_destroy(&alone));
  test_end("what was supplied is the same on any number of ranks, and kept by further restarts");
}

TESTS(.ranks = {1, 2, 3})
{
  changes_are_supplied();
  any_ranks();
  test_folder_remove();
}
