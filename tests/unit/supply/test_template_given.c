/* SPDX-License-Identifier: MIT */
/* Mass properties, mass and density of templates as a scenario gives them. */
#define _POSIX_C_SOURCE 200809L

#include "template_scenario.h"

#define GIVEN "mass_properties: given, volume: 2, mass: 10, position: [1, 0, 0]"

static void mass_as_given(void)
{
  Scenario        s = begin(MATERIALS "template:\n"
                                             "  - a: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1], " GIVEN
                                      ", inertia: [3, 2, 4]}\n"
                                             "  - b: {material: glass, pebbles: [0, 0, 0, 1], scale: 3, " GIVEN
                                      ", inertia: [2, 2, 3, 1, 0, 0]}\n");
  const Template *a = template_of(&s, "a"), *b = template_of(&s, "b");

  mistakes_check("given", s.options, 0, NULL);
  CHECK_BITS(a->mass.mass, 10);
  CHECK_BITS(a->mass.volume, 2);
  CHECK_NEAR(a->mass.principal.x, 2, 1e-15);     /* rounding */
  CHECK_NEAR(a->mass.principal.z, 4, 1e-15);     /* rounding */
  CHECK_NEAR(vec3_norm(a->offset[0]), 1, 1e-15); /* rounding: from the centre given */
  CHECK_NEAR(vec3_norm(a->offset[1]), 0, 1e-15); /* rounding */
  CHECK_NEAR(b->mass.principal.x, 1, 1e-15);     /* rounding; eigenvalues 1, 3, 3 */
  CHECK_NEAR(b->mass.principal.y, 3, 1e-14);     /* rounding */
  CHECK_BITS(b->mass.mass, 10);                  /* scale applies to pebbles only */
  CHECK_BITS(b->radius[0], 3);
  end(&s);
  check_wrong(ONE("" GIVEN ", inertia: [1, 1, 3]"), "no body has one larger");
  check_wrong(ONE("" GIVEN ", inertia: [1, 1, 1, 0, 0, 0, 0, 0, 0]"), "give 3");
  check_wrong(ONE("mass_properties: given, volume: 1, mass: 1, inertia: [1, 1, 1]"), "position");
  check_wrong(ONE("mass_properties: given, position: [0, 0, 0], inertia: [1, 1, 1]"),
              "mass: missing");
  check_wrong(ONE("" GIVEN ", inertia: [1, 1, 1], density: 3"),
              "must not be given together with volume and mass");
  check_wrong(ONE("mass: 1, density: 3"), "must not be given together with density");
  check_wrong(ONE("volume: 1"), "only with mass_properties: given");
  check_wrong(ONE("inertia: [1, 1, 1]"), "only with mass_properties: given");
  check_wrong(ONE("mass_properties: sum, position: [1, 1, 1]"), "only with mass_properties: given");
  check_wrong(ONE("mass_properties: octagon"), "octree");
  test_end("given mass properties: all of them, only then, and only what a body can have");
}

/* Two balls of radius 1 m, a diameter apart: volume 8 pi/3, axial and transverse inertia 2/5 and
 * 7/5 of the mass. */
#define TWIN "{material: glass, pebbles: [0, 0, 0, 1,  0, 0, 2, 1], "

