/* SPDX-License-Identifier: MIT */
/* Profiles and monitors of bodies: against sums over layers; the same bits on any ranks and after a
   restart. */
#include "monitor_case.h"

static const char *const heap =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 4, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, 0], hi: [2, 2, 3], boundary: [open, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}\n"
  "template:\n  - pair: {material: s, pebbles: [0, 0, 0, .15, .2, 0, 0, .1]}\n"
  "  - ball: {material: s, pebbles: [0, 0, 0, .12]}\n"
  "clumps:\n"
  "  - all: {template: [pair, ball], fraction: [.6, .4], count: 60, lo: [.3, 0, .2], hi: [1.7, 2, "
  "2.8], "
  "group: [bed], velocity: [1, 2, 0]}\n"
  "  - more: {template: ball, count: 20, lo: [.3, 0, .2], hi: [1.7, 2, 2.8], velocity: [0, -1, "
  "0]}\n"
  "profile:\n"
  "  - down: {every: 1, axis: z, bins: 12, fields: [volume_fraction, velocity, density, "
  "granular_temperature, number]}\n"
  "  - side: {every: 1, axis: x, bins: 7, fields: [volume_fraction, velocity], groups: [bed]}\n"
  "  - part: {every: 1, axis: z, bins: 5, lo: [.3, .4, .5], hi: [1.7, 2, 2.5], fields: "
  "[volume_fraction, number]}\n"
  "  - ring: {every: 1, axis: radius, bins: 6, range: [0, 3], about: [0, 1, 0], point: [1, 0, "
  "1.5], "
  "fields: [volume_fraction, velocity, contact_stress]}\n"
  "  - low: {every: 1, axis: radius, bins: 6, range: [0, 3], height: [0, .7], about: [0, 1, 0], "
  "point: "
  "[1, 0, 1.5], fields: [volume_fraction, contact_stress]}\n"
  "  - high: {every: 1, axis: radius, bins: 6, range: [0, 3], height: [-2, -.7], about: [0, -1, "
  "0], "
  "point: [1, 0, 1.5], fields: [volume_fraction, contact_stress]}\n"
  "monitor:\n"
  "  - whole: {every: 1, type: solid_fraction}\n"
  "  - box: {every: 1, type: solid_fraction, lo: [.3, .4, .5], hi: [1.7, 2, 2.5]}\n";

enum { LAYERS = 1000 };

/* Volume that a pebble has between two heights, from the areas of its layers. */
static double layers(double z, double r, double lo, double hi)
{
  double sum = 0;

  for (int k = 0; k < LAYERS; k++) {
    const double s = r * ((2 * k + 1.0) / LAYERS - 1);

    if (z + s >= lo && z + s < hi) sum += PETSC_PI * (r * r - s * s) * 2 * r / LAYERS;
  }
  return sum;
}

/* Sum over the clumps of volume, or of the momentum along x over the density, in a layer. */
static double twin(const Sim *sim, double lo, double hi, bool momentum)
{
  const Clumps *c   = sim->matter.clumps;
  double        sum = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t     = &sim->matter.templates.list[c->template[a]];
    double          whole = 0, in = 0;

    for (int i = 0; i < t->n; i++) {
      const double r = t->radius[i];

      whole += 4 * PETSC_PI / 3 * r * r * r;
      in += layers(c->pose[a].x.z + quat_turn(c->pose[a].q, t->offset[i]).z, r, lo, hi);
    }
    sum += in / whole * t->mass.volume * (momentum ? c->motion[a].v.x : 1);
  }
  return sum;
}

