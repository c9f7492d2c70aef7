/* SPDX-License-Identifier: MIT */
/* Objects of a scenario: of one sort each, and on a restart those that are stored stay. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void objects_are_one_thing(void)
{
  static const char fill[] =
    "template: [pair, ball], fraction: [0.7, 0.3], count: 20, lo: [0, 0, 0], hi: [19, 19, 19]";
  double   largest = 0, smallest = -INFINITY;
  char     yaml[2048];
  Scenario s;

  file_write(&files, "bed.csv", "template,x,y,z\nball,0,0,0\n");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong("velocity: [0, 0, 1]", 1, "must have one of file");
  check_wrong("file: bed.csv, spheres: heap.csv", 1, "must have one of file");
  check_wrong("file: bed.csv, count: 3", 1, "goes with template, but this object has file");
  check_wrong("file: bed.csv, material: glass", 1, "goes with spheres, but this object has file");
  check_wrong("template: pair, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "a random fill needs it");
  check_wrong("template: [pair, ball], fraction: [1], count: 3, lo: [0, 0, 0], hi: [1, 1, 1]", 1,
              "1 share for 2 templates");
  check_wrong("template: [pair, ball], fraction: [1, 0], count: 3, lo: [0, 0, 0], hi: [1, 1, 1]", 1,
              "fraction");
  check_wrong("template: [pair], count: 0, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "count");
  check_wrong("template: [pair], count: 1, lo: [0, 0, 0], hi: [1, -1, 1]", 1, "must be beyond lo");
  check_wrong("template: [pear], count: 1, lo: [0, 0, 0], hi: [1, 1, 1]", 1, "pair");
  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", MATTER, fill);
  s = begin(&par, yaml);
  mistakes_check("a fill", s.options, 0, NULL);
  CHECK_INT(count(&s), 0);
  CHECK_INT(population_type(s.options, "a"), POPULATION_FILL);
  CALL(population_fill_extent(&par, s.options, &s.templates, &largest, &smallest));
  CHECK_NEAR(largest, 33 / 9.0 - 1 + 1,
             1e-14); /* from the pair's centre to the far side of its small sphere; rounding */
  CHECK_BITS(smallest, -0.5);
  end(&s);
  test_end("every object is one of file, spheres and fill, with the keys of that alone");
}

/* A restart: what the stored scenario declares is in the checkpoint already; what a new file adds
 * is read. */
static void stored_objects_stay(void)
{
  const FilePath path = file_write(&files, "new.yaml", "clumps:\n  - new: {file: bed.csv}\n");
  Scenario       s    = {.warnings = warnings_on(&par), .next_id = 5};

  CALL(options_create(&par, kinds, &s.options));
  options_read_text(s.options, MATTER "clumps:\n  - old: {file: gone.csv}\n", "checkpoint");
  CALL(options_read_file(s.options, path.path));
  CALL(options_check(s.options));
  materials_read(s.options, &s.materials);
  {
    PebbleSet      set;
    MassProperties mass = {.volume = 1, .mass = 1, .principal = {1, 1, 1}, .axes = quat_identity()};

    pebble_set_create(1, &set);
    set.r[0] = 1;
    CALL(templates_add(&s.templates, "pair", &set, &mass));
    CALL(templates_add(&s.templates, "ball", &set, &mass));
    CALL(templates_add(&s.templates, "mixed", &set, &mass));
    pebble_set_free(&set);
  }
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  populate(&par, &s);
  mistakes_check("a restart with more clumps", s.options, 0, NULL);
  CHECK_INT(s.templates.n, 3);
  CHECK_INT(count(&s), 1);
  row_of(&s, 5);
  end(&s);
  file_remove(&files, "new.yaml");
  test_end("clumps of the stored scenario are not read again, new ones are appended");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  objects_are_one_thing();
  stored_objects_stay();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
