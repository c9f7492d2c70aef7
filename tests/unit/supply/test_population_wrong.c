/* SPDX-License-Identifier: MIT */
/* Mistakes in files of clumps and spheres are reported with line, column and remedy. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

static void check_file(const char *text, int n, const char *expected)
{
  file_write(&files, "bed.csv", text);
  check_wrong("file: bed.csv", n, expected);
}

static void check_spheres(const char *text, int n, const char *expected)
{
  file_write(&files, "heap.csv", text);
  check_wrong("spheres: heap.csv, material: glass", n, expected);
}

static void broken_files_are_told(void)
{
  check_file(
    "template,x,y,z\nbaal,0,0,0\nball,0,0,0\n", 1,
    "clumps: a: file: 'bed.csv': line 2: there is no template 'baal'; did you mean 'ball'?");
  check_file("template,x,y,z,qw,qx,qy,qz\nball,0,0,0,0,0,0,0\n", 1, "quaternion");
  check_file("template,x,y,z,qw,qx,qy\nball,0,0,0,1,0,0\n", 1, "column qz is missing");
  check_file("template,x,y,z,qx,qy,qz\nball,0,0,0,1,0,0\n", 1, "column qw is missing");
  check_file("template,x,y,z,wx\nball,0,0,0,1\n", 1,
             "columns wy, wz are missing: they are required together with wx");
  check_file("template,x,y,z,blocked\nball,0,0,0,xyq\n", 1, "column blocked: 'xyq'");
  check_file("template,x,y,z,group\nball,0,0,0,a=b=c\n", 1,
             "line 2: column group: 'a=b=c' is no group");
  check_file("template,x,y,z,group\nball,0,0,0,a|b\n", 1, "both of the slot Default");
  check_spheres("clump_id,x,y,z,r,group\n1,0,0,0,1,a\n1,0,0,0,2,b\n", 1,
                "line 3: the group of clump_id 1 differs");
  check_spheres("x,y,z,r,pebble_group\n0,0,0,1,a\n", 1, "column pebble_group: needs clump_id");
  check_file("template,x,y,z,scale\nball,0,0,0,0\n", 1, "column scale");
  check_file("template,x,y,z,density\nmixed,0,0,0,1000\n", 1, "several materials");
  check_file("template,x,y\nball,0,0\n", 1, "column z is missing");
  check_file("", 1, "the file is empty");
  check_file("template,x,y,z\n", 1, "no rows");
  check_spheres("clump_id,x,y,z,r,vx,vy,vz\n1,0,0,0,1,0,0,0\n2,0,0,0,1,0,0,0\n1,0,0,0,2,0,0,1e-9\n",
                1, "line 4: the velocity of clump_id 1 differs from that in line 2");
  check_spheres("clump_id,x,y,z,r,wx,wy,wz\n1,0,0,0,1,0,0,0\n1,0,0,0,2,0,0,1\n", 1,
                "the angular velocity of clump_id 1");
  check_spheres("clump_id,x,y,z,r,blocked\n1,0,0,0,1,x\n1,0,0,0,2,y\n", 1,
                "the blocked of clump_id 1");
  check_spheres("clump_id,x,y,z,r\n1,0,0,0,0\n", 1, "column r");
  check_spheres("clump_id,x,y,z,r\n1.5,0,0,0,1\n", 1, "column clump_id: '1.5'");
  check_spheres("clump_id,x,y,z,r,material\n1,0,0,0,1,stel\n", 1, "did you mean 'steel'?");
  check_spheres("clump_id,x,y,z,r,material\n1,0,0,0,1,steel\n1,0,0,0,1,glass\n", 1,
                "clump_id 1: pebbles 0 and 1 have the same centre and radius, and the materials");
  check_spheres("clump_id,x,y,z,r,radius\n1,0,0,0,1,1\n", 1, "column r is named twice");
  check_wrong("spheres: heap.csv", 1, "column r is named twice");
  file_write(&files, "heap.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong("spheres: heap.csv", 1, "give the material");
  file_write(&files, "heap.csv", "x,y,z,r,material\n0,0,0,1,steel\n0,0,0,1,\n");
  check_wrong("spheres: heap.csv", 1, "line 3: the name of a material is missing");
  test_end("broken rows are told with file, line, column and what is allowed");
}

static void mistakes_do_not_flood(void)
{
  char  *text = calloc(1, 1 << 16);
  size_t n    = (size_t)sprintf(text, "template,x,y,z\n");

  for (int k = 0; k < 500; k++) n += (size_t)sprintf(text + n, "bll,0,0,%d\n", k);
  check_file(text, FINDINGS_KEPT + 1, "... and 480 more");
  free(text);
  test_end("of hundreds of mistakes the first are told and the rest are counted");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  broken_files_are_told();
  mistakes_do_not_flood();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  file_remove(&files, "heap.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