static void numbers_are_those_of_layers(void)
{
  Sim *sim = test_sim_alone(heap, "");

  if (sim) {
    const int down = monitor_at(sim, "down");
    double   *numbers;

    test_steps(sim, 20);
    numbers = monitor_numbers(sim, down);
    for (int k = 0; k < 12; k++) {
      const double volume = twin(sim, .25 * k, .25 * (k + 1), false);

      /* of the pebbles on an edge of a bin, 30 at most, a layer of pi r^2 2 r / LAYERS is counted
         or not */
      CHECK_NEAR(monitor_number(sim, down, numbers, k, "volume_fraction"), volume, 2e-4);
      CHECK_NEAR(monitor_number(sim, down, numbers, k, "density"), 1000 * volume,
                 2e-1); /* as above */
      if (volume > 1e-2)
        CHECK_NEAR(monitor_number(sim, down, numbers, k, "velocity_x"),
                   twin(sim, .25 * k, .25 * (k + 1), true) / volume, 2e-2); /* 2e-4 / 1e-2 */
    }
    array_free(&numbers);
    CALL(sim_destroy(&sim));
  }
  test_end("volume fraction, density and velocity are those of sums over layers of pebbles");
}

/* Bins that tile the domain have all of it. */
static void bins_add_up(void)
{
  static const char *const names[] = {"down", "side", "ring", "whole"};
  Sim                     *sim     = test_sim(PETSC_COMM_WORLD, heap, "");
  double                   volume  = 0;

  test_steps(sim, 20);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    volume += sim->matter.templates.list[sim->matter.clumps->template[a]].mass.volume;
  MPI_Allreduce(MPI_IN_PLACE, &volume, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  for (int i = 0; i < 4; i++) {
    const int      k       = monitor_at(sim, names[i]);
    const Monitor *m       = &sim_monitors(sim)->list[k];
    double        *numbers = monitor_numbers(sim, k), sum = 0;

    for (int b = 0; b < m->bins.n; b++)
      sum += bin_size(&m->bins, b) * monitor_number(sim, k, numbers, b, "volume_fraction");
    if (m->groups == 0) CHECK_NEAR(sum, volume, 1e-8 * volume); /* rings: Gauss' rule */
    else CHECK(sum > .5 * volume && sum < .99 * volume);
    array_free(&numbers);
  }
  CALL(sim_destroy(&sim));
  test_end("volumes in bins add up to those of the clumps");
}

/* Rings of heights that tile the period, through which pebbles and branches reach. */
static void heights_add_up(void)
{
  static const char *const columns[] = {"volume_fraction", "contact_stress_yy"}, *const names[] = {
                                                                                   "ring", "low",
                                                                                   "high"};
  double *n[3], most = 0;
  Sim    *sim = test_sim(PETSC_COMM_WORLD, heap,
                         "-profile_ring_every 1e-3 -profile_low_every 1e-3 -profile_high_every 1e-3");
  int     at[3];

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, 60);
  for (int k = 0; k < 3; k++) {
    at[k] = monitor_at(sim, names[k]);
    n[k]  = monitor_numbers(sim, at[k]);
  }
  for (int i = 0; i < 2; i++)
    for (int b = 0; b < 6; b++) {
      double in[3];

      for (int k = 0; k < 3; k++)
        in[k] = bin_size(&sim_monitors(sim)->list[at[k]].bins, b) *
                monitor_number(sim, at[k], n[k], b, columns[i]);
      most = max_real(most, i * fabs(in[0]));
      CHECK_NEAR(in[1] + in[2], in[0], i ? 1e-9 : 1e-7); /* rounding of 1e3 N m; Gauss' rule */
    }
  CHECK(most > 1);
  for (int k = 0; k < 3; k++) array_free(&n[k]);
  CALL(sim_destroy(&sim));
  test_end("rings of heights that tile the period have what rings of its length have");
}

static void ranks_and_restarts_change_nothing(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, heap, "-decomp_random 5"), *one = test_sim_alone(heap, "");

  test_steps(sim, 30);
  sim = test_restarted(sim, "");
  test_steps(sim, 30);
  if (one) test_steps(one, 60);
  for (int k = 0; k < sim_monitors(sim)->n; k++) monitor_compare(sim, one, k);
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
  test_end("the numbers of monitors have the same bits on any ranks and after a restart");
}

TESTS(.ranks = {1, 2, 3, 8})
{
  numbers_are_those_of_layers();
  bins_add_up();
  heights_add_up();
  ranks_and_restarts_change_nothing();
  test_folder_remove();
}