static void density_and_mass_as_said(void)
{
  const double volume = 8 * PETSC_PI / 3;
  Scenario     s =
    begin(MATERIALS
          "template:\n"
          "  - plain: {material: glass, pebbles: [0, 0, 0, 1,  0, 0, 2, 1]}\n"
          "  - light: " TWIN "density: 10}\n"
          "  - heavy: " TWIN "mass: 50}\n"
          "  - bulky: " TWIN
          "mass_properties: given, volume: 4, position: [0, 0, 1], inertia: [9, 9, 5]}\n"
          "  - thin: " TWIN
          "mass_properties: given, mass: 5000, position: [0, 0, 1], inertia: [9, 9, 5]}\n"
          "  - cork: " TWIN
          "mass_properties: given, mass: 8, density: 2, position: [0, 0, 1], inertia: [9, 9, 5]}\n"
          "  - both: " TWIN
          "mass_properties: given, volume: 2, mass: 5, position: [0, 0, 1], inertia: [9, 9, 5]}\n");
  const char *const given[]      = {"bulky", "thin", "cork", "both"};
  const double      amounts[][3] = {{4, 10000, 2500}, {2, 5000, 2500}, {4, 8, 2}, {2, 5, 2.5}};

  mistakes_check("densities", s.options, 0, NULL);
  CHECK_NEAR(template_of(&s, "light")->mass.mass, 10 * volume, 1e-9); /* the exact method's bound */
  CHECK_NEAR(template_of(&s, "light")->mass.principal.x, 4 * volume, 1e-8); /* the same */
  CHECK_BITS(template_of(&s, "heavy")->mass.mass, 50);
  CHECK_NEAR(template_of(&s, "heavy")->mass.principal.x, 20, 1e-8);
  CHECK_NEAR(template_of(&s, "heavy")->mass.principal.z, 70, 1e-8);
  CHECK_NEAR(template_of(&s, "heavy")->mass.inertia.xx, 70, 1e-8);
  CHECK_NEAR(template_of(&s, "heavy")->mass.inertia.zz, 20, 1e-8);
  CHECK_NEAR(template_of(&s, "heavy")->mass.volume, volume, 1e-9);
  CHECK_BITS(template_density(&s.materials, template_of(&s, "plain")), 2500);
  CHECK_BITS(template_density(&s.materials, template_of(&s, "light")), 10);
  CHECK_NEAR(template_density(&s.materials, template_of(&s, "heavy")), 50 / volume, 1e-9);
  for (int k = 0; k < 4; k++) {
    const Template *t = template_of(&s, given[k]);

    CHECK_BITS(t->mass.volume, amounts[k][0]);
    CHECK_BITS(t->mass.mass, amounts[k][1]);
    CHECK_BITS(template_density(&s.materials, t), amounts[k][2]);
    CHECK(t->inertia_given && t->mass.principal.x == 5);
  }
  CHECK(!template_of(&s, "heavy")->inertia_given && !template_of(&s, "light")->inertia_given);
  end(&s);
  s = begin(
    "material:\n  - bare: {}\ntemplate:\n  - ball: {material: bare, pebbles: [0, 0, 0, 1]}\n");
  mistakes_check("no density, as no clump needs it", s.options, 0, NULL);
  CHECK_NEAR(template_of(&s, "ball")->mass.mass, 4 * PETSC_PI / 3, 1e-15); /* rounding */
  end(&s);
  test_end("density and mass of a template: as said, else of its material, else of unit density "
           "until a clump needs it");
}

/* With a file of two materials no single density relates volume and mass. */
static void densities_of_several_materials(void)
{
  Scenario s;

#define MIXED(rest) MATERIALS "template:\n  - a: {material: glass, file: shape.csv, " rest "}\n"
  file_write(&files, "shape.csv", "x,y,z,r,material\n0,0,0,1,\n2,0,0,1,steel\n");
  s = begin(MIXED("density: 3"));
  mistakes_check("one density for all", s.options, 0, NULL);
  CHECK_NEAR(template_of(&s, "a")->mass.mass, 8 * PETSC_PI, 1e-9);
  CHECK_NEAR(template_of(&s, "a")->mass.centre.x, 1, 1e-12);
  end(&s);
  s = begin(MIXED("scale: 1"));
  CHECK_NEAR(template_density(&s.materials, template_of(&s, "a")), 5150,
             1e-6); /* mass over volume */
  end(&s);
  check_wrong(MIXED("mass_properties: given, mass: 8, position: [0, 0, 1], inertia: [9, 9, 5]"),
              "differ in density");
  file_remove(&files, "shape.csv");
  test_end(
    "a template of several materials has the mean density, and none that relates volume to mass");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  mass_as_given();
  density_and_mass_as_said();
  densities_of_several_materials();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
