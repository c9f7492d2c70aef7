/* SPDX-License-Identifier: MIT */
/* The account of energies while clumps enter, leave and are changed: kinetic + potential +
   dissipated - supplied - entered - changed + left is constant, and each number has its closed
   form. */
#include "sim_test.h"

typedef struct {
  Totals totals;
  double entered, left, changed;
} Account3;

static Account3 account_of(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(sim_mark_gone(sim));
  CALL(totals_find(&measured, &t));
  return (Account3){.totals  = totals_of(sim),
                    .entered = totals_value(&t, "entered"),
                    .left    = totals_value(&t, "left"),
                    .changed = totals_value(&t, "changed")};
}

/* What is constant, J. */
static double sum_of(const Account3 *a)
{
  return ledger_of(&a->totals) - a->totals.supplied - a->entered - a->changed + a->left;
}

#define MASS (PETSC_PI / 6) /* of a ball of diameter 1 and density 1 */

/* A ball flies in at t = .01 s, upwards, and falls; another one stands still far away. */
#define FLIGHT \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [.5, 0, -10]}\n" \
  "domain: {lo: [-9, -9, 0], hi: [9, 9, 30], boundary: [periodic, periodic, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1000, restitution: .9}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n" \
  "clumps:\n" \
  "  - stays: {template: [ball], position: [0, 0, 20], blocked: xyzXYZ}\n" \
  "  - comes: {template: [ball], position: [2, 3, 4], velocity: [1, 2, 5], spin: [3, 0, 4], " \
  "at: 0.01}\n"

/* Kinetic energy of translation and rotation, and in gravity, of the ball that comes. */
static double of_ball(void)
{
  return MASS * (0.5 * (1 + 4 + 25) + 0.5 * 0.4 * 0.25 * 25 - 0.5 * 2 + 10 * 4);
}

static void one_ball(const char *more, const char *name)
{
  char     scenario[2000];
  Sim     *sim;
  Account3 a;
  double   start;

  snprintf(scenario, sizeof scenario, "%s%s", FLIGHT, more);
  sim   = test_sim(PETSC_COMM_WORLD, scenario, "");
  a     = account_of(sim);
  start = sum_of(&a);
  CHECK_NEAR(a.entered, 0, 0);
  test_steps(sim, 10);
  a = account_of(sim);
  CHECK_INT(a.totals.clumps, 2);
  CHECK_NEAR(a.entered, of_ball(), 1e-14 * of_ball()); /* rounding */
  CHECK_NEAR(sum_of(&a), start, 1e-13 * of_ball());
  test_steps(sim, 2000);
  a = account_of(sim);
  test_note("%s: entered %.15g J, left %.15g J, closed form %.15g J", name, a.entered, a.left,
            of_ball());
  CHECK_INT(a.totals.clumps, 1);
  CHECK_NEAR(a.left, of_ball(), 1e-12 * of_ball()); /* velocity Verlet is exact for a parabola */
  CHECK_NEAR(a.totals.dissipated, 0, 0);
  CHECK_NEAR(sum_of(&a), start, 1e-12 * of_ball());
  CALL(sim_destroy(&sim));
}

static void balls_fly(void)
{
  one_ball("", "open face");
  one_ball("outlet:\n  - low: {region: plane, point: [0, 0, 2], normal: [0, 0, 1]}\n", "outlet");
  test_end("a clump brings 1/2 m v^2 + 1/2 I w^2 - m g x, and takes it through an outlet or an "
           "open face");
}

/* Three balls in a row, pressed together, with friction; the second one is removed after a step. */
#define ROW \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-6}\n" \
  "domain: {lo: [-9, -9, -9], hi: [9, 9, 9], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n" \
  "clumps:\n" \
  "  - one: {template: [ball], position: [-.9, 0, 0]}\n" \
  "  - two: {template: [ball], position: [0, 0, 0], group: [middle]}\n" \
  "  - three: {template: [ball], position: [.95, 0, 0]}\n"
#define TOUCH \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, tangential: hooke, friction: .5, stiffness: " \
  "1000, restitution: .5}\n"

#define OUT "outlet:\n  - out: {region: box, lo: [-.1, -.1, -.1], hi: [.1, .1, .1]}\n"

static void row(const char *more, const char *options, double stored, const char *how)
{
  char     scenario[2000], all[200];
  Sim     *sim;
  Account3 a;
  double   start;

  snprintf(scenario, sizeof scenario, "%s%s", ROW, more);
  snprintf(all, sizeof all, "-output_energies true -run_overlap_limit 9 %s", options);
  sim   = test_sim(PETSC_COMM_WORLD, scenario, all);
  a     = account_of(sim);
  start = a.totals.potential;
  CHECK_NEAR(start, stored, 1e-12 * fabs(stored)); /* as rounding leaves the gaps */
  test_steps(sim, 1);
  a = account_of(sim);
  test_note("%s: %.9g J of %.9g J left, %.2g J stored, %.2g J dissipated", how, a.left, stored,
            a.totals.potential, a.totals.dissipated);
  CHECK_INT(a.totals.clumps, 2);
  /* in a step balls move by 1e-10 of an overlap, and dashpots take 1e-6 of the energy */
  CHECK_NEAR(a.left, stored, 1e-5 * fabs(stored));
  CHECK_NEAR(a.totals.potential, 0, 1e-12 * fabs(stored));
  CHECK_NEAR(a.totals.dissipated, 0, 1e-5 * fabs(stored));
  CHECK_NEAR(sum_of(&a), start, 1e-5 * fabs(stored));
  CALL(sim_destroy(&sim));
}

static void stored_energy_leaves(void)
{
  const double springs = 0.5 * 1000 * (0.1 * 0.1 + 0.05 * 0.05);

  row(TOUCH "change:\n  - gone: {action: delete, groups: [middle], start: 0}\n", "", springs,
      "delete");
  row(TOUCH OUT, "", springs, "outlet");
  row(TOUCH OUT, "-backend single", springs, "outlet, single");
  test_end("what contacts of a clump have stored leaves with it, and is not dissipated");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  if (test_forms_here()) {
    balls_fly();
    stored_energy_leaves();
  }
  test_folder_remove();
}
