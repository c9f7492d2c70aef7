/* SPDX-License-Identifier: MIT */
/* Reading materials, walls and the pebbles of templates from a scenario. */
#define _POSIX_C_SOURCE 200809L

#include "template_scenario.h"

static const Plane *plane_of(const Scenario *s, int wall)
{
  return s->walls.list[wall].constants;
}

static void materials_and_walls(void)
{
  Scenario s = begin(
    MATERIALS
    "wall:\n"
    "  - floor: {shape: plane, material: steel, point: [0, 0, -1], normal: [0, 0, 5e300]}\n"
    "  - slope: {shape: plane, material: glass, point: [1, 2, 3], normal: [3e-200, 0, 4e-200]}\n");

  mistakes_check("materials and walls", s.options, 0, NULL);
  CHECK_INT(s.materials.n, 2);
  CHECK_TEXT(s.materials.list[1].name, "steel");
  CHECK_BITS(s.materials.list[0].young, 7.0e9);
  CHECK_BITS(s.materials.list[0].poisson, 0.22);
  CHECK_BITS(s.materials.list[1].young, 0.0); /* not given */
  CHECK_BITS(s.materials.list[1].poisson, 0.3);
  CHECK_INT(s.walls.n, 2);
  CHECK_INT(s.walls.list[0].material, 1);
  CHECK_BITS(plane_of(&s, 0)->normal.z, 1.0);
  CHECK_NEAR(plane_of(&s, 1)->normal.x, 0.6, 4e-16); /* two roundings */
  CHECK_NEAR(plane_of(&s, 1)->normal.z, 0.8, 4e-16);
  CHECK_TEXT(s.walls.list[1].name, "slope");
  end(&s);
  check_wrong(
    MATERIALS
    "wall:\n  - a: {shape: plane, material: glass, point: [0, 0, 0], normal: [0, 0, 0]}\n",
    "no direction");
  check_wrong(MATERIALS "wall:\n  - a: {shape: pipe, material: glass}\n", "plane");
  check_wrong(MATERIALS
              "wall:\n  - a: {shape: plane, material: glas, point: [0, 0, 0], normal: [0, 0, 1]}\n",
              "glass");
  check_wrong("material:\n  - a: {density: 0}\n", "density");
  check_wrong("material:\n  - a: {density: 1, poisson: 0.51}\n", "poisson");
  test_end("materials and planes, normals of any length");
}

static void pebbles_inline_and_scaled(void)
{
  Scenario s =
    begin(MATERIALS "template:\n"
                    "  - pair: {material: glass, pebbles: [1, 0, 0, 1,  2, 0, 0, 1], scale: 1e-3}\n"
                    "  - four: {material: steel, pebbles: [1, 1, 1, 1,  3, 1, 1, 1,  1, 3, 1, 1], "
                    "mass_properties: sum}\n");
  const Template *pair = template_of(&s, "pair"), *four = template_of(&s, "four");

  mistakes_check("pebbles", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 0); /* two of the three do not touch, but all are connected; exact counts
                                 the pair's overlap once */
  CHECK_INT(pair->n, 2);
  CHECK_INT(four->n, 3);
  CHECK_NEAR(pair->mass.volume, 7.06858347057703e-9, 1e-21); /* the reference has 15 digits */
  CHECK_NEAR(pair->mass.mass, 2500 * 7.06858347057703e-9, 2500 * 1e-21);     /* the same */
  CHECK_NEAR(pair->mass.principal.x, 2500 * 3.00414797499524e-15, 2500e-27); /* the same */
  CHECK_NEAR(pair->mass.principal.z, 2500 * 5.21308030955056e-15, 2500e-27); /* the same */
  CHECK_NEAR(pair->mass.centre.x, 1.5e-3, 1e-17);          /* rounding of the centre */
  CHECK_NEAR(four->mass.mass, 7800 * 4 * PETSC_PI, 1e-10); /* three times 4/3 pi, rounding of 1e5 */
  CHECK_BITS(pair->largest, 1e-3);
  end(&s);
  test_end("inline pebbles, scaled, exact and summed");
}

static void pebbles_from_a_file(void)
{
  Scenario        s;
  const Template *t;

  file_write(&files, "shape.csv", "r,x,y,z,material\n1,0,0,0,steel\n1,4,0,0,\n1,2,0,0,glass\n");
  s = begin(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv, scale: 2}\n");
  mistakes_check("file", s.options, 0, NULL);
  t = template_of(&s, "rod");
  CHECK_INT(t->n, 3);
  CHECK_INT(t->material[0], 1);
  CHECK_INT(t->material[1], 0);
  CHECK_INT(t->material[2], 0);
  CHECK_NEAR(t->mass.mass, (7800 + 2 * 2500) * 4 * PETSC_PI / 3 * 8, 1e-9); /* rounding of 4e5 */
  /* 4 (0 x 7800 + (4 + 2) x 2500) / (2 x (7800 + 5000)), tangent spheres */
  CHECK_NEAR(t->mass.centre.x, 2 * 6 * 2500.0 / 12800, 1e-12); /* the exact method's own bound */
  end(&s);
  file_write(&files, "shape.csv", "x,y,z,r,material\n0,0,0,1,steal\n0,0,zero,1,\n");
  check_wrong(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n",
              "line 3: column z: 'zero'");
  file_write(&files, "shape.csv", "x,y,z,r,material\n0,0,0,1,steal\n");
  check_wrong(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n",
              "line 2: there is no material 'steal'; did you mean 'steel'?");
  file_write(&files, "shape.csv", "x,y,z,r,material\n0,0,0,1,steel\n4,0,0,1,\n0,0,0,1,glass\n");
  check_wrong(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n",
              "template: rod: pebbles 0 and 2 have the same centre and radius, and the materials "
              "steel and glass");
  check_wrong(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv, mass_properties: "
                        "given, mass: 1, volume: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n",
              "the materials steel and glass");
  file_write(&files, "shape.csv", "x,y,z,r,material\n0,0,0,1,steel\n4,0,0,1,\n0,0,0,1,steel\n");
  s = begin(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n");
  mistakes_check("merged", s.options, 0, NULL);
  CHECK_INT(template_of(&s, "rod")->n, 2);
  end(&s);
  file_remove(&files, "shape.csv");
  s = begin(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n");
  mistakes_check("no file", s.options, -1, "shape.csv");
  end(&s);
  test_end("pebbles of a file with materials");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  materials_and_walls();
  pebbles_inline_and_scaled();
  pebbles_from_a_file();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
