/* SPDX-License-Identifier: MIT */
/* A heap in which each of ten pairs of materials has other laws, most of them with memory, bridges
   and adhesion beyond touching: the same bits on any number of ranks, with any lists, and through
   restarts. */
#include "law_heap.h"

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 2e-4, overlap_limit: 1, gravity: [1, 0.5, -9.81]}\n"
  "domain: {lo: [0, 0, -0.1], hi: [0.36, 0.36, 1.5], boundary: [periodic, periodic, open]}\n"
  "material:\n"
  "  - a: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "  - b: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "  - c: {density: 2500, young: 3e5, poisson: 0.3}\n"
  "  - d: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a],\n"
  "      normal: hertz, restitution: 0.4, tangential: mindlin_secant, friction: 0.5, cohesion: "
  "jkr, surface_energy: 2, largest_radius: 0.045, rolling: epsd2, rolling_friction: 0.2}\n"
  "  - a-b: {between: [a, b],\n"
  "      normal: luding, stiffness: 1e4, unloading_stiffness: 3e4, adhesion_stiffness: 2e3, "
  "tangential: hooke, friction: 0.5, cohesion: liquid_bridge, surface_tension: 2, liquid_volume: "
  "1e-6, liquid_viscosity: 1, liquid_gap: 1e-3, twisting: elastic_plastic, twisting_friction: 0.2, "
  "twisting_stiffness: 20}\n"
  "  - a-c: {between: [a, c],\n"
  "      normal: elastic_plastic, yield_pressure: 4e5, tangential: mindlin_incremental, friction: "
  "0.4, rolling: elastic_plastic, rolling_friction: 0.2}\n"
  "  - a-d: {between: [a, d],\n"
  "      normal: hertz, viscous_time: 1e-3, tangential: mindlin_rescaled, friction: 0.3, "
  "tangential_damping: 20, cohesion: van_der_waals, hamaker: 1e-3, hamaker_gap: 1e-3, "
  "hamaker_cutoff: 0.01}\n"
  "  - b-b: {between: [b, b],\n"
  "      normal: walton_braun, stiffness: 1e4, unloading_stiffness: 3e4, tangential: hooke, "
  "friction: 0.4, cohesion: dmt, surface_energy: 2, twisting: constant_torque, twisting_friction: "
  "0.1}\n"
  "  - b-c: {between: [b, c],\n"
  "      normal: hooke, stiffness_rule: yade, damping_coefficient: 8, tangential: viscous, "
  "friction: "
  "0.4, tangential_damping: 30, cohesion: liquid_bridge, bridge_force: rabinovich, "
  "surface_tension: 2, contact_angle: 20, liquid_volume: 2e-6}\n"
  "  - b-d: {between: [b, d],\n"
  "      normal: hertz, restitution: 0.3, damping_fit: tsuji, tangential: mindlin, friction: 0.3, "
  "cohesion: jkr, jkr_end: fold, surface_energy: 1, largest_radius: 0.045}\n"
  "  - c-c: {between: [c, c],\n"
  "      normal: luding, stiffness: 1e4, unloading_stiffness: 3e4, adhesion_stiffness: 2e3, "
  "plastic_depth: 0.01, damping: 2, rolling: viscous, rolling_friction: 0.1, rolling_viscosity: "
  "1e-3, twisting: viscous, twisting_friction: 0.1, twisting_viscosity: 1e-3}\n"
  "  - c-d: {between: [c, d],\n"
  "      normal: hooke_table, stiffness: 2e4, restitution_speeds: [0.5, 2], restitutions: [0.8, "
  "0.4], tangential: static_dynamic, friction: 0.4, friction_dynamic: 0.2, "
  "cohesion: sjkr, cohesion_energy_density: 1e4}\n"
  "  - d-d: {between: [d, d],\n"
  "      normal: spring, cohesion: sjkr2, cohesion_energy_density: 1e4}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: b, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "template:\n"
  "  - ball: {material: a, pebbles: [0, 0, 0, 0.04]}\n"
  "  - other: {material: b, pebbles: [0, 0, 0, 0.042]}\n"
  "  - third: {material: c, pebbles: [0, 0, 0, 0.04]}\n"
  "  - pair: {material: d, pebbles: [0.004, 0, 0, 0.04, -0.004, 0, 0, 0.038]}\n"
  "clumps:\n"
  "  - heap: {file: heap.csv}\n";

/* Neighbours of every two kinds occur. */
static const char *template_of(int id)
{
  static const char *const name[] = {"ball", "other", "third", "pair"};
  const int                x      = id * 1605 + 7;

  return name[(x * (x % 10007) % 10007 * 31 >> 3) & 3];
}

static const Heap heap = {.scenario    = scenario,
                          .template_of = template_of,
                          .side        = 4,
                          .layers      = 5,
                          .steps       = 200,
                          .every       = 100,
                          .laws        = HEAP_LAWS,
                          .kept        = 6};

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  static const struct {
    const char *options;
    bool        stops;
  } ways[]  = {{"", true},
               {"-decomp_random 4 -balance_every 7", false},
               {"-decomp_random 6 -rebuild_every 3 -search_method all_pairs", true}};
  History h = {0};

  write_heap(&heap);
  run_alone(&heap, &h);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      run_together(&heap, &h, ways[k].options, ways[k].stops);
  test_end("a heap with every law has the same bits on all ranks and through restarts");
  test_folder_remove();
}
