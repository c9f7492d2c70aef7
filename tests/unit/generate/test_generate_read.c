/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Templates made from meshes in a scenario: valid, invalid, and identical on every rank. */
#define _POSIX_C_SOURCE 200809L

#include "generate/generate_read.h"
#include "shape/mesh_stl.h"
#include "supply/template_read.h"
#include "unit/files.h"
#include "unit/generate/rocks.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Warnings  warnings;
} Scenario;

static Scenario begin(const char *yaml)
{
  Scenario s = {.options = scenario_read(&par, &files, kinds, yaml), .warnings = warnings_on(&par)};

  CALL(materials_read(&par, s.options, &s.materials));
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  return s;
}

static void end(Scenario *s)
{
  templates_free(&s->templates);
  materials_free(&s->materials);
  CALL(options_destroy(&s->options));
}

#define ONE(keys) \
  "material:\n  - stone: {density: 2500}\ntemplate:\n  - rock: {material: stone, " keys "}\n"

/* The scenario has one mistake, with this text. */
static void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

static void stl_write(const char *name, Mesh mesh)
{
  char path[512], why[512];

  snprintf(path, sizeof path, "%s/%s", files.folder, name);
  if (test_rank() == 0) CHECK(mesh_write_stl(path, &mesh, why, sizeof why));
  mesh_free(&mesh);
  MPI_Barrier(PETSC_COMM_WORLD);
}

static void files_make(void)
{
  Mesh open = mesh_of_box(2, 1, 1);

  open.n_faces = 11;
  stl_write("box.stl", mesh_of_box(2, 1, 1));
  stl_write("open.stl", open);
}

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

static void all_ranks_have_the_same(void)
{
  Scenario s = begin(ONE("mesh: box.stl, generate: edt, generate_volume_error: 0, generate_most: "
                         "25, generate_seed: 3, pebble_group: [all]"));
  const Template *t    = &s.templates.list[0];
  uint64_t        hash = 0, first;

  CHECK_INT(t->n, 25);
  for (int i = 0; i < t->n; i++) CHECK(t->group[i] != 0);
  for (int i = 0; i < t->n; i++) {
    const double x[4] = {t->offset[i].x, t->offset[i].y, t->offset[i].z, t->radius[i]};
    uint64_t     bits;

    for (int k = 0; k < 4; k++) {
      memcpy(&bits, &x[k], sizeof bits);
      hash = mix_bits(hash ^ bits);
    }
  }
  first = hash;
  CALL(parallel_bcast(&par, &first, sizeof first, 0));
  CHECK(first == hash && hash != 0);
  end(&s);
  test_end("a count without errors; the same bits on all ranks");
}

static void what_is_not_reached_is_a_warning(void)
{
  Scenario s = begin(ONE("mesh: box.stl, generate: favier, generate_distance_error: 0.01"));

  mistakes_check("not reached", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 2); /* volume (default bound) and distance */
  CHECK_INT(s.templates.n, 1);
  end(&s);
  test_end("what is not reached is a warning for each error");
}

static void wrong_ones(void)
{
  check_wrong(ONE("mesh: box.stl"), "say how");
  check_wrong(ONE("generate: medial, pebbles: [0, 0, 0, 1]"), "nothing to fill");
  check_wrong(ONE("mesh: box.stl, generate: medial, pebbles: [0, 0, 0, 1]"), "pebbles and a mesh");
  check_wrong(ONE("mesh: box.stl, generate: medal"), "medial");
  check_wrong(ONE("mesh: open.stl, generate: medial"), "open");
  check_wrong(ONE("mesh: none.stl, generate: medial"), "none.stl");
  check_wrong(ONE("pebbles: [0, 0, 0, 1], mass_properties: mesh"), "no mesh");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_smallest: 0.4"),
              "no sphere of at least");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_overlap: 0.4, generate_most: 1"),
              "only with generate: edt");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_bulge: 0.7, generate_most: 1"),
              "generate_bulge");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_volume_error: -1, generate_most: 1"),
              "generate_volume_error");
  check_wrong(ONE("mesh: box.stl, generate: medial, generate_volume_error: 0.5, generate_most: 0"),
              "generate_most");
  test_end("mistakes are told");
}

/* The resolved scenario makes the same pebbles. */
static void resolved_is_the_same(void)
{
  Scenario
    s = begin(
      ONE("mesh: box.stl, generate: ferellec, generate_volume_error: 0.25, generate_expand: yes")),
    again;
  char *text;

  CALL(options_resolved(s.options, &text));
  again = begin(text);
  CHECK_INT(s.templates.list[0].n, again.templates.list[0].n);
  CHECK(memcmp(s.templates.list[0].radius, again.templates.list[0].radius,
               (size_t)s.templates.list[0].n * sizeof(double)) == 0);
  CHECK_NEAR(s.templates.list[0].mass.volume, 2, 2e-9); /* expanded; the bound of the union */
  free(text);
  end(&s);
  end(&again);
  test_end("the resolved scenario makes the same pebbles");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  files_make();
  a_box_becomes_a_template();
  a_mesh_takes_a_density_or_a_mass();
  the_union_by_default();
  all_ranks_have_the_same();
  what_is_not_reached_is_a_warning();
  wrong_ones();
  resolved_is_the_same();
  file_remove(&files, "box.stl");
  file_remove(&files, "open.stl");
  files_end(&files);
  CALL(parallel_destroy(&par));
  return test_finish();
}
