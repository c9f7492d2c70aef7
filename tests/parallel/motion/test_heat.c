/* SPDX-License-Identifier: MIT */
/* Temperatures on any ranks: the same bits with periodic images, with clumps that very many
   ranks hold or that enter later, through rebuilds, balances and restarts; and clumps from a
   checkpoint keep theirs. */
#include "sim_test.h"

enum { STEPS = 300 };

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, 0], hi: [4, 2, 6], boundary: [periodic, open, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, temperature: 300, specific_heat: 2, conductivity: " \
  "1}\n" \
  "  - b: {density: 2, young: 1e5, temperature: 500, specific_heat: 1, conductivity: 3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .2, heat: area}\n" \
  "  - a-b: {between: [a, b], normal: hooke, stiffness: 300, restitution: .2, heat: radius}\n" \
  "  - b-b: {between: [b, b], normal: hooke, stiffness: 300, restitution: .2}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: b, pebbles: [0,0,0,.25], temperature: 700}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1], " \
  "temperature: 250}\n"

#define CLUMPS \
  "clumps:\n  - bed: {template: [pair, ball], count: 60, lo: [-3, -2, 0], hi: [4, 2, 4]}\n" \
  "  - held: {template: ball, position: [0, 0, 4.5], temperature: 900, temperature_fixed: true}\n" \
  "  - late: {template: ball, position: [1, 0, 4.5], temperature: 600, at: .1}\n"

static const char *const ways[] = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 50",
                                   "-rebuild_every 1"};

static void ranks_change_nothing(uint64_t expected)
{
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, HEAD CLUMPS, ways[k]), STEPS),
                (int64_t)expected);
  test_end("temperatures have the same bits on any ranks, with copies of every kind");
}

static void restarts_change_nothing(uint64_t expected)
{
  test_restarts(HEAD CLUMPS, 137, STEPS, expected);
  test_end("so have those of a run that is restarted on other ranks");
}

static void clumps_of_a_checkpoint_keep_them(void)
{
  char text[4096];
  Sim *sim = test_sim(PETSC_COMM_WORLD, HEAD CLUMPS, ""), *from, *to;

  test_steps(sim, 20);
  from = test_continued(sim, PETSC_COMM_SELF, "");
  CALL(sim_destroy(&sim));
  snprintf(text, sizeof text, HEAD "clumps:\n  - bed: {file: %s/restart/clast-20.h5}\n",
           test_folder());
  to = test_sim(PETSC_COMM_WORLD, text, "");
  for (PetscInt a = 0; a < to->matter.clumps->n_owned; a++) {
    const int              q     = quantity_index(&quantity_temperature);
    const QuantityColumns *here  = &to->matter.clumps->quantity[q],
                          *there = &from->matter.clumps->quantity[q];
    const PetscInt b             = test_row(from, to->matter.clumps->id[a]);

    CHECK(b >= 0 && here->value[a] == there->value[b]);
    CHECK(b >= 0 && here->held[a] == there->held[b]);
  }
  CALL(sim_destroy(&to));
  CALL(sim_destroy(&from));
  test_end("clumps that come from a checkpoint have their temperatures");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  expected = test_digest_alone(HEAD CLUMPS, "", STEPS);
  ranks_change_nothing(expected);
  restarts_change_nothing(expected);
  clumps_of_a_checkpoint_keep_them();
  test_folder_remove();
}
