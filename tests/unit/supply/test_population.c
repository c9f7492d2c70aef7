/* SPDX-License-Identifier: MIT */
/* A file with a clump a row: place, attitude, velocity, scale, density, groups. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void rows_of_clumps(void)
{
  Scenario s;
  PetscInt a;

  file_write(&files, "bed.csv",
             "id,template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,density,group,blocked\n"
             "70,pair,1,2,3,2,0,0,2,4,5,6,0,0,1,0.5,5000,63,xZ\n"
             "-8,ball,0,0,0,1e200,0,0,0,0,0,0,1,2,3,1,7800,source=north|0,-\n"
             "9,ball,0,0,0,1,0,0,0,0,0,0,0,0,0,1,7800,1,\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  mistakes_check("rows of clumps", s.options, 0, NULL);
  CHECK_INT(count(&s), 3);
  CHECK_INT(s.next_id, 71);
  a = row_of(&s, 70);
  if (a >= 0) {
    const Clumps   *c = s.clumps;
    const Template *t = &s.templates.list[c->template[a]];
    const double    y = t->mass.centre.y; /* tangent spheres of volumes 1 : 8 */

    CHECK_NEAR(y, (1 + 4 * 8) / 9.0, 1e-14); /* rounding */
    check_vec3("centre", c->pose[a].x, 1, 2, 3, 0);
    /* a quarter turn about z takes the given y to lab -x */
    check_vec3("first pebble", pebble_of(&s, a, 0), 1 - 0.5 * (1 - y), 2, 3, 1e-14);  /* rounding */
    check_vec3("second pebble", pebble_of(&s, a, 1), 1 - 0.5 * (4 - y), 2, 3, 1e-14); /* rounding */
    check_vec3("velocity", c->motion[a].v, 4, 5, 6, 0);
    check_vec3("spin", c->w[a], 0, 0, 1, 0);
    CHECK_NEAR(c->mass[a], 5000 * 4 * PETSC_PI / 3 * 9 / 8, 1e-10); /* rounding of 2e4 */
    /* spinning about an axis across the body: its largest moment; I ~ scale^5 and density */
    check_vec3("momentum", c->motion[a].momentum, 0, 0, 2 * t->mass.principal.z / 32,
               1e-11 * t->mass.principal.z); /* rounding */
    CHECK(c->blocked[a] == (BLOCK_X | BLOCK_RZ));
    CHECK(has_groups(&s, a, "63"));
    check_vec3("force", c->force[a], 0, 0, 0, 0);
    check_vec3("torque", c->torque[a], 0, 0, 0, 0);
  }
  a = row_of(&s, -8);
  if (a >= 0) {
    const double inertia = 0.4 * 7800 * PETSC_PI / 6 * 0.25;

    check_vec3("momentum of a ball", s.clumps->motion[a].momentum, inertia, 2 * inertia,
               3 * inertia, 1e-11); /* rounding of 1e3 */
    CHECK(s.clumps->blocked[a] == 0);
    CHECK(has_groups(&s, a, "0|source=north"));
  }
  row_of(&s, 9);
  end(&s);
  file_write(&files, "bed.csv", "x,y,z,template\n1,2,3,pair\n");
  s = begin(&par, MATTER "clumps:\n  - bed: {file: bed.csv}\n");
  a = row_of(&s, 0);
  if (a >= 0) { /* the axes as given, at rest */
    check_vec3("first pebble", pebble_of(&s, a, 0), 1, 2 + 1 - 33 / 9.0, 3, 1e-14); /* rounding */
    CHECK_BITS(s.clumps->scale[a], 1);
    check_vec3("momentum", s.clumps->motion[a].momentum, 0, 0, 0, 0);
  }
  end(&s);
  file_remove(&files, "bed.csv");
  test_end("a clump a row: axes as given, mass by scale and density, momentum by spin");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  rows_of_clumps();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
