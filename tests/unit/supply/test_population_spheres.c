/* SPDX-License-Identifier: MIT */
/* A file with a sphere a row: bodies by clump_id, lone spheres of one template. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void rows_of_spheres(void)
{
  Scenario s;
  PetscInt a;
  double   volume = 0;
  Said     said;
  char    *text;

  file_write(&files, "heap.csv",
             "clump_id,x,y,z,r,vx,vy,vz,wx,wy,wz,blocked\n"
             "-3,10,0,0,1,1,2,3,0,0,1,XYZ\n"
             "5000000000,0,0,7,0.25,0,0,0,0,0,0,\n"
             "4,0,5,0,0.5,0,0,0,0,0,0,\n"
             "-3,10,1,0,1,1,2,3,0,0,1,XYZ\n"
             "6,0,5,0,1,0,0,0,0,0,0,\n"
             "6,0,5,0,1,0,0,0,0,0,0,\n");
  said = said_begin();
  s    = begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass}\n");
  text = said_end(&said);
  if (test_rank() == 0)
    CHECK(
      strstr(
        text,
        "clast: warning: line 9: clumps: heap: in 1 of its bodies spheres with the same centre") &&
      strstr(text, "in clump 6\n"));
  else CHECK_TEXT(text, "");
  free(text);
  mistakes_check("rows of spheres", s.options, 0, NULL);
  CHECK_INT(count(&s), 4);
  CHECK_INT(s.warnings.n, 1); /* of the two that coincide */
  CHECK_INT(s.next_id, 5000000001);
  CHECK_INT(s.templates.n, 5); /* three of the scenario, one unit sphere, one pair */
  CHECK(templates_find(&s.templates, "sphere-glass") >= 0);
  CHECK(templates_find(&s.templates, "heap--3") >= 0);
  a = row_of(&s, -3);
  if (a >= 0) {
    check_vec3("centre", s.clumps->pose[a].x, 10, 0.5, 0, 1e-14);      /* rounding */
    check_vec3("first pebble", pebble_of(&s, a, 0), 10, 0, 0, 1e-14);  /* rounding */
    check_vec3("second pebble", pebble_of(&s, a, 1), 10, 1, 0, 1e-14); /* rounding */
    CHECK_NEAR(s.clumps->mass[a], 2500 * 7.06858347057703,
               2500 * 1e-13); /* the reference has 15 digits */
    check_vec3("velocity", s.clumps->motion[a].v, 1, 2, 3, 0);
    check_vec3("momentum", s.clumps->motion[a].momentum, 0, 0, 2500 * 5.21308030955056,
               2500 * 1e-12); /* the same */
    CHECK(s.clumps->blocked[a] == BLOCK_TURN);
  }
  a = row_of(&s, 5000000000);
  if (a >= 0) {
    volume = 4 * PETSC_PI / 3 / 64;
    CHECK_BITS(s.clumps->scale[a], 0.25);
    check_vec3("lone sphere", pebble_of(&s, a, 0), 0, 0, 7, 0);
    CHECK_NEAR(s.clumps->mass[a], 2500 * volume, 1e-11);                 /* rounding of 1e2 */
    CHECK_NEAR(s.clumps->inertia[a].y, 0.4 * 2500 * volume / 16, 1e-12); /* rounding */
  }
  a = row_of(&s, 6);
  if (a >= 0) CHECK_INT(s.templates.list[s.clumps->template[a]].n, 1);
  end(&s);
  test_end("a sphere a row: bodies by clump_id, lone spheres of one template");
}

static void spheres_without_ids(void)
{
  Scenario s;
  PetscInt a;

  file_write(&files, "heap.csv", "radius,x,y,z,material\n0.5,1,2,3,\n0.25,4,5,6,steel\n");
  s =
    begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass, density: 1000}\n");
  mistakes_check("spheres without ids", s.options, 0, NULL);
  CHECK_INT(count(&s), 2);
  CHECK(templates_find(&s.templates, "sphere-glass") >= 0);
  CHECK(templates_find(&s.templates, "sphere-steel") >= 0);
  a = row_of(&s, 1);
  if (a >= 0) {
    check_vec3("place", s.clumps->pose[a].x, 4, 5, 6, 0);
    CHECK_NEAR(s.clumps->mass[a], 1000 * 4 * PETSC_PI / 3 / 64, 1e-12); /* rounding of 1e2 */
  }
  end(&s);
  file_write(&files, "heap.csv", "clump_id,x,y,z,r\n1,0,0,0,1\n1,1,0,0,1\n2,5,0,0,1\n2,8,0,0,1\n");
  s = begin(&par, MATTER "clumps:\n  - heap: {spheres: heap.csv, material: glass, density: 1000, "
                         "mass_properties: sum}\n");
  mistakes_check("bodies by sum", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2); /* one body overlaps, the other does not connect */
  a = row_of(&s, 1);
  if (a >= 0)
    CHECK_NEAR(s.clumps->mass[a], 2 * 1000 * 4 * PETSC_PI / 3, 1e-10); /* rounding of 1e4 */
  end(&s);
  test_end("spheres without ids, with materials and a density of their own");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  rows_of_spheres();
  spheres_without_ids();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
