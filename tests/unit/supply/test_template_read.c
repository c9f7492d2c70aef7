/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Reading materials, templates and walls from a scenario, with and without mistakes. */
#define _POSIX_C_SOURCE 200809L

#include "matter/surface_plane.h"
#include "matter/wall_read.h"
#include "supply/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &wall_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Walls     walls;
  Warnings  warnings;
} Scenario;

#define MATERIALS \
  "material:\n" \
  "  - glass: {density: 2500, young: 7.0e9, poisson: 0.22}\n" \
  "  - steel: {density: 7800}\n"

static void read_all(Scenario *s)
{
  CALL(materials_read(&par, s->options, &s->materials));
  CALL(templates_read(&par, s->options, &s->materials, &s->templates, &s->groups, &s->warnings));
  CALL(walls_read(s->options, &s->materials, &s->walls));
}

static Scenario begin(const char *yaml)
{
  Scenario s = {.options = scenario_read(&par, &files, kinds, yaml), .warnings = warnings_on(&par)};

  read_all(&s);
  return s;
}

static void end(Scenario *s)
{
  templates_free(&s->templates);
  materials_free(&s->materials);
  walls_free(&s->walls);
  CALL(options_destroy(&s->options));
}

static const Template *template_of(const Scenario *s, const char *name)
{
  const int t = templates_find(&s->templates, name);

  CHECK(t >= 0);
  return &s->templates.list[t < 0 ? 0 : t];
}

/* Check that exactly one mistake is reported, with this text. */
static void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

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
  check_wrong(MATERIALS "wall:\n  - a: {shape: cylinder, material: glass}\n", "plane");
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

static void warnings_name_the_template(void)
{
  Said     said = said_begin();
  Scenario s    = begin(
       MATERIALS
       "template:\n"
          "  - twice: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1,  0, 0, 0, 1]}\n"
          "  - apart: {material: glass, pebbles: [0, 0, 0, 1,  2.5, 0, 0, 1]}\n"
          "  - plain: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1], mass_properties: sum}\n"
          "  - touch: {material: glass, pebbles: [0, 0, 0, 1,  2, 0, 0, 1], mass_properties: sum}\n");
  char *text = said_end(&said);

  mistakes_check("warnings", s.options, 0, NULL);
  CHECK_INT(s.warnings.n, 3); /* on every rank */
  if (test_rank() == 0) {
    CHECK(strstr(text, "clast: warning: template twice: 1 pebble with the same centre") != NULL);
    CHECK(
      strstr(
        text,
        "clast: warning: template apart: its pebbles do not connect, there is a gap of 0.5 m") !=
      NULL);
    CHECK(strstr(text, "clast: warning: template plain: its pebbles overlap, so mass_properties: "
                       "sum counts 18.5 %") != NULL); /* 32/27 - 1 */
    CHECK(strstr(text, "touch") == NULL);
  } else {
    CHECK_TEXT(text, "");
  }
  CHECK_INT(template_of(&s, "twice")->n, 2);
  free(text);
  end(&s);
  test_end("merged pebbles, gaps and overlaps are warned of once, with the template's name");
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
  file_remove(&files, "shape.csv");
  s = begin(MATERIALS "template:\n  - rod: {material: glass, file: shape.csv}\n");
  mistakes_check("no file", s.options, -1, "shape.csv");
  end(&s);
  test_end("pebbles of a file with materials");
}

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
#define ONE(rest) MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1], " rest "}\n"
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
  mistakes_check("unit density", s.options, 0, NULL);
  CHECK_NEAR(template_of(&s, "ball")->mass.mass, 4 * PETSC_PI / 3, 1e-15); /* rounding */
  end(&s);
  test_end("density and mass of a template: as said, else of its material, else of unit density");
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

static void every_method(void)
{
  static const char *const names[] = {"sum", "grid", "fine", "octree", "loose", "random", "few"};
#define PAIR "{material: glass, pebbles: [0, 0, 0, 1,  1.5, 0, 0, 1], mass_properties: "
  Scenario s =
    begin(MATERIALS "template:\n  - exact: " PAIR "exact}\n  - sum: " PAIR "sum}\n  - grid: " PAIR
                    "grid}\n  - fine: " PAIR "grid, mass_div: 20}\n  - octree: " PAIR
                    "octree}\n  - loose: " PAIR "octree, mass_tolerance: 0.1}\n  - random: " PAIR
                    "montecarlo, mass_samples: 200000}\n  - few: " PAIR
                    "montecarlo, mass_samples: 1000, mass_seed: 7}\n");
  const double exact = template_of(&s, "exact")->mass.volume;

  mistakes_check("methods", s.options, 0, NULL);
  for (int k = 0; k < 7; k++) {
    const MassProperties m = template_of(&s, names[k])->mass;

    CHECK_NEAR(m.volume / exact, 1, m.error);           /* the bound promised */
    CHECK_NEAR(m.mass, 2500 * m.volume, 1e-9 * m.mass); /* sums of up to a million terms */
  }
  CHECK(template_of(&s, "fine")->mass.error < 0.5 * template_of(&s, "grid")->mass.error);
  CHECK(template_of(&s, "octree")->mass.error < 0.5 * template_of(&s, "loose")->mass.error);
  CHECK(template_of(&s, "random")->mass.error < 0.5 * template_of(&s, "few")->mass.error);
  end(&s);
  check_wrong(ONE("mass_properties: grid, mass_div: 0"), "mass_div");
  check_wrong(ONE("mass_properties: grid, mass_samples: 10"), "mass_samples");
  check_wrong(ONE("mass_properties: octree, mass_tolerance: 1.0e-5"), "mass_tolerance");
  check_wrong(ONE("mass_properties: montecarlo, mass_samples: 0"), "mass_samples");
  check_wrong(ONE("mass_properties: montecarlo, mass_seed: -1"), "mass_seed");
  check_wrong(ONE("mass_div: 10"), "mass_div");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1,  0, 0, 9, "
                        "1.0e-5], mass_properties: grid}\n",
              "take a smaller one");
  test_end("every mass method by its name, its settings with it alone");
}

