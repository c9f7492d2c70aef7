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

/* The sum that is constant, J. */
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
  "contact:\n  - a-a: {between: [a, a], normal: hooke, tangential: hooke, friction: .5, " \
  "stiffness: " \
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

#define APART "contact:\n  - a-a: {between: [a, a], normal: none}\n"

/* 2 ((s / r)^12 - (s / r)^6) at s = .8. */
static double lennard_jones(double r)
{
  const double x = pow(0.8 / r, 6);

  return 2 * (x * x - x);
}

static void stored_energy_leaves(void)
{
  const double springs = 0.5 * 1000 * (0.1 * 0.1 + 0.05 * 0.05);

  row(TOUCH "change:\n  - gone: {action: delete, groups: [middle], start: 0}\n", "", springs,
      "delete");
  row(TOUCH OUT, "", springs, "outlet");
  row(TOUCH OUT, "-backend single", springs, "outlet, single");
  test_end("what contacts of a clump have stored leaves with it, and is not dissipated");
  test_file("pairs.csv", "id_a,id_b\n0,1\n");
  row(APART "spring:\n  - s: {file: pairs.csv, stiffness: 40, damping: 0, rest_length: 1.4}\n" OUT,
      "", 0.5 * 40 * 0.5 * 0.5, "spring");
  row(APART "interaction:\n  - near: {type: lennard_jones, between: [a, a], epsilon: 2, sigma: .8, "
            "cutoff: 1}\n" OUT,
      "", 4 * (lennard_jones(0.9) + lennard_jones(.95)), "potential");
  test_end("so does what springs and potentials store");
}

/* A ball flies alone at height 3. */
#define LONE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, -10]}\n" \
  "domain: {lo: [-9, -9, 0], hi: [9, 9, 30], boundary: [periodic, periodic, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1000, restitution: .9}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n" \
  "clumps:\n  - one: {template: [ball], position: [0, 0, 3], velocity: [1, 2, 3], spin: [0, 5, " \
  "0]}\n"

/* A change at t = 1e-3 s adds `by` J to the ball. */
static void change(const char *keys, double by)
{
  char     scenario[2000];
  Sim     *sim;
  Account3 a;
  double   start;

  snprintf(scenario, sizeof scenario, "%schange:\n  - c: {start: 1e-3, %s}\n", LONE, keys);
  sim   = test_sim(PETSC_COMM_WORLD, scenario, "");
  a     = account_of(sim);
  start = sum_of(&a);
  test_steps(sim, 1);
  a = account_of(sim);
  CHECK_NEAR(a.changed, by, 1e-13 * (fabs(by) + start)); /* rounding */
  CHECK_NEAR(sum_of(&a), start, 1e-13 * start);
  test_steps(sim, 50);
  a = account_of(sim);
  CHECK_NEAR(sum_of(&a), start, 1e-12 * start);
  CHECK_NEAR(a.totals.dissipated, 0, 0);
  CHECK_INT(a.entered == 0 && a.left == 0, 1);
  CALL(sim_destroy(&sim));
}

/* At the end of the first step: v = (1, 2, 2.99), z = 3.002995. */
static void changes_are_booked(void)
{
  const double v2 = 1 + 4 + 2.99 * 2.99, spin2 = 0.1 * 25, height = 10 * 3.002995 * MASS;
  const double kinetic = 0.5 * MASS * (v2 + spin2 * 1.0);

  change("action: velocity, velocity: [4, 0, 3]", 0.5 * MASS * (25 - v2));
  change("action: velocity, spin: [1, 0, 0]", 0.5 * MASS * 0.1 * (1 - 25));
  change("action: push, velocity: [1, 0, 0]", 0.5 * MASS * (4 - 1));
  change("action: fix, blocked: y", -0.5 * MASS * 4);
  change("action: fix, blocked: xyzXYZ", -kinetic - height);
  change("action: density, density: 3", 2 * (kinetic + height));
  change("action: scale, factor: 2",
         7 * (0.5 * MASS * v2 + height) + 31 * 0.5 * MASS * spin2); /* 2^3 - 1, 2^5 - 1 */
  test_end("changes of velocity, freedom, density and size add what they change");
}

/* A restart adds a ball, which touches nothing; with another gravity, too. */
static void restarts_add(void)
{
  static const char *const options[] = {"", "-run_gravity 0,0,-20"};

  for (int k = 0; k < 2; k++) {
    Sim     *sim = test_sim(PETSC_COMM_WORLD, LONE, "");
    Account3 before, after;
    char     text[500];
    bool     written;

    test_steps(sim, 20);
    before = account_of(sim);
    CALL(save_write(sim, &written));
    CALL(sim_destroy(&sim));
    snprintf(text, sizeof text, "-restart %s/restart/clast-20.h5 %s", test_folder(), options[k]);
    sim   = test_sim(PETSC_COMM_WORLD,
                     LONE "  - more: {template: [ball], position: [5, 5, 10], velocity: [2, 0, 0]}\n",
                     text);
    after = account_of(sim);
    CHECK_INT(after.totals.clumps, 2);
    CHECK_NEAR(sum_of(&after), sum_of(&before), 1e-12 * sum_of(&before)); /* rounding */
    CHECK_NEAR(after.entered, MASS * (2 + (k ? 0 : 100)), 1e-12);
    CALL(sim_destroy(&sim));
  }
  test_end("what clumps bring that a restart adds is booked");
}

