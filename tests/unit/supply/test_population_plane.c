/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Templates and clumps in two dimensions: x, y, r of discs, columns without z, masses that scale as
   areas do, and what would leave the plane told. */
#define _POSIX_C_SOURCE 200809L

#include "supply/population.h"
#include "supply/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  Warnings  warnings;
} Scenario;

#define GIVEN       "mass_properties: given, volume: 2, mass: 10, position: [1, 0.5]"
#define MATERIAL    "material:\n  - glass: {density: 3}\n"
#define SHAPE(rest) MATERIAL "template:\n  - pair: {material: glass, " rest "}\n"
#define PAIR        SHAPE("pebbles: [0, 0, 1,  2, 1, 0.5], " GIVEN ", inertia: [6]")

static Scenario begin(const char *yaml)
{
  Scenario         s      = {.options             = scenario_read(&par, &files, kinds, yaml),
                             .warnings            = warnings_on(&par),
                             .templates.dimension = 2};
  PopulationTarget target = {
    .materials = &s.materials, .templates = &s.templates, .groups = &s.groups};

  options_check_plane(s.options, 2);
  CALL(materials_read(&par, s.options, &s.materials));
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  target.clumps  = s.clumps;
  target.waiting = s.waiting;
  CALL(population_read(&par, s.options, &target, &s.warnings));
  return s;
}

static void end(Scenario *s)
{
  CALL(clumps_destroy(&s->clumps));
  CALL(waiting_destroy(&s->waiting));
  templates_free(&s->templates);
  materials_free(&s->materials);
  CALL(options_destroy(&s->options));
}

static void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

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

/* Row of this clump, -1 on ranks that do not have it. */
static PetscInt row_of(const Scenario *s, Id id)
{
  for (PetscInt a = 0; a < s->clumps->n_owned; a++)
    if (s->clumps->id[a] == id) return a;
  return -1;
}

static void clumps_lie_in_the_plane(void)
{
  Scenario      s;
  const Clumps *c;
  PetscInt      a;
  int64_t       n;

  file_write(&files, "bed.csv",
             "id,template,x,y,qw,qz,vx,vy,wz,scale,density,blocked\n"
             "70,pair,1,2,2,2,4,5,7,0.5,6,zXY\n"
             "71,pair,1,2,1,0,0,0,3,1,3,xyZ\n"
             "72,pair,1,2,1,0,0,0,3,1,3,yXZ\n"
             "73,pair,1,2,1,0,0,0,3,1,3,xy\n");
  s = begin(PAIR
            "  - disc: {material: glass, pebbles: [0, 0, 1]}\nclumps:\n  - bed: {file: bed.csv}\n"
            "  - two: {template: [disc], position: [7, 7], scale: 0.5, density: 6, id: 75}\n"
            "  - one: {template: [pair], position: [3, 4], attitude: [1, 0, 0, 1], spin: [0, 0, "
            "2], velocity: [1, 2], "
            "scale: 2, blocked: xyZ, id: 74}\n");
  mistakes_check("rows of clumps", s.options, 0, NULL);
  c = s.clumps;
  n = c->n_owned;
  CALL(parallel_sum_int(&par, &n, 1));
  CHECK_INT(n, 6);
  for (a = 0; a < c->n_owned; a++) {
    CHECK(c->pose[a].x.z == 0 && c->motion[a].v.z == 0 && c->pose[a].q.x == 0 &&
          c->pose[a].q.y == 0 && c->w[a].x == 0 && c->w[a].y == 0);
    CHECK(c->motion[a].momentum.x == 0 && c->motion[a].momentum.y == 0);
  }
  a = row_of(&s, 70);
  if (a >= 0) {
    const Template *t = &s.templates.list[0];
    const Vec3      first =
      vec3_add(c->pose[a].x, quat_turn(c->pose[a].q, vec3_scale(0.5, t->offset[0])));

    CHECK_NEAR(c->mass[a], 10 * 0.25 * 6 / 5,
               1e-14); /* area: the square of the scale; it had 5 kg/m^2; rounding */
    CHECK_NEAR(c->inertia[a].z, 6, 0); /* given by hand, so it stays */
    CHECK_NEAR(c->motion[a].momentum.z, 7 * c->inertia[a].z, 1e-14); /* rounding */
    CHECK_NEAR(vec3_norm(vec3_sub(first, vec3(1.25, 1.5, 0))), 0,
               1e-14);                    /* (-1, -.5) half as long, a quarter turn; rounding */
    CHECK_INT((int64_t)c->blocked[a], 0); /* what cannot happen need not be blocked */
  }
  a = row_of(&s, 74);
  if (a >= 0) {
    CHECK(c->pose[a].x.x == 3 && c->pose[a].x.y == 4 && c->motion[a].v.y == 2 && c->w[a].z == 2 &&
          c->blocked[a] == BLOCK_ALL);
    CHECK_NEAR(c->mass[a], 40, 1e-13); /* rounding */
  }
  a = row_of(&s, 75);
  if (a >= 0) {
    CHECK_NEAR(c->mass[a], 6 * PETSC_PI / 4, 1e-14); /* rounding */
    CHECK_NEAR(c->inertia[a].z, 6 * PETSC_PI / 2 / 16,
               1e-14); /* the fourth power of the scale; rounding */
  }
  a = row_of(&s, 71);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_ALL);
  a = row_of(&s, 72);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_Y | BLOCK_TURN);
  a = row_of(&s, 73);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_MOVE);
  end(&s);
  test_end(
    "clumps: columns without z, masses as the square of the scale, blocked letters of the plane");
}