static void shapes_that_are_none(void)
{
  check_wrong(MATERIALS "template:\n  - a: {material: glass}\n", "has no shape");
  check_wrong(ONE("scale: 0"), "scale");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1, 2]}\n",
              "pebbles");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, -1]}\n",
              "radius -1 m: must be > 0");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, nan]}\n",
              "pebbles");
  file_write(&files, "shape.csv", "x,y,z,r\n0,0,0,1\n");
  check_wrong(ONE("file: shape.csv"), "pebbles and a file");
  file_remove(&files, "shape.csv");
  test_end("no shape, two shapes, radii and scales that are none");
}

static void check_groups(const Scenario *s, const char *name, int pebble, const char *expected)
{
  char text[GROUPS_TEXT];

  groups_text(&s->groups, template_of(s, name)->group[pebble], text);
  CHECK_TEXT(text, expected);
}

static void pebbles_are_in_groups(void)
{
  Scenario s;

  file_write(
    &files, "shape.csv",
    "x,y,z,r,group\n0,0,0,1,tip|side=left\n0,0,0,1,other\n1,0,0,1,\n2,0,0,1,-\n3,0,0,1,side=9\n");
  s = begin(MATERIALS "template:\n"
                      "  - bare: {material: glass, pebbles: [0, 0, 0, 1]}\n"
                      "  - list: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1], "
                      "pebble_group: [side=right, all]}\n"
                      "  - file: {material: glass, file: shape.csv, pebble_group: [all]}\n");
  mistakes_check("groups of pebbles", s.options, 0, NULL);
  check_groups(&s, "bare", 0, "");
  check_groups(&s, "list", 1, "all|side=right");
  CHECK_INT(template_of(&s, "file")->n,
            4); /* the second pebble is merged into the first, whose groups stay */
  check_groups(&s, "file", 0, "tip|side=left");
  check_groups(&s, "file", 1, "all");
  check_groups(&s, "file", 2, "");
  check_groups(&s, "file", 3, "side=9");
  CHECK_INT(s.groups.n, 6);
  CHECK_INT(s.groups.list[5].used, GROUP_PEBBLES);
  end(&s);
  file_write(&files, "shape.csv", "x,y,z,r,group\n0,0,0,1,tip\n3,0,0,1,a=b=c\n");
  check_wrong(MATERIALS "template:\n  - a: {material: glass, file: shape.csv}\n",
              "line 3: column group: 'a=b=c' is no group");
  check_wrong(ONE("pebble_group: [a, b]"), "both of the slot Default");
  file_remove(&files, "shape.csv");
  test_end("pebbles are in the groups of their row, or of their template");
}

/* Restart: the templates of the checkpoint exist before the scenario is read. */
static void templates_that_are_there_stay(void)
{
  static const char yaml[] =
    MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1]}\n";
  Scenario       s   = begin(yaml);
  const Template old = *template_of(&s, "old");

  CALL(options_destroy(&s.options));
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options =
    scenario_read(&par, &files, kinds,
                  MATERIALS "template:\n"
                            "  - old: {material: glass, pebbles: [0, 0, 0, 1,  1, 0, 0, 1]}\n"
                            "  - new: {material: glass, pebbles: [0, 0, 0, 1]}\n");
  read_all(&s);
  mistakes_check("the same once more", s.options, 0, NULL);
  CHECK_INT(s.templates.n, 2);
  CHECK(s.templates.list[0].offset == old.offset);
  CHECK_TEXT(s.templates.list[1].name, "new");
  CALL(options_destroy(&s.options));
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options = scenario_read(
    &par, &files, kinds,
    MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1,  1.001, 0, 0, 1]}\n");
  read_all(&s);
  mistakes_check("another one", s.options, 1,
                 "differs from the template of this name in the checkpoint");
  CALL(options_destroy(&s.options));
  materials_free(&s.materials);
  walls_free(&s.walls);
  s.options = scenario_read(&par, &files, kinds,
                            MATERIALS "template:\n  - old: {material: glass, pebbles: [0, 0, 0, 1, "
                                      " 1, 0, 0, 1], pebble_group: [a]}\n");
  read_all(&s);
  mistakes_check("in other groups", s.options, 1,
                 "differs from the template of this name in the checkpoint");
  end(&s);
  test_end("templates that are there stay, new ones follow, and changed ones are refused");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  materials_and_walls();
  pebbles_inline_and_scaled();
  warnings_name_the_template();
  pebbles_from_a_file();
  mass_as_given();
  density_and_mass_as_said();
  densities_of_several_materials();
  every_method();
  shapes_that_are_none();
  pebbles_are_in_groups();
  templates_that_are_there_stay();
  files_end(&files);
  CALL(parallel_destroy(&par));
  return test_finish();
}
