/* SPDX-License-Identifier: MIT */
/* Templates made from meshes in a scenario. */
#define _POSIX_C_SOURCE 200809L

#include "mesh_scenario.h"

static void a_box_becomes_a_template(void)
{
  Scenario s = begin(ONE("mesh: box.stl, generate: medial, generate_volume_error: 0.2, scale: 0.5, "
                         "mass_properties: mesh"));
  const Template *t = &s.templates.list[0];

  mistakes_check("a box", s.options, 0, NULL);
  CHECK_INT(s.templates.n, 1);
  CHECK_INT(s.warnings.n, 0);
  CHECK(t->n > 4 && t->n < 60);
  CHECK_NEAR(t->mass.volume, 0.25, 1e-15);
  CHECK_NEAR(t->mass.mass, 625, 1e-12);
  CHECK_NEAR(t->mass.principal.x, 625.0 / 12 * 0.5, 1e-11);  /* m/12 (b^2 + c^2) */
  CHECK_NEAR(t->mass.principal.z, 625.0 / 12 * 1.25, 1e-11); /* m/12 (a^2 + b^2) */
  CHECK_NEAR(t->largest, 0.25, 1e-3); /* half the width of the box; pattern search steps
                                         of 1/64 */
  for (int i = 0; i < t->n; i++) CHECK(fabs(t->offset[i].x) + t->radius[i] <= 0.5 + 1e-12);
  end(&s);
  test_end("a box of an STL file, scaled, is filled, with the mass properties of the mesh");
}

static void a_mesh_takes_a_density_or_a_mass(void)
{
  static const char *const keys[] = {"density: 400", "mass: 30"};
  static const double      mass[] = {100, 30}, density[] = {400, 120};

  for (int k = 0; k < 2; k++) {
    char            yaml[512];
    Scenario        s;
    const Template *t;

    snprintf(yaml, sizeof yaml,
             ONE("mesh: box.stl, generate: medial, generate_volume_error: 0.2, scale: 0.5, "
                 "mass_properties: mesh, %s"),
             keys[k]);
    s = begin(yaml);
    t = &s.templates.list[0];
    mistakes_check(yaml, s.options, 0, NULL);
    CHECK_NEAR(t->mass.mass, mass[k], 1e-12); /* rounding */
    CHECK_NEAR(t->density, density[k], 1e-12);
    CHECK_NEAR(t->mass.principal.x, mass[k] * (0.25 + 0.25) / 12,
               1e-12); /* about the long axis of 1 x .5 x .5 */
    end(&s);
  }
  test_end("density, or mass, of a template made from a mesh is that of the mesh");
}

static void the_union_by_default(void)
{
  Scenario s = begin(ONE(
    "mesh: box.stl, generate: medial, generate_volume_error: 0.3, generate_inertia_error: 0.25"));

  mistakes_check("union", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 0);
  CHECK(s.templates.list[0].mass.volume < 2 && s.templates.list[0].mass.volume >= 1.4);
  CHECK(s.templates.list[0].mass.principal.z >= 0.75 * 5000.0 / 12 * 5 &&
        s.templates.list[0].mass.principal.z < 5000.0 / 12 * 5);
  end(&s);
  test_end("mass properties are those of the union of the pebbles, and errors are as asked");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  files_make();
  a_box_becomes_a_template();
  a_mesh_takes_a_density_or_a_mass();
  the_union_by_default();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
