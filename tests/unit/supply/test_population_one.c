/* SPDX-License-Identifier: MIT */
/* A clump at a position, without a file. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void one_clump_is_a_row(void)
{
  static const char one[] = MATTER "clumps:\n  - one: {template: [pair], position: [1, 2, 3], "
                                   "attitude: [2, 0, 0, 2], velocity: [4, 5, 6], spin: [0, 0, 1], "
                                   "scale: 0.5, density: 5000, group: [x], blocked: xZ}\n";
  Scenario          s, t;
  PetscInt          a, b;

  file_write(&files, "bed.csv",
             "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,density,group,blocked\n"
             "pair,1,2,3,2,0,0,2,4,5,6,0,0,1,0.5,5000,x,xZ\n");
  s = begin(&self, one);
  t = begin(&self, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  for (const Field *f = s.clumps->fields; f->name; f++) {
    const size_t size = field_size(f);

    if (memcmp(field_item(f, s.clumps, 0), field_item(f, t.clumps, 0), size) != 0)
      test_fail(__FILE__, __LINE__, "%s differs from that of a file", f->name);
  }
  end(&s);
  end(&t);
  CALL(parallel_barrier(&par)); /* each rank read the file by itself */
  file_write(&files, "bed.csv", "template,x,y,z,id\nball,0,0,0,7\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n"
                         "  - a: {template: [ball], position: [0, 0, 0], id: -3}\n"
                         "  - b: {template: [ball], position: [9, 0, 0]}\n");
  mistakes_check("single clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 3);
  CHECK_INT(s.next_id, 9);
  a = row_of(&s, -3);
  b = row_of(&s, 8); /* the next that is free */
  CHECK(a < 0 || (s.clumps->pose[a].x.x == 0 && s.clumps->scale[a] == 1 && s.clumps->mass[a] > 0));
  CHECK(b < 0 || s.clumps->pose[b].x.x == 9);
  end(&s);
  s = begin(
    &par, MATTER
    "clumps:\n  - bed: {file: bed.csv}\n  - a: {template: [ball], position: [0, 0, 0], id: 7}\n");
  mistakes_check("an id twice", s.options, 1,
                 "clumps: a: id: '7': id 7 was given before, in clumps: bed, line 2");
  end(&s);
  s = begin(
    &par, MATTER
    "clumps:\n  - a: {template: [ball], position: [0, 0, 0], id: 7}\n  - bed: {file: bed.csv}\n");
  mistakes_check("the other way round", s.options, 1,
                 "line 2: id 7 was given before, in clumps: a");
  end(&s);
  /* the pebbles of pair lie at y 1 and 4; a turn by 90 degrees about z takes y to -x */
  s = begin(&self, MATTER "clumps:\n  - one: {template: [pair], origin: [1, 2, 3], attitude: [1, "
                          "0, 0, 1], scale: 0.5}\n");
  mistakes_check("an origin", s.options, 0, NULL);
  CHECK(vec3_norm(vec3_sub(pebble_of(&s, 0, 0), vec3(0.5, 2, 3))) < 1e-14); /* rounding */
  CHECK(vec3_norm(vec3_sub(pebble_of(&s, 0, 1), vec3(-1, 2, 3))) < 1e-14);
  end(&s);
  check_wrong("template: [ball], position: [0, 0, 0], origin: [0, 0, 0]", 1,
              "origin: '0,0,0': is one too many, as there is position");
  check_wrong("template: [ball], origin: [0, 0, 0], count: 3", 1,
              "count: '3': goes with template, but this object has origin");
  check_wrong("template: [ball, pair], position: [0, 0, 0]", 1, "2 templates for one clump");
  check_wrong("position: [0, 0, 0]", 1, "template: missing: a clump at a position needs one");
  check_wrong("template: [ball], position: [0, 0, 0], attitude: [0, 0, 0, 0]", 1, "no rotation");
  check_wrong("template: [ball], position: [0, 0, 0], blocked: q", 1, "'q' may have the letters");
  check_wrong("template: [ball], position: [0, 0, 0], id: 9223372036854775807", 1,
              "cannot be used");
  check_wrong("template: [mixed], position: [0, 0, 0], density: 1", 1, "several materials");
  check_wrong("template: [ball], position: [0, 0, 0], count: 3", 1,
              "count: '3': goes with template, but this object has position");
  check_wrong("template: [ball], position: [0, 0, 0], scale: 0", 1, "scale");
  test_end("a clump at a position is a file of one row, and as strict");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  one_clump_is_a_row();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
