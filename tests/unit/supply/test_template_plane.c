/* SPDX-License-Identifier: MIT */
/* Templates in two dimensions: discs of x, y, r, masses that scale as areas do. */
#define _POSIX_C_SOURCE 200809L

#include "flat_scenario.h"

static void templates_are_flat(void)
{
  static const char *const shapes[] = {
    PAIR,
    SHAPE("file: flat.csv, " GIVEN ", inertia: [2, 4, 6]"),
    SHAPE("file: flat.csv, mass_properties: given, volume: 2, mass: 10, position: [1, 0.5, 0], "
          "inertia: [3, 3, 6, 1, 0, 0]"),
  };

  file_write(&files, "flat.csv", "x,y,r,z\n0,0,1,0\n2,1,0.5,-0.0\n");
  for (int k = 0; k < 3; k++) {
    Scenario        s = begin(shapes[k]);
    const Template *t = s.templates.list;

    mistakes_check(shapes[k], s.options, 0, NULL);
    CHECK_INT(s.templates.n, 1);
    CHECK_INT(t->n, 2);
    CHECK_BITS(t->radius[0], 1);
    CHECK_BITS(t->radius[1], 0.5);
    CHECK(t->mass.axes.x == 0 && t->mass.axes.y == 0);
    CHECK(t->offset[0].z == 0 && t->offset[1].z == 0);
    CHECK_NEAR(vec3_norm(t->offset[0]), sqrt(1.25), 1e-15); /* rounding */
    CHECK_NEAR(t->mass.principal.z, 6, 1e-14); /* rounding of the turn to principal axes */
    end(&s);
  }
  check_wrong(SHAPE("pebbles: [0, 0, 0, 1,  2, 1, 0, 0.5]"),
              "8 numbers given; allowed: a multiple of 3");
  check_wrong(SHAPE("pebbles: [0, 0, 1], mass_properties: given, volume: 2, mass: 10, position: "
                    "[0, 0, 1], inertia: [6]"),
              "1 along z");
  check_wrong(SHAPE("pebbles: [0, 0, 1], " GIVEN ", inertia: [2, 4, 5]"),
              "in two dimensions zz is xx + yy");
  check_wrong(SHAPE("pebbles: [0, 0, 1], " GIVEN ", inertia: [2, 4, 6, 0, 1e-9, 0]"),
              "xz and yz are 0");
  check_wrong(SHAPE("pebbles: [0, 0, 1], " GIVEN ", inertia: [2, 4]"), "2 numbers: give 1 (zz), 3");
  check_wrong(SHAPE("pebbles: [0, 0, 1], " GIVEN ", inertia: [-6]"), "must be > 0");
  file_write(&files, "bad.csv", "x,y,z,r\n0,0,0,1\n2,1,0.25,0.5\n");
  check_wrong(SHAPE("file: bad.csv"), "line 3: column z: '0.25' is not 0");
  test_end("templates: x, y, r of each disc; z is left out or 0; the polar inertia alone will do");
}

/* 2.97809154479651 kg and .891956090267005 kg m^2: two discs of .5 m, .8 m apart, of 2 kg/m^2; in
 * closed form. */
static void masses_are_of_discs(void)
{
  Scenario s       = begin("material:\n  - glass: {density: 2}\ntemplate:\n"
                                 "  - two: {material: glass, pebbles: [0, 0, .5,  .8, 0, .5]}\n"
                                 "  - one: {material: glass, pebbles: [3, 4, .5], mass_properties: sum}\n"
                                 "clumps:\n  - heap: {spheres: discs.csv, material: glass}\n");
  double   mass[3] = {0};

  mistakes_check("discs", s.options, 0, NULL);
  CHECK_NEAR(s.templates.list[0].mass.mass, 2.97809154479651, 1e-14);
  CHECK_NEAR(s.templates.list[0].mass.principal.z, 0.891956090267005, 1e-14);
  CHECK_NEAR(s.templates.list[0].mass.centre.x, 0.4, 1e-15);
  CHECK_NEAR(s.templates.list[1].mass.mass, 0.5 * PETSC_PI, 1e-15);
  CHECK_NEAR(s.templates.list[1].mass.principal.z, 0.0625 * PETSC_PI, 1e-15);
  for (PetscInt a = 0; a < s.clumps->n_owned; a++) {
    CHECK(s.clumps->pose[a].x.z == 0 && s.clumps->pose[a].q.x == 0 && s.clumps->pose[a].q.y == 0);
    mass[s.clumps->id[a]] = s.clumps->mass[a];
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, mass, 3, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CHECK_NEAR(mass[1], 2.97809154479651, 1e-14); /* the same two discs as rows */
  CHECK_NEAR(mass[2], 18 * PETSC_PI, 1e-13);    /* a lone disc of 3 m */
  end(&s);
  test_end("mass, centre and polar inertia are those of the union of discs");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  templates_are_flat();
  file_write(&files, "discs.csv", "clump_id,x,y,r\n1,0,0,.5\n2,9,9,3\n1,.8,0,.5\n");
  masses_are_of_discs();
  file_remove(&files, "discs.csv");
  file_remove(&files, "flat.csv");
  file_remove(&files, "bad.csv");
  files_end(&files);
  CALL(parallel_destroy(&par));
}
