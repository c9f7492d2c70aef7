/* SPDX-License-Identifier: MIT */
/* Clumps for later wait with their ids until their time comes. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void those_who_wait(void)
{
  Scenario s;
  double   next;
  int64_t  n;
  PetscInt row;

  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,700\nball,1,0,0,800\n");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  s =
    start(&par, MATTER
          "clumps:\n  - now: {template: [ball], position: [0, 0, 0], at: 2}\n"
          "  - bed: {file: bed.csv, at: 3}\n  - heap: {spheres: heap.csv, material: steel, at: 4}\n"
          "  - late: {template: [pair], position: [1, 1, 1], at: 2.5, velocity: [1, 2, 3]}\n");
  s.now     = 2;
  s.next_id = 5;
  if (test_rank() == 0) { /* of the checkpoint */
    row = clumps_add(s.clumps, &s.templates, 900, 0, 1);
    waiting_add(s.waiting, s.clumps, row, 9);
    s.clumps->n = --s.clumps->n_owned;
  }
  populate(&par, &s);
  mistakes_check("late clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 1);
  row_of(&s, 901); /* ids of those who wait are taken: 900 is the largest */
  CHECK_INT(waiting(&s, 700) + waiting(&s, 800) + waiting(&s, 902) + waiting(&s, 903) +
              waiting(&s, 900),
            5);
  CHECK_INT(s.next_id, 904);
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK_BITS(next, 2.5);
  CHECK_INT(n, 5);
  waiting_release(s.waiting, 2.4999, s.clumps);
  CHECK_INT(count(&s), 1);
  waiting_release(s.waiting, 3, s.clumps);
  CHECK_INT(count(&s), 4);
  row = row_of(&s, 903);
  if (row >= 0) check_vec3("velocity", s.clumps->motion[row].v, 1, 2, 3, 0);
  row_of(&s, 700);
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK_BITS(next, 4.0);
  CHECK_INT(n, 2);
  waiting_release(s.waiting, INFINITY, s.clumps);
  CALL(waiting_next(&par, s.waiting, &next, &n));
  CHECK(n == 0 && next == INFINITY);
  row_of(&s, 900);
  end(&s);
  s = start(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  if (test_rank() == 0) {
    row = clumps_add(s.clumps, &s.templates, 800, 0, 1);
    waiting_add(s.waiting, s.clumps, row, 9);
    s.clumps->n = --s.clumps->n_owned;
  }
  populate(&par, &s);
  mistakes_check("an id of one who waits", s.options, 1,
                 "line 3: id 800 belongs to a clump of the checkpoint");
  end(&s);
  check_wrong("template: ball, count: 3, lo: [0, 0, 0], hi: [9, 9, 9], at: 1", 1,
              "a random fill is made at the start");
  check_wrong("file: bed.csv, at: -1", 1, "at: '-1'");
  test_end("clumps for later wait with their ids until their time is over");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  those_who_wait();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
