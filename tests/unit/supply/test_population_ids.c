/* SPDX-License-Identifier: MIT */
/* Ids of clumps: given, counted up, used once. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void ids_count_up(void)
{
  Scenario s;
  PetscInt row;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,50\nball,1,0,0,-50\n");
  file_write(&files, "more.csv", "template,x,y,z\nball,2,0,0\nball,3,0,0\nball,4,0,0\n");
  file_write(&files, "heap.csv", "x,y,z,r\n5,0,0,1\n6,0,0,1\n");
  s         = start(&par, MATTER "clumps:\n"
                                         "  - first: {file: more.csv}\n"
                                         "  - heap: {spheres: heap.csv, material: glass}\n"
                                         "  - bed: {file: bed.csv}\n");
  s.next_id = 40; /* as after a run in which clumps up to 39 came and went */
  if (test_rank() == test_size() - 1) clumps_add(s.clumps, &s.templates, 12, 0, 1);
  populate(&par, &s);
  mistakes_check("ids", s.options, 0, NULL);
  CHECK_INT(count(&s), 8);
  CHECK_INT(s.next_id, 56);
  row_of(&s, 12);
  row_of(&s, -50);
  for (int k = 0; k < 5; k++) {
    row = row_of(&s, 51 + k);
    if (row >= 0) CHECK_BITS(s.clumps->pose[row].x.x, 2 + k);
  }
  end(&s);
  s         = start(&par, MATTER "clumps:\n  - first: {file: more.csv}\n");
  s.next_id = 40;
  populate(&par, &s);
  row_of(&s, 40);
  CHECK_INT(s.next_id, 43);
  end(&s);
  test_end(
    "ids that were given stay, others count up by object and row from beyond all that ever were");
}

static void ids_are_used_once(void)
{
  Scenario s;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,3\nball,1,0,0,4\n\nball,1,0,0,3\n");
  check_wrong("file: bed.csv", 1, "line 5: id 3 was given before, in line 2");
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,3\n");
  file_write(&files, "heap.csv", "clump_id,x,y,z,r\n7,0,0,0,1\n3,0,0,0,1\n3,0,1,0,1\n");
  s = begin(&par, MATTER
            "clumps:\n  - bed: {file: bed.csv}\n  - heap: {spheres: heap.csv, material: glass}\n");
  mistakes_check("between files", s.options, 1,
                 "line 3: id 3 was given before, in clumps: bed, line 2");
  end(&s);
  s = start(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  if (test_rank() == 0) clumps_add(s.clumps, &s.templates, 3, 0, 1);
  populate(&par, &s);
  mistakes_check("on a restart", s.options, 1, "line 2: id 3 belongs to a clump of the checkpoint");
  end(&s);
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,9223372036854775807\n");
  check_wrong("file: bed.csv", 1, "cannot be used");
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,9223372036854775806\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n  - more: {file: more.csv}\n");
  mistakes_check("no ids left", s.options, 1, "leaves none for the 3 clumps");
  end(&s);
  test_end("an id that is used twice is refused, with both places");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  ids_count_up();
  ids_are_used_once();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "more.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