/* ---- all at once ---- */

/* Rods and balls rain from an inlet on a bed, from which an outlet takes them; some leave through
   open faces, some wait, some are removed, grow, break or are pushed; they attract each other. */
static const char pours[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [.5, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [-3, -2, -1], hi: [3, 2, 8], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 1, young: 1e5}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 500,\n"
  "          tangential_ratio: .3, restitution: .6, friction: .5}\n"
  "interaction:\n  - near: {type: lennard_jones, between: [a, a], epsilon: .005, sigma: .3, "
  "cutoff: "
  ".9, truncation: force}\n"
  "template:\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2]}\n"
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "clumps:\n"
  "  - bed: {template: [rod, ball], count: 40, lo: [-2, -2, .2], hi: [2, 2, 1.5], velocity: [0, 0, "
  "-2], group: [first]}\n"
  "  - late: {template: ball, position: [0, 0, 6], velocity: [0, 0, -5], at: .1}\n"
  "inlet:\n"
  "  - spout: {template: [rod, ball], region: sphere, point: [0, 0, 4], radius: 1.2, every: .02, "
  "velocity: [.5, 0, -6], velocity_spread: [.5, .1, 2], spin_spread: [1, 2, 3], number_rate: 150, "
  "stop_number: 40}\n"
  "outlet:\n  - low: {region: sphere, point: [0, 0, 0], radius: .8, every: .01, start: .1}\n"
  "crush:\n  - halves: {template: rod, strength: 12}\n"
  "change:\n"
  "  - pushed: {action: push, velocity: [0, 2, 5], start: .15, groups: [first]}\n"
  "  - grown: {action: scale, factor: 1.05, start: .2, groups: [first]}\n"
  "  - gone: {action: delete, start: .25, groups: [first]}\n";

enum { STEPS = 360, HALF = 180 };

/* The sum of energies closes with the step, and nothing is left out: what enters, leaves and changes
   is each a good part of all. */
static void the_sum_closes(void)
{
  double off[2];

  for (int k = 0; k < 2; k++) {
    Sim           *sim   = test_sim(PETSC_COMM_WORLD, pours, k ? "-run_dt 2.5e-4" : "");
    const Account3 first = account_of(sim);
    Account3       last;

    test_steps(sim, k ? 4 * STEPS : STEPS);
    last   = account_of(sim);
    off[k] = fabs(sum_of(&last) - sum_of(&first)) / last.entered;
    test_note("entered %.4g J, left %.4g J, changed %.4g J, dissipated %.4g J: off by %.2e of what "
              "entered",
              last.entered, last.left, last.changed, last.totals.dissipated, off[k]);
    CHECK(last.left > 0.1 * last.entered && last.changed > 0.05 * last.entered);
    CHECK(sum_value(ledger_sum(&sim->energy.ledger, &ledger_crush)) != 0 ||
          test_size() > 1); /* some broke */
    CALL(sim_destroy(&sim));
  }
  CHECK(off[1] < 0.5 * off[0]); /* first order at least */
  CHECK_NEAR(off[1], 0, 1e-3);
  test_end("the sum of energies closes while clumps come, go, grow and break");
}

/* On any number of ranks, and through a restart between and at events. */
static void any_ranks(void)
{
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, pours, ""), *next;
  const uint64_t alone = test_digest_alone(pours, "", STEPS);
  Account3       before, after;

  test_steps(sim, HALF);
  next   = test_continued(sim, PETSC_COMM_WORLD, "");
  before = account_of(sim);
  after  = account_of(next);
  CHECK_BITS(after.entered, before.entered);
  CHECK_BITS(after.left, before.left);
  CHECK_BITS(after.changed, before.changed);
  CHECK(before.entered > 0 && before.left != 0 && before.changed > 0);
  test_steps(sim, STEPS - HALF);
  test_steps(next, STEPS - HALF);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)alone);
  CHECK_INT((int64_t)test_digest(next), (int64_t)alone);
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&next));
  test_restarts(pours, 100, STEPS, alone); /* an inlet and an outlet act at this step */
  test_end("what entered, left and changed has the same bits on any number of ranks, and through "
           "restarts");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  if (test_forms_here()) {
    balls_fly();
    stored_energy_leaves();
    changes_are_booked();
    restarts_add();
    the_sum_closes();
  }
  any_ranks();
  test_folder_remove();
}
