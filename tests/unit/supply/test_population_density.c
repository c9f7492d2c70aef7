/* SPDX-License-Identifier: MIT */
/* Densities of clumps other than that of their template, and inertia given by hand. */
#define _POSIX_C_SOURCE 200809L

#include "population_scenario.h"

/* PFC's rule: an inertia set by hand stays when density or volume change. A warning says so, once
 * for the object. */
static void inertia_by_hand_stays(void)
{
  static const char rows[] = "template,x,y,z,scale,density\nhand,0,0,0,1,4\nhand,9,0,0,2,4\nhand,0,"
                             "9,0,1,8\nball,0,0,9,2,15600\n";
  Said              said   = said_begin();
  Scenario          s;
  char             *text;

  file_write(&files, "bed.csv", rows);
  s    = begin(&par,
               MATTER "  - hand: {material: glass, pebbles: [0, 0, 0, 1], mass_properties: given, "
                         "volume: 2, mass: 8, "
                         "position: [0, 0, 0], inertia: [3, 3, 2]}\nclumps:\n  - bed: {file: bed.csv}\n"
                         "  - one: {template: [hand], position: [9, 9, 9], density: 8}\n"
                         "  - two: {template: [hand], position: [0, 9, 9], density: 4}\n");
  text = said_end(&said);
  mistakes_check("by hand", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2);
  if (test_rank() == 0)
    CHECK(strstr(text, "clumps: bed: the inertia of template hand was given by hand") != NULL);
  if (test_rank() == 0)
    CHECK(strstr(text, "clumps: one: the inertia of template hand was given by hand") != NULL);
  free(text);
  for (Id id = 0; id < 5; id++) {
    static const double mass[] = {8, 64, 16, 7800 * 2 * 8 * PETSC_PI / 6, 16};
    const PetscInt      a      = row_of(&s, id);

    if (a < 0) continue;
    CHECK_NEAR(s.clumps->mass[a], mass[id], 1e-12 * mass[id]); /* the exact method, and rounding */
    CHECK_NEAR(s.clumps->inertia[a].x, id != 3 ? 2 : 0.1 * mass[3] * 4,
               id != 3 ? 0 : 1e-12 * mass[3]);
  }
  end(&s);
  test_end("an inertia given by hand stays where scale and density change, and mass follows");
}

/* Two unit spheres, their centres 1 apart, of two materials: 8/3 pi less the lens of 5/12 pi. */
static void one_density_replaces_another(void)
{
  static const double density[] = {1000, 500, 250};
  Scenario            s;

  file_write(&files, "bed.csv", "template,x,y,z,density\nwhole,9,0,0,500\n");
  s = begin(&par,
            MATTER "  - whole: {material: glass, file: mixed.csv, density: 1000}\nclumps:\n"
                   "  - plain: {template: [whole], position: [0, 0, 0]}\n  - bed: {file: bed.csv}\n"
                   "  - one: {template: [whole], position: [0, 9, 0], density: 250}\n");
  mistakes_check("densities", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 0);
  for (Id id = 0; id < 3; id++) {
    const PetscInt a    = row_of(&s, id);
    const double   mass = density[id] * 2.25 * PETSC_PI;

    if (a >= 0)
      CHECK_NEAR(s.clumps->mass[a], mass, 1e-12 * mass); /* the exact method, and rounding */
  }
  end(&s);
  test_end("a template of several materials that was given one density has one to replace");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(parallel_create(PETSC_COMM_SELF, &self));
  files = files_begin();
  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,glass\n1,0,0,1,steel\n");
  inertia_by_hand_stays();
  one_density_replaces_another();
  file_remove(&files, "mixed.csv");
  file_remove(&files, "bed.csv");
  files_end(&files);
  CALL(parallel_destroy(&self));
  CALL(parallel_destroy(&par));
}
