/* SPDX-License-Identifier: MIT */
/* Heat of what contacts lose, of clumps with friction, rolling, plasticity and shared siblings in a
   box whose floor takes heat: the same bits on any ranks, with both backends and through
   restarts. */
#include "sim_test.h"

enum { STEPS = 600 };

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 4e-4, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n" \
  "domain: {lo: [-3, -2, 0], hi: [4, 2, 6], boundary: [periodic, free, free]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, temperature: 300, specific_heat: 2, conductivity: " \
  "1}\n" \
  "  - b: {density: 2, young: 1e5, temperature: 500, specific_heat: 1, conductivity: 3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .4, siblings: shared, " \
  "tangential: hooke, friction: .4, heat: area, dissipation: temperature}\n" \
  "  - a-b: {between: [a, b], normal: hertz, restitution: .5, tangential: mindlin, friction: .4, " \
  "rolling: elastic_plastic, rolling_friction: .1, dissipation: temperature, " \
  "dissipation_fraction: .5}\n" \
  "  - b-b: {between: [b, b], normal: luding, stiffness: 300, unloading_stiffness: 600, " \
  "adhesion_stiffness: 50, damping: 1, tangential: viscous, tangential_damping: 3, friction: .5, " \
  "dissipation: temperature}\n" \
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - ball: {material: b, pebbles: [0,0,0,.25]}\n" \
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1], " \
  "temperature: 250}\n" \
  "  - side: {shape: plane, material: b, point: [0, 2, 0], normal: [0, -1, 0]}\n"

#define CLUMPS \
  "clumps:\n  - bed: {template: [pair, ball], count: 60, lo: [-3, -2, 0], hi: [4, 2, 4]}\n" \
  "  - held: {template: ball, position: [0, 0, 4.5], temperature_fixed: true}\n"

static const char *const ways[] = {"", "-halo_wide 2", "-decomp_random 7 -balance_every 50",
                                   "-backend single -rebuild_every 1"};

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t expected;

  expected = test_digest_alone(HEAD CLUMPS, "", STEPS);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, HEAD CLUMPS, ways[k]), STEPS),
                (int64_t)expected);
  test_end("heat of what contacts lose has the same bits on any ranks and with both backends");
  test_restarts(HEAD CLUMPS, 337, STEPS, expected);
  test_end("so has that of a run that is restarted on other ranks");
  test_folder_remove();
}
