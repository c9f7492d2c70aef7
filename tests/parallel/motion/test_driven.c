/* SPDX-License-Identifier: MIT */
/* Groups of clumps that follow motions, on any ranks: the same bits through rebuilds, balances,
   wide copies and restarts in the middle of motions; their poses are functions of time; and the
   energies add up with their work. */
#include "sim_test.h"

enum { STEPS = 1000, EARLY_STOP = 123, MIDDLE = 423 };

/* A paddle of two long rods turns and travels along the periodic direction y, over its faces; a
   lump shakes, and a third group follows a table. One clump of the paddle enters later. */
#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [0, 1, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, -3], hi: [4, 2, 6], boundary: [free, periodic, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .4, friction: .5}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - rod: {material: a, pebbles: [-1,0,0,.25, -.6,0,0,.25, -.2,.1,0,.25, .2,0,0,.25, " \
  ".6,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n" \
  "motion:\n" \
  "  - turn: {groups: [paddle], type: rotate, point: [.5, 0, 1], axis: [0, 1, .3], rate: 5, " \
  "start: .05}\n" \
  "  - go: {groups: [paddle], type: translate, velocity: [0, 9, 0], ramp: .1}\n" \
  "  - shake: {groups: [lump], type: oscillate, direction: [0, 1, 2], amplitude: .1, " \
  "frequency: 9, end: .4}\n" \
  "  - carry: {groups: [tray], type: table, file: tray.csv}\n" \
  "clumps:\n  - one: {template: rod, position: [.5, 0, 1], group: [paddle]}\n" \
  "  - two: {template: rod, position: [.5, .5, 1.4], group: [paddle], at: .1}\n" \
  "  - low: {template: pair, position: [2, 1, .5], group: [lump]}\n" \
  "  - tray: {template: rod, position: [-2, 1.9, 1], group: [tray]}\n" \
  "  - bed: {template: [pair, ball], count: 50, lo: [-1.5, -2, .3], hi: [3.5, 2, 4]}\n"

#define TRAY \
  "time,x,y,z,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n.2,.5,.4,.3,.8,.3,.1,.4\n.4,.2,.4,.6,.2,-.9,.1,.4\n"

static const char *const ways[] = {"", "-search_method cells", "-search_skin .02",
                                   "-decomp_random 7 -balance_every 50", "-halo_wide 1"};

static void ranks_and_lists_change_nothing(uint64_t expected)
{
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof ways / sizeof *ways)) continue;
    sim = test_sim(PETSC_COMM_WORLD, SCENE, ways[k]);

    test_steps(sim, STEPS);
    CHECK(sim->stages.counters.rebuilds < STEPS || k == 1);
    CHECK_INT((int64_t)test_digest(sim), (int64_t)expected);
    CALL(sim_destroy(&sim));
  }
  test_end("groups that follow motions give the same bits on any ranks, with lists of any age");
}

/* Before and after a clump of the paddle enters. */
static void restarts_change_nothing(uint64_t expected)
{
  test_restarts(SCENE, EARLY_STOP, STEPS, expected);
  test_restarts(SCENE, MIDDLE, STEPS, expected);
  test_end("so does a run that is restarted on other ranks in the middle of motions");
}

/* Unwrapped place of clump `id`, on all ranks. */
static Vec3 place_of(const Sim *sim, Id id)
{
  const PetscInt a = test_row(sim, id);
  Vec3           x = {0, 0, 0};

  if (a >= 0)
    x = domain_shifted(&sim->space.domain, sim->matter.clumps->pose[a].x,
                       sim->matter.clumps->image[a]);
  (void)MPI_Allreduce(MPI_IN_PLACE, &x, 3, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return x;
}

/* The rod turns about its own centre, up to the .02 of that from the point, and goes along y: after
   a ramp of .1 s it lags .05 s. */
static void poses_are_functions_of_time(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, SCENE, "");
  Vec3 from, to, lump;

  from = place_of(sim, 0);
  lump = place_of(sim, 2);
  test_steps(sim, 900); /* .45 s */
  to = place_of(sim, 0);
  CHECK_NEAR(to.y - from.y, 9 * (0.45 - 0.05), 0.1); /* the centre is off the axis by less */
  to = place_of(sim, 2);
  /* it ended at .4 s: sin(2 pi 9 .4) along (0, 1, 2) / sqrt(5); 1e-9: the grid */
  CHECK_NEAR(to.z - lump.z, 0.1 * sin(7.2 * PETSC_PI) * 2 / sqrt(5), 1e-9);
  CHECK_NEAR(to.y - lump.y, 0.1 * sin(7.2 * PETSC_PI) / sqrt(5), 1e-9);
  CALL(sim_destroy(&sim));
  test_end("their poses are functions of time, over periodic faces too");
}