static void check_rows(const char *text, const char *expected)
{
  file_write(&files, "bed.csv", text);
  check_wrong(PAIR "clumps:\n  - bed: {file: bed.csv}\n", expected);
}

static void what_leaves_the_plane_is_told(void)
{
  check_rows("template,x,y,z\npair,0,0,0\npair,0,0,1e-9\n", "line 3: column z: '1e-9' is not 0");
  check_rows("template,x,y,vx,vy,vz\npair,0,0,0,0,1\n", "column vz: '1' is not 0");
  check_rows("template,x,y,wx,wz\npair,0,0,1,0\n", "column wx: '1' is not 0");
  check_rows("template,x,y,wy,wz\npair,0,0,1,0\n", "column wy: '1' is not 0");
  check_rows("template,x,y,qw,qx,qz\npair,0,0,1,0.1,0\n", "column qx: '0.1' is not 0");
  check_rows("template,x,y,qw,qy,qz\npair,0,0,1,0.1,0\n", "column qy: '0.1' is not 0");
  check_rows("template,x,y,qw\npair,0,0,1\n", "column qz is missing");
  check_rows("template,x,y,qw,qz\npair,0,0,0,0\n", "quaternion");
  file_write(&files, "bed.csv", "x,y,z,r\n0,0,1,1\n");
  check_wrong(PAIR "clumps:\n  - bed: {spheres: bed.csv, material: glass}\n",
              "line 2: column z: '1' is not 0");
#define ONE(rest) PAIR "clumps:\n  - one: {template: [pair], position: [3, 4" rest "}\n"
  check_wrong(ONE(", 1]"), "1 along z");
  check_wrong(ONE("], velocity: [0, 0, 1]"), "1 along z");
  check_wrong(ONE("], spin: [0, 1, 1]"), "(0, 1, 1) does not turn about z");
  check_wrong(ONE("], attitude: [1, 1, 0, 0]"), "does not turn about z");
#define FILL(rest) PAIR "clumps:\n  - some: {template: [pair], count: 3, " rest "}\n"
  check_wrong(FILL("lo: [0, 0], hi: [9, 9], velocity: [0, 0, 1]"), "1 along z");
  check_wrong(FILL("lo: [0, 0, 0], hi: [1, 0, 1]"), "must be beyond lo");
  test_end("rows and boxes that would leave the plane are told");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  templates_are_flat();
  file_write(&files, "discs.csv", "clump_id,x,y,r\n1,0,0,.5\n2,9,9,3\n1,.8,0,.5\n");
  masses_are_of_discs();
  file_remove(&files, "discs.csv");
  clumps_lie_in_the_plane();
  what_leaves_the_plane_is_told();
  file_remove(&files, "flat.csv");
  file_remove(&files, "bad.csv");
  file_remove(&files, "bed.csv");
  files_end(&files);
  CALL(parallel_destroy(&par));
  return test_finish();
}
