/* SPDX-License-Identifier: MIT */
/* Groups of the clumps of a scenario. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void groups_come_object_by_object(void)
{
  Scenario s;
  PetscInt a;
  char     text[GROUPS_TEXT];

  file_write(&files, "heap.csv",
             "clump_id,x,y,z,r,group,pebble_group\n1,0,0,0,1,z,\n2,9,0,0,1,,tip|side=left\n1,1,0,0,"
             "1,z,tip\n3,5,5,5,1,-,\n");
  file_write(&files, "bed.csv",
             "template,x,y,z,id,group\nball,0,0,0,7,b|from=n\nball,1,0,0,8,\nball,2,0,0,9,a\nball,"
             "2,0,0,10,-\n");
  s = begin(&par, MATTER
            "clumps:\n"
            "  - heap: {spheres: heap.csv, material: glass, group: [y, from=s]}\n"
            "  - bed: {file: bed.csv, group: [y]}\n"
            "  - fill: {template: ball, count: 2, lo: [0, 0, 0], hi: [9, 9, 9], group: [fill]}\n");
  mistakes_check("groups", s.options, 0, NULL);
  groups_text(&s.groups, groups_all(&s.groups), text);
  CHECK_TEXT(text, "y|from=s|z|tip|side=left|a|b|from=n|fill");
  a = row_of(&s, 1);
  CHECK(a < 0 || has_groups(&s, a, "z"));
  CHECK(a < 0 || s.templates.list[s.clumps->template[a]].group[1] == 8);
  a = row_of(&s, 2); /* a lone sphere whose pebble is in groups is a shape of its own */
  CHECK(a < 0 ||
        (has_groups(&s, a, "y|from=s") && s.templates.list[s.clumps->template[a]].group[0] == 24));
  a = row_of(&s, 3);
  CHECK(a < 0 || (has_groups(&s, a, "") &&
                  strcmp(s.templates.list[s.clumps->template[a]].name, "sphere-glass") == 0));
  a = row_of(&s, 7);
  CHECK(a < 0 || has_groups(&s, a, "b|from=n"));
  a = row_of(&s, 8);
  CHECK(a < 0 || has_groups(&s, a, "y"));
  a = row_of(&s, 9);
  CHECK(a < 0 || has_groups(&s, a, "a"));
  a = row_of(&s, 10);
  CHECK(a < 0 || has_groups(&s, a, ""));
  CHECK(population_groups(s.options, "clumps", "fill", &s.groups) == 256);
  end(&s);
  test_end(
    "groups: object by object, in order of slot and name, a row's own in place of its object's");
}

static void groups_have_an_end(void)
{
  char   text[4096];
  size_t n = (size_t)sprintf(text, "template,x,y,z,group\n");

  for (int k = 0; k < GROUPS_MOST; k++) n += (size_t)sprintf(text + n, "ball,0,0,%d,g%d\n", k, k);
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", 0, NULL);
  sprintf(text + n, "ball,0,0,64,g64\n");
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", 1, "more than 64 groups");
  sprintf(text + n, "ball,0,0,64,g6\n");
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv, group: [g65]", 1, "more than 64 groups");
  check_wrong("file: bed.csv, group: [g1, g2]", 1, "'g1' and 'g2' are both of the slot Default");
  check_wrong("file: bed.csv, group: [a b]", 1, "'a b' is no group");
  test_end("64 groups are taken, from whatever ranks, and not one more");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  groups_come_object_by_object();
  groups_have_an_end();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
