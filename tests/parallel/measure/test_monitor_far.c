/* SPDX-License-Identifier: MIT */
/* Stress of pebbles that act on each other at a distance: against a loop over all pairs and images,
   and against the virial of log.csv; the same bits on any ranks and after a restart. */
#include "monitor_case.h"

enum { STEPS = 40 };

#define BOX    4.0
#define CUTOFF 1.5

/* Rods of two atoms, which turn, and single ones. */
static const char *const gas =
  "schema: 1\nrun: {end_time: 9, dt: 2e-3, seed: 6}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 2}\n"
  "interaction:\n"
  "  - lj: {type: lennard_jones, between: [a, a], epsilon: .4, sigma: .4, cutoff: 1.5, truncation: "
  "force}\n"
  "template:\n  - rod: {material: a, mass_properties: sum, pebbles: [-.2, 0, 0, .25, .25, 0, 0, "
  ".25]}\n"
  "  - ball: {material: a, pebbles: [0, 0, 0, .3]}\n"
  "clumps:\n  - all: {template: [rod, ball], fraction: [.6, .4], count: 60, lo: [0, 0, 0], hi: [4, "
  "4, 4]}\n"
  "monitor:\n  - whole: {every: 2e-3, type: stress}\n  - count: {every: 2e-3, type: coordination}\n"
  "profile:\n"
  "  - down: {every: 2e-3, axis: z, bins: 5, fields: [stress, interaction_stress, coordination]}\n"
  "  - low: {every: 2e-3, axis: z, bins: 2, range: [0, 1.6], fields: [interaction_stress]}\n";

static double nearest(double d)
{
  return d - BOX * rint(d / BOX);
}

/* -u'(r) / r of the potential, less its slope at the cutoff. */
static double pull_over(double r)
{
  const double s = pow(.4 / r, 6), c = pow(.4 / CUTOFF, 6);
  const double of = 24 * .4 * (2 * s * s - s) / r, end = 24 * .4 * (2 * c * c - c) / CUTOFF;

  return r < CUTOFF ? (of - end) / r : 0;
}

/* Add l_i f_j of two pebbles of the clumps a and b; way: between their centres. */
static void add_pair(const Sim *sim, PetscInt a, int i, PetscInt b, int j, double *sum)
{
  const Clumps   *c = sim->matter.clumps;
  const Template *s = &sim->matter.templates.list[c->template[a]],
                 *t = &sim->matter.templates.list[c->template[b]];
  const Vec3 arm_a  = quat_turn(c->pose[a].q, s->offset[i]),
             arm_b  = quat_turn(c->pose[b].q, t->offset[j]);
  Vec3   d, l, apart = vec3_sub(vec3_add(c->pose[b].x, arm_b), vec3_add(c->pose[a].x, arm_a));
  double push;

  for (int k = 0; k < 3; k++) vec3_set(&d, k, nearest(vec3_axis(apart, k)));
  l    = vec3_add(vec3_sub(d, arm_b), arm_a);
  push = pull_over(vec3_norm(d));
  for (int k = 0; k < 9; k++) sum[k] -= vec3_axis(l, k / 3) * push * vec3_axis(d, k % 3);
}

/* Sum over all pairs of pebbles of other clumps; CUTOFF is below half of the box. */
static void loop(const Sim *sim, double sum[9])
{
  const Clumps *c = sim->matter.clumps;

  memset(sum, 0, 9 * sizeof *sum);
  for (PetscInt a = 0; a < c->n_owned; a++)
    for (PetscInt b = a + 1; b < c->n_owned; b++)
      for (int i = 0; i < sim->matter.templates.list[c->template[a]].n; i++)
        for (int j = 0; j < sim->matter.templates.list[c->template[b]].n; j++)
          add_pair(sim, a, i, b, j, sum);
}

static double virial_of(Sim *sim)
{
  const InteractionScene scene = sim_interaction_scene(sim);
  Sum                    sum   = {0};

  interactions_virial(sim->interactions, &scene, &sum);
  return sum_value(&sum);
}

static void stress_is_that_of_a_loop(void)
{
  Sim *sim = test_sim_alone(gas, "");

  if (sim) {
    const int    whole = monitor_at(sim, "whole"), count = monitor_at(sim, "count");
    const double volume = BOX * BOX * BOX;
    double      *n, *contacts, sum[9], most = 0, trace = 0;

    CALL(monitors_listen(sim_world(sim)));
    test_steps(sim, STEPS);
    loop(sim, sum);
    n        = monitor_numbers(sim, whole);
    contacts = monitor_numbers(sim, count);
    for (int k = 0; k < 9; k++) most = max_real(most, fabs(sum[k]));
    for (int k = 0; k < 9; k++) {
      CHECK_INT(n[9 + k] == 0, true);                              /* there are no contacts, */
      CHECK_NEAR(n[27 + k] * volume, sum[k], 1e-11 * most);        /* rounding of 1e3 pairs */
      CHECK_NEAR(n[k], n[18 + k] + n[27 + k], 1e-12 * fabs(n[0])); /* likewise of three numbers */
      if (k % 4 == 0) trace += n[27 + k] * volume;
    }
    CHECK_NEAR(trace, -virial_of(sim), 1e-11 * fabs(trace)); /* rounding */
    CHECK(fabs(sum[1] - sum[3]) > 1e-6 * most);              /* rods are turned */
    CHECK(monitor_number(sim, count, contacts, 0, "contacts") == 0);
    array_free(&contacts);
    array_free(&n);
    CALL(sim_destroy(&sim));
  }
  test_end("stress of interactions is that of a loop over all pairs, and its trace the virial");
}

static void bins_add_up(void)
{
  Sim   *sim  = test_sim(PETSC_COMM_WORLD, gas, "");
  double most = 0, *down, *whole, *low;

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, STEPS);
  down  = monitor_numbers(sim, monitor_at(sim, "down"));
  whole = monitor_numbers(sim, monitor_at(sim, "whole"));
  low   = monitor_numbers(sim, monitor_at(sim, "low"));
  for (int k = 0; k < 9; k++) most = max_real(most, fabs(whole[27 + k]));
  for (int k = 0; k < 9; k++) {
    double mean = 0;

    for (int b = 0; b < 5; b++) mean += down[19 * b + 9 + k] / 5;
    CHECK_NEAR(mean, whole[27 + k], 1e-11 * most); /* rounding */
    /* slabs of another height, .8 m each, of which the first two have the same places */
    CHECK_NEAR(low[k], down[9 + k], 1e-11 * most);
    CHECK_NEAR(low[9 + k], down[19 + 9 + k], 1e-11 * most);
  }
  for (int b = 0; b < 5; b++) CHECK(down[19 * b + 18] == 0);
  array_free(&low);
  array_free(&whole);
  array_free(&down);
  CALL(sim_destroy(&sim));
  test_end("stresses of interactions in bins add up to that of the whole");
}

static void ranks_and_restarts_change_nothing(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, gas, "-decomp_random 5"), *one = test_sim_alone(gas, "");

  test_steps(sim, STEPS / 2);
  sim = test_restarted(sim, "");
  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, STEPS / 2);
  if (one) CALL(monitors_listen(sim_world(one)));
  if (one) test_steps(one, STEPS);
  for (int k = 0; k < sim_monitors(sim)->n; k++) monitor_compare(sim, one, k);
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
  test_end("they have the same bits on any ranks and after a restart");
}

TESTS(.ranks = {1, 2, 3, 8})
{
  stress_is_that_of_a_loop();
  bins_add_up();
  ranks_and_restarts_change_nothing();
  test_folder_remove();
}