/* A tray of a rod and a pair shakes balls. */
#define TRAY_OF_BALLS \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, -9]}\n" \
  "domain: {lo: [-2, -2, -3], hi: [2, 2, 6], boundary: [free, free, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 2000,\n" \
  "          tangential_ratio: .3, restitution: .6, friction: .3}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - cup: {material: a, pebbles: [0,0,0,1, 1.3,0,.8,.5, -1.3,0,.8,.5, 0,1.3,.8,.5, " \
  "0,-1.3,.8,.5]}\n" \
  "motion:\n  - shake: {groups: [cup], type: oscillate, direction: [1, 0, 1], amplitude: .1, " \
  "frequency: 3}\n" \
  "  - turn: {groups: [cup], type: rotate, point: [0, 0, 0], axis: [0, 0, 1], rate: 4}\n" \
  "clumps:\n  - cup: {template: cup, position: [0, 0, 0], group: [cup]}\n" \
  "  - one: {template: ball, position: [.1, .2, 1.4]}\n" \
  "  - two: {template: ball, position: [-.1, -.3, 1.5]}\n"

/* The energies, with what the cup has put in, J. */
static double sum_of(const Totals *t)
{
  return t->translational + t->rotational + t->potential + t->dissipated - t->supplied;
}

static void energies_add_up(void)
{
  Sim         *sim = test_sim(PETSC_COMM_WORLD, TRAY_OF_BALLS, "");
  const Totals t0  = totals_of(sim);
  Totals       t;

  test_steps(sim, 10000);
  t = totals_of(sim);
  test_note("supplied %.3g J, dissipated %.3g J, off by %.2g J", t.supplied, t.dissipated,
            sum_of(&t) - sum_of(&t0));
  CHECK(t.supplied > 0.5 && t.dissipated > 0.2);
  /* dt is a hundredth of a contact: of second order in it */
  CHECK(fabs(sum_of(&t) - sum_of(&t0)) < 2e-3 * t.supplied);
  CALL(sim_destroy(&sim));
  test_end("kinetic, potential and dissipated energy are what their work supplies");
}

/* A ball rests on top of the cup, in balance. */
static void loads_are_those_of_clumps(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, TRAY_OF_BALLS,
                        "-motion_shake_amplitude 0 -motion_turn_rate 0 -contact_a-a_restitution .05 "
                          "-clumps_one_position 0,0,1.25 -clumps_two_position 1.9,1.9,1");
  Sum    sums[DRIVEN_SUMS];
  double weight = 9 * 4. / 3 * PETSC_PI * 0.25 * 0.25 * 0.25;

  test_steps(sim, 10000);
  memcpy(sums, sim->motion.walls.driven.list[0].sum, sizeof sums);
  CALL(sum_reduce(&sim->par, sums, DRIVEN_SUMS));
  test_note("force %.10g N, weight %.10g N", sum_value(&sums[2]), weight);
  CHECK_NEAR(sum_value(&sums[2]), -weight, 1e-3 * weight); /* what still moves after 1 s */
  CALL(sim_destroy(&sim));
  test_end("the force on a group is the weight that rests on it");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  test_file("tray.csv", TRAY);
  expected = test_digest_alone(SCENE, "-search_method all_pairs -rebuild_every 1", STEPS);
  ranks_and_lists_change_nothing(expected);
  restarts_change_nothing(expected);
  if (test_forms_here()) {
    poses_are_functions_of_time();
    energies_add_up();
    loads_are_those_of_clumps();
  }
  test_folder_remove();
}
