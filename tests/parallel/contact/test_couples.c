/* SPDX-License-Identifier: MIT */
/* A heap whose contacts roll with resistance and pull beyond touching: the same bits on any number
   of ranks, with any lists, and through restarts. */
#include "law_heap.h"

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 1, dt: 4e-4, gravity: [1, 0.5, -9.81]}\n"
  "domain: {lo: [0, 0, -0.1], hi: [0.45, 0.45, 1.5], boundary: [periodic, periodic, open]}\n"
  "material:\n"
  "  - a: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "  - b: {density: 2000, young: 1e6, poisson: 0.3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: 0.3, tangential: hooke, "
  "friction: 0.5,\n"
  "          cohesion: linear, cohesion_force: 2, cohesion_range: 0.006,\n"
  "          rolling: elastic_plastic, rolling_friction: 0.3}\n"
  "  - a-b: {between: [a, b], normal: hertz, restitution: 0.3, tangential: mindlin, friction: "
  "0.4,\n"
  "          cohesion: linear, cohesion_force: 1, cohesion_range: 0.012,\n"
  "          rolling: elastic_plastic, rolling_friction: 0.2, rolling_damping: 0.1}\n"
  "  - b-b: {between: [b, b], normal: hooke, stiffness: 2e4, damping: 5, tangential: hooke, "
  "friction: 0.5,\n"
  "          rolling: constant_torque, rolling_friction: 0.1}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: b, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "template:\n"
  "  - ball: {material: a, pebbles: [0, 0, 0, 0.04]}\n"
  "  - other: {material: b, pebbles: [0, 0, 0, 0.045]}\n"
  "  - pair: {material: a, pebbles: [0.015, 0, 0, 0.03, -0.015, 0, 0, 0.028]}\n"
  "clumps:\n"
  "  - heap: {file: heap.csv}\n";

static const char *template_of(int id)
{
  static const char *const name[] = {"ball", "other", "pair"};

  return name[id % 3];
}

static const Heap heap = {.scenario    = scenario,
                          .template_of = template_of,
                          .side        = 5,
                          .layers      = 6,
                          .steps       = 300,
                          .every       = 50,
                          .laws        = 0,
                          .kept        = 21};

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  static const struct {
    const char *options;
    bool        stops;
  } ways[]  = {{"", true},
               {"-decomp_random 4 -balance_every 7", false},
               {"-decomp_random 5 -search_method cells", true},
               {"-decomp_random 6 -rebuild_every 3 -search_method all_pairs", true}};
  History h = {0};

  write_heap(&heap);
  run_alone(&heap, &h);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      run_together(&heap, &h, ways[k].options, ways[k].stops);
  test_end("a heap with couples and cohesion has the same bits on all ranks and through restarts");
  test_folder_remove();
}
