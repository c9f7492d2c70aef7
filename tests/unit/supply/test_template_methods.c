/* SPDX-License-Identifier: MIT */
/* Methods for mass properties of templates, warnings, and shapes that are refused. */
#define _POSIX_C_SOURCE 200809L

#include "template_scenario.h"

static void warnings_name_the_template(void)
{
  Said     said = said_begin();
  Scenario s    = begin(
       MATERIALS
       "template:\n"
          "  - twice: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1,  0, 0, 0, 1]}\n"
          "  - apart: {material: glass, pebbles: [0, 0, 0, 1,  2.5, 0, 0, 1]}\n"
          "  - plain: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1], mass_properties: sum}\n"
          "  - touch: {material: glass, pebbles: [0, 0, 0, 1,  2, 0, 0, 1], mass_properties: sum}\n");
  char *text = said_end(&said);

  mistakes_check("warnings", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 3); /* on every rank */
  if (test_rank() == 0) {
    CHECK(strstr(text, "clast: warning: template twice: 1 pebble has the same centre") != NULL);
    CHECK(
      strstr(
        text,
        "clast: warning: template apart: its pebbles do not connect: there is a gap of 0.5 m") !=
      NULL);
    CHECK(strstr(text, "clast: warning: template plain: its pebbles overlap, so mass_properties: "
                       "sum counts 18.5 %") != NULL); /* 32/27 - 1 */
    CHECK(strstr(text, "touch") == NULL);
  } else {
    CHECK_TEXT(text, "");
  }
  CHECK_INT(template_of(&s, "twice")->n, 2);
  free(text);
  end(&s);
  test_end("merged pebbles, gaps and overlaps are warned of once, with the template's name");
}

static void every_method(void)
{
  static const char *const names[] = {"sum", "grid", "fine", "octree", "loose", "random", "few"};
#define PAIR "{material: glass, pebbles: [0, 0, 0, 1,  1.5, 0, 0, 1], mass_properties: "
  Scenario s =
    begin(MATERIALS "template:\n  - exact: " PAIR "exact}\n  - sum: " PAIR "sum}\n  - grid: " PAIR
                    "grid}\n  - fine: " PAIR "grid, mass_div: 20}\n  - octree: " PAIR
                    "octree}\n  - loose: " PAIR "octree, mass_tolerance: 0.1}\n  - random: " PAIR
                    "montecarlo, mass_samples: 200000}\n  - few: " PAIR
                    "montecarlo, mass_samples: 1000, mass_seed: 7}\n");
  const double exact = template_of(&s, "exact")->mass.volume;

  mistakes_check("methods", s.options, 0, NULL);
  for (int k = 0; k < 7; k++) {
    const MassProperties m = template_of(&s, names[k])->mass;

    CHECK_NEAR(m.volume / exact, 1, m.error);           /* the bound promised */
    CHECK_NEAR(m.mass, 2500 * m.volume, 1e-9 * m.mass); /* sums of up to a million terms */
  }
  CHECK(template_of(&s, "fine")->mass.error < 0.5 * template_of(&s, "grid")->mass.error);
  CHECK(template_of(&s, "octree")->mass.error < 0.5 * template_of(&s, "loose")->mass.error);
  CHECK(template_of(&s, "random")->mass.error < 0.5 * template_of(&s, "few")->mass.error);
  end(&s);
  check_wrong(ONE("mass_properties: grid, mass_div: 0"), "mass_div");
  check_wrong(ONE("mass_properties: grid, mass_samples: 10"), "mass_samples");
  check_wrong(ONE("mass_properties: octree, mass_tolerance: 1.0e-5"), "mass_tolerance");
  check_wrong(ONE("mass_properties: montecarlo, mass_samples: 0"), "mass_samples");
  check_wrong(ONE("mass_properties: montecarlo, mass_seed: -1"), "mass_seed");
  check_wrong(ONE("mass_div: 10"), "mass_div");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1,  0, 0, 9, "
                        "1.0e-5], mass_properties: grid}\n",
              "take a smaller one");
  test_end("every mass method by its name, its settings with it alone");
}

static void shapes_that_are_none(void)
{
  check_wrong(MATERIALS "template:\n  - a: {material: glass}\n", "has no shape");
  check_wrong(ONE("scale: 0"), "scale");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1, 2]}\n",
              "pebbles");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, -1]}\n",
              "radius -1 m: must be > 0");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, nan]}\n",
              "pebbles");
  file_write(&files, "shape.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong(ONE("file: shape.csv"), "pebbles and a file");
  file_remove(&files, "shape.csv");
  test_end("no shape, two shapes, radii and scales that are none");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  warnings_name_the_template();
  every_method();
  shapes_that_are_none();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
