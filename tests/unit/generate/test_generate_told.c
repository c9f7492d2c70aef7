/* SPDX-License-Identifier: MIT */
/* Templates made from meshes: identical on every rank, refused, and resolved. */
#define _POSIX_C_SOURCE 200809L

#include "mesh_scenario.h"

/* The scenario has one mistake, with this text. */
static void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

static void all_ranks_have_the_same(void)
{
  Scenario s = begin(ONE("mesh: box.stl, generate: edt, generate_volume_error: 0, generate_most: "
                         "25, generate_seed: 3, pebble_group: [all]"));
  const Template *t    = &s.templates.list[0];
  uint64_t        hash = 0, first;

  CHECK_INT(t->n, 25);
  for (int i = 0; i < t->n; i++) CHECK(t->group[i] != 0);
  for (int i = 0; i < t->n; i++) {
    const double x[4] = {t->offset[i].x, t->offset[i].y, t->offset[i].z, t->radius[i]};
    uint64_t     bits;

    for (int k = 0; k < 4; k++) {
      memcpy(&bits, &x[k], sizeof bits);
      hash = mix_bits(hash ^ bits);
    }
  }
  first = hash;
  CALL(parallel_bcast(&par, &first, sizeof first, 0));
  CHECK(first == hash && hash != 0);
  end(&s);
  test_end("a count without errors; the same bits on all ranks");
}

static void what_is_not_reached_is_a_warning(void)
{
  Scenario s = begin(ONE("mesh: box.stl, generate: favier, generate_distance_error: 0.01"));

  mistakes_check("not reached", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2); /* volume (default bound) and distance */
  CHECK_INT(s.templates.n, 1);
  end(&s);
  test_end("what is not reached is a warning for each error");
}

static void wrong_ones(void)
{
  check_wrong(ONE("mesh: box.stl"), "say how");
  check_wrong(ONE("generate: medial, pebbles: [0, 0, 0, 1]"), "nothing to fill");
  check_wrong(ONE("mesh: box.stl, generate: medial, pebbles: [0, 0, 0, 1]"), "pebbles and a mesh");
  check_wrong(ONE("mesh: box.stl, generate: medal"), "medial");
  check_wrong(ONE("mesh: open.stl, generate: medial"), "open");
  check_wrong(ONE("mesh: none.stl, generate: medial"), "none.stl");
  check_wrong(ONE("pebbles: [0, 0, 0, 1], mass_properties: mesh"), "needs the key mesh");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_smallest: 0.4"),
              "no sphere of at least");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_overlap: 0.4, generate_most: 1"),
              "only with generate: edt");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_bulge: 0.7, generate_most: 1"),
              "generate_bulge");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_volume_error: -1, generate_most: 1"),
              "generate_volume_error");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_volume_error: 0.5, generate_most: 0"),
              "generate_most");
  test_end("mistakes are told");
}

/* The resolved scenario makes the same pebbles. */
static void resolved_is_the_same(void)
{
  Scenario
    s = begin(
      ONE("mesh: box.stl, generate: ferellec, generate_volume_error: 0.25, generate_expand: yes")),
    again;
  char *text;

  CALL(options_resolved(s.options, &text));
  again = begin(text);
  CHECK_INT(s.templates.list[0].n, again.templates.list[0].n);
  CHECK(memcmp(s.templates.list[0].radius, again.templates.list[0].radius,
               (size_t)s.templates.list[0].n * sizeof(double)) == 0);
  CHECK_NEAR(s.templates.list[0].mass.volume, 2, 2e-9); /* expanded; the bound of the union */
  free(text);
  end(&s);
  end(&again);
  test_end("the resolved scenario makes the same pebbles");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  files_make();
  all_ranks_have_the_same();
  what_is_not_reached_is_a_warning();
  wrong_ones();
  resolved_is_the_same();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
