/* SPDX-License-Identifier: MIT */
/* Groups of pebbles of templates, and templates of the checkpoint. */
#define _POSIX_C_SOURCE 200809L

#include "template_scenario.h"

static void check_groups(const Scenario *s, const char *name, int pebble, const char *expected)
{
  char text[GROUPS_TEXT];

  groups_text(&s->groups, template_of(s, name)->group[pebble], text);
  CHECK_TEXT(text, expected);
}

static void pebbles_are_in_groups(void)
{
  Scenario s;

  file_write(
    &files, "shape.csv",
    "x,y,z,r,group\n0,0,0,1,tip|side=left\n0,0,0,1,other\n1,0,0,1,\n2,0,0,1,-\n3,0,0,1,side=9\n");
  s = begin(MATERIALS "template:\n"
                      "  - bare: {material: glass, pebbles: [0, 0, 0, 1]}\n"
                      "  - list: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1], "
                      "pebble_group: [side=right, all]}\n"
                      "  - file: {material: glass, file: shape.csv, pebble_group: [all]}\n");
  mistakes_check("groups of pebbles", s.options, 0, NULL);
  check_groups(&s, "bare", 0, "");
  check_groups(&s, "list", 1, "all|side=right");
  CHECK_INT(template_of(&s, "file")->n,
            4); /* the second pebble is merged into the first, whose groups stay */
  check_groups(&s, "file", 0, "tip|side=left");
  check_groups(&s, "file", 1, "all");
  check_groups(&s, "file", 2, "");
  check_groups(&s, "file", 3, "side=9");
  CHECK_INT(s.groups.n, 6);
  CHECK_INT(s.groups.list[5].used, GROUP_PEBBLES);
  end(&s);
  file_write(&files, "shape.csv", "x,y,z,r,group\n0,0,0,1,tip\n3,0,0,1,a=b=c\n");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, file: shape.csv}\n",
              "line 3: column group: 'a=b=c' is no group");
  check_wrong(ONE("pebble_group: [a, b]"), "both of the slot Default");
  file_remove(&files, "shape.csv");
  test_end("pebbles are in the groups of their row, or of their template");
}

/* Restart: the templates of the checkpoint exist before the scenario is read. */
static void templates_that_are_there_stay(void)
{
  static const char yaml[] =
    MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1]}\n";
  Scenario       s   = begin(yaml);
  const Template old = *template_of(&s, "old");

  options_destroy(&s.options);
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options =
    scenario_read(&par, &files, kinds,
                  MATERIALS "template:\n"
                            "  - old: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1]}\n"
                            "  - new: {material: glass, pebbles: [0, 0, 0, 1]}\n");
  read_all(&s);
  mistakes_check("the same once more", s.options, 0, NULL);
  CHECK_INT(s.templates.n, 2);
  CHECK(s.templates.list[0].offset == old.offset);
  CHECK_TEXT(s.templates.list[1].name, "new");
  options_destroy(&s.options);
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options = scenario_read(
    &par, &files, kinds,
    MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1,  1.001, 0, 0, 1]}\n");
  read_all(&s);
  mistakes_check("another one", s.options, 1,
                 "differs from the template of this name in the checkpoint");
  options_destroy(&s.options);
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options = scenario_read(&par, &files, kinds,
                            MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1, "
                                      " 1, 0, 0, 1], pebble_group: [a]}\n");
  read_all(&s);
  mistakes_check("in other groups", s.options, 1,
                 "differs from the template of this name in the checkpoint");
  end(&s);
  test_end("templates that are there stay, new ones follow, and changed ones are refused");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  pebbles_are_in_groups();
  templates_that_are_there_stay();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
