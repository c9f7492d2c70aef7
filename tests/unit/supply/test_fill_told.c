/* SPDX-License-Identifier: MIT */
/* Plans of a random fill: what is refused and what is a warning. */
#define _POSIX_C_SOURCE 200809L

#include "fill_case.h"

static void check_wrong(const char *fill, const char *words)
{
  Case c = begin(fill);

  mistakes_check(fill, c.options, 1, words);
  end(&c);
}

static void nonsense_is_told(void)
{
#define FILL(rest) "template: [ball], count: 3, " BOX ", " rest
  check_wrong("template: [ball], " BOX,
              "count: missing: a random fill needs it, or mass, or solid_fraction");
  check_wrong("template: [ball], count: 3, mass: 3, " BOX,
              "mass: '3': is one too many, as there is count");
  check_wrong("template: [ball], mass: 0.1, " BOX, "less than half of one clump");
  check_wrong("template: [ball], mass: 1.0e9, " BOX, "do not fit into the box");
  check_wrong("template: [ball], volume_fraction: 1, " BOX, "volume_fraction");
  check_wrong("template: [ball, pair], count: 3, fraction: [1], " BOX, "1 share for 2 templates");
  check_wrong("template: [mixed], count: 3, density: 3, " BOX, "several materials");
  check_wrong(FILL("size: flat"), "none, equal, uniform, normal, lognormal, table");
  check_wrong(FILL("size_lo: 3"), "only with size: uniform normal lognormal");
  check_wrong(FILL("size: uniform, size_lo: 3"), "size_hi: missing: size: uniform needs it");
  check_wrong(FILL("size: uniform, size_lo: 3, size_hi: 2"), "below the upper");
  check_wrong(FILL("size: uniform, size_lo: 0, size_hi: 2"), "size_lo");
  check_wrong(FILL("size: equal"), "size_mean: missing");
  check_wrong(FILL("size: normal, size_mean: 1"), "size_deviation: missing");
  check_wrong(FILL("size: normal, size_mean: 1, size_deviation: 1"), "give a lower limit");
  check_wrong(FILL("size: table"), "size_table: missing: size: table needs it, or size_file");
  check_wrong(FILL("size: table, size_table: [1, 0, 2]"), "a multiple of 2");
  check_wrong(FILL("size: table, size_table: [1, 0, 0.5, 1]"), "point 2");
  check_wrong(FILL("size: table, size_file: none.csv"), "none.csv");
  check_wrong(FILL("attitudes: fixed"), "clump_attitude: missing: attitudes: fixed needs it");
  check_wrong(FILL("attitudes: fixed, clump_attitude: [0, 0, 0, 0]"), "no rotation");
  check_wrong(FILL("orientation: fixed, quaternion: [1, 0, 0]"),
              "clumps: a: quaternion: 3 numbers");
  check_wrong(FILL("attitudes: fixed, axis: [0, 0, 0], angle: 3"), "give a direction");
  check_wrong(FILL("attitudes: fixed, axis: [0, 0, 1]"), "goes with an angle, which is missing");
  check_wrong(
    FILL("attitudes: fixed, clump_attitude: {axis: [0, 0, 1], angle: 3}, axis: [1, 0, 0]"),
    "axis: '1,0,0': is one too many, as there is clump_attitude_axis");
  check_wrong(FILL("orientation: fixed, quaternion: [1, 0, 0, 0], angle: 3"),
              "a quaternion, and by an axis and an angle as well: keep one");
  check_wrong(FILL("attitudes: random, orientation: random"),
              "orientation: is another name of a key that is given as well; keep one");
  check_wrong(FILL("attitudes: ranges"), "needs one of azimuth, elevation and tilt");
  check_wrong(FILL("attitudes: ranges, tilt: [4, 3]"), "smaller one first");
  check_wrong(FILL("tilt: [3, 4]"), "only with attitudes: ranges");
  check_wrong("spheres: mixed.csv, size: none", "goes with template, but this object has spheres");
  test_end("settings that make no sense are told, each once, with what to do");
}

static void inertia_by_hand_is_warned_of(void)
{
  const char *const fills[] = {
    FILL("size: none"), "template: [by-hand, ball], count: 3, size: equal, size_mean: 2, " BOX,
    "template: [by-hand], count: 3, density: 2, " BOX,
    "template: [by-hand], count: 3, density: 3, " BOX};

  for (int k = 0; k < 4; k++) {
    Said  said = said_begin();
    Case  c    = begin(fills[k]);
    char *text = said_end(&said);

    if (test_rank() == 0)
      CHECK((strstr(text, "clumps: a: the inertia of template by-hand was given by hand") !=
             NULL) == (k == 1 || k == 3));
    CHECK_INT(c.warnings.n, k == 1 || k == 3);
    mistakes_check(fills[k], c.options, 0, NULL);
    free(text);
    end(&c);
  }
  test_end("an inertia given by hand that sizes and densities leave alone is warned of");
}

TESTS(.ranks = {1, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  nonsense_is_told();
  inertia_by_hand_is_warned_of();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
