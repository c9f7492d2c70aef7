/* SPDX-License-Identifier: MIT */
/* Regions sphere, mesh and plane, and the test of what is inside of a region, across periodic
   faces; in two dimensions circles and closed lines. */
#define _POSIX_C_SOURCE 200809L
#include "options/rows.h"
#include "shape/mesh/mesh_files.h"
#include "supply/fill/region.h"
#include "unit/files.h"
#include "unit/shape/meshes.h"

static Parallel par;
static Files    files;

/* clang-format off */
static const Option region_options[] = {
  PLUGIN(KEY("region"), "box", all_region_heads, "region"),
  {0},
};
/* clang-format on */
static const OptionKind outlet_kind = {
  .name = "outlet", .named = true, .options = region_options, .text = "outlets"};
static const OptionKind *const kinds[] = {&outlet_kind, NULL};

/* The region of these keys; free it. */
static Region region_of(const char *keys, int dimension)
{
  bool     good = true;
  char     yaml[900];
  Options *options;
  Region   region;

  snprintf(yaml, sizeof yaml, "outlet:\n  - a: {%s}\n", keys);
  options = scenario_read(&par, &files, kinds, yaml);
  CALL(region_read((RegionSource){&par, options, "outlet", "a", dimension, &good}, &region));
  mistakes_check(keys, options, 0, NULL);
  CHECK(good);
  options_destroy(&options);
  return region;
}

/* Periodic along x with a period of 10. */
static Domain domain_of(int dimension)
{
  const Boundary faces[] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};

  return domain_create(dimension, vec3(-5, -5, -5), vec3(5, 5, 5), faces, 1, 0);
}

/* A unit cube, twice as large, moved to (1, 2, 3), then turned by 90 degrees about z. */
static void cube_keys(char *keys, size_t size)
{
  const FilePath path = file_path(&files, "cube.stl");
  Mesh           mesh = mesh_of_box(1, 1, 1);
  char           why[400];

  if (test_rank() == 0) CHECK(mesh_write_stl(path.path, &mesh, why, sizeof why));
  mesh_free(&mesh);
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(keys, size, "region: mesh, file: %s, scale: 2, shift: [1, 2, 3], attitude: [1, 0, 0, 1]",
           path.path);
}

/* Uniform: the means of places of balls of radius .25, and the farthest. */
static void balls_stay_in(const char *keys, double volume, Vec3 middle, double room)
{
  static double    radius = .25;
  static Vec3      offset = {0, 0, 0};
  const Domain     domain = domain_of(3);
  const Template   ball   = {.n = 1, .offset = &offset, .radius = &radius, .bound = .25};
  const RegionBody body   = {&ball, 1, quat_identity()};
  Region           region = region_of(keys, 3);
  Random           random = random_stream(1, RANDOM_TEST, 0);
  Vec3             mean   = {0, 0, 0}, x;
  double           far    = 0;
  enum { DRAWS = 20000 };

  CHECK_NEAR(region.kind->volume(region.own), volume, 1e-12 * volume); /* rounding */
  for (int k = 0; k < DRAWS; k++) {
    CHECK(region.kind->draw(region.own, &domain, &body, &random, &x));
    mean = vec3_axpy(mean, 1. / DRAWS, x);
    far  = fmax(far, vec3_norm(vec3_sub(x, middle)));
  }
  /* four deviations of means of 20 000 draws, each within `room` of the middle along an axis */
  CHECK_NEAR(vec3_norm(vec3_sub(mean, middle)), 0, 4 * room / sqrt(DRAWS));
  CHECK(far <= room + 1e-12 && far > 0.9 * room);
  region_free(&region);
}

static void spheres_and_meshes_hold_their_balls(void)
{
  char cube[800];

  cube_keys(cube, sizeof cube);
  balls_stay_in("region: sphere, point: [1, 2, 3], radius: 1", 4 * PETSC_PI / 3, vec3(1, 2, 3),
                .75);
  /* turned about the origin: x is -y; .75 to a face, its corners farther */
  balls_stay_in(cube, 8, vec3(-3, 2, 4), .75 * sqrt(3));
  test_end("places of a ball in a sphere, or in a mesh, are uniform over those that fit");
}

/* An L of two bars, 3 long and 1 wide: twice as large, then turned by 90 degrees about (1, 0). */
static const char letter[] =
  "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nl 1 2 3 4 5 6 1\n";

static void lines_keys(const char *text, char *keys, size_t size)
{
  const FilePath path = file_write(&files, "letter.obj", text);

  snprintf(keys, size,
           "region: mesh, file: %s, scale: 2, shift: [-2, -1], attitude: [1, 0, 0, 1], "
           "pivot: [1, 0]",
           path.path);
}

/* Turned: x = 1 - y', y = x' - 1 of the place before. */
static void lines_enclose_a_region_of_the_plane(void)
{
  static double    radius = .25;
  static Vec3      offset = {0, 0, 0};
  const Domain     domain = domain_of(2);
  const Template   ball   = {.n = 1, .offset = &offset, .radius = &radius, .bound = .25};
  const RegionBody body   = {&ball, 1, quat_identity()};
  Random           random = random_stream(1, RANDOM_TEST, 0);
  char             keys[900];
  Region           region;
  Vec3             lo, hi, x;
  int              along = 0, fit = 0;
  const double     room = 1e-12; /* rounding of positions */

  lines_keys(letter, keys, sizeof keys);
  region = region_of(keys, 2);
  region.kind->box(region.own, &lo, &hi);
  CHECK(lo.z == 0 && hi.z == 0);
  CHECK_NEAR(lo.x, -4, 1e-12); /* rounding of a turn */
  CHECK_NEAR(hi.x, 2, 1e-12);
  CHECK_NEAR(lo.y, -3, 1e-12);
  CHECK_NEAR(hi.y, 3, 1e-12);
  CHECK_NEAR(region.kind->volume(region.own), 20, 1e-12);
  CHECK(region.kind->inside(region.own, &domain, vec3(1.9, 2.9, 0)));
  CHECK(region.kind->inside(region.own, &domain, vec3(-3.9, -1.1, 0)));
  CHECK(!region.kind->inside(region.own, &domain, vec3(-.1, -.9, 0)));
  CHECK(!region.kind->inside(region.own, &domain, vec3(2.1, 0, 0)));
  for (int k = 0; k < 2000; k++) {
    if (!region.kind->draw(region.own, &domain, &body, &random, &x)) break;
    fit +=
      x.z == 0 && x.x > -3.75 - room && x.x < 1.75 + room && x.y > -2.75 - room &&
      x.y < 2.75 + room &&
      (x.x > .25 - room || x.y < -1.25 + room || (x.x > 0 && hypot(x.x, x.y + 1) > .25 - room));
    along += x.x > .25;
  }
  CHECK_INT(fit, 2000);
  /* places that fit: 1.5 x 5.5 of the first bar, 4 x 1.5 of the second, and the corner of a ball */
  CHECK_NEAR(along, 2000 * 8.25 / (8.25 + 6 + .25 * .25 * (1 - PETSC_PI / 4)),
             4 * sqrt(2000 * .25));
  region_free(&region);
  test_end("in two dimensions closed lines have an inside");
}

static void circles_stay_in_the_plane(void)
{
  const Domain domain = domain_of(2);
  Region       region = region_of("region: sphere, point: [1, 1], radius: 1", 2);
  Vec3         lo, hi;

  region.kind->box(region.own, &lo, &hi);
  CHECK(lo.z == 0 && hi.z == 0);
  CHECK_NEAR(region.kind->volume(region.own), PETSC_PI, 1e-14);
  CHECK(region.kind->inside(region.own, &domain, vec3(1.7, 1.7, 0)));
  CHECK(!region.kind->inside(region.own, &domain, vec3(1.8, 1.7, 0)));
  region_free(&region);
  test_end("in two dimensions a sphere is a circle");
}

static void check_inside(const char *keys, Vec3 in, Vec3 out)
{
  const Domain domain = domain_of(3);
  Region       region = region_of(keys, 3);

  if (!region.kind->inside(region.own, &domain, in)) test_fail(__FILE__, __LINE__, "%s", keys);
  if (region.kind->inside(region.own, &domain, out)) test_fail(__FILE__, __LINE__, "%s", keys);
  region_free(&region);
}

/* Regions across the face at x = 5: places on the other side are wrapped to -5 and on. */
static void insides_go_on_across_periodic_faces(void)
{
  check_inside("lo: [4, 0, 0], hi: [6, 1, 1]", vec3(4.5, .5, .5), vec3(3.9, .5, .5));
  check_inside("lo: [4, 0, 0], hi: [6, 1, 1]", vec3(-4.1, .5, .5), vec3(-3.9, .5, .5));
  check_inside("lo: [-5, 0, 0], hi: [5, 1, 1]", vec3(-5, .5, .5), vec3(2, 1.1, .5));
  check_inside("region: sphere, point: [5, 0, 0], radius: 1", vec3(-4.1, 0, 0), vec3(-3.9, 0, 0));
  check_inside("region: cylinder, point: [4, 0, 0], axis: [1, 0, 0], length: 2, radius: 1",
               vec3(-4.1, .9, 0), vec3(-4.1, .9, .9));
  check_inside("region: plane, point: [0, 0, 1], normal: [0, 0, 2]", vec3(-4, 3, .9),
               vec3(-4, 3, 1.1));
  check_inside("region: sphere, point: [-5, 0, 0], radius: 1", vec3(4.1, 0, 0), vec3(3.9, 0, 0));
  test_end("a place is inside of a region if one of its periodic images is");
}

static void inside_of_a_mesh(void)
{
  char cube[800];

  cube_keys(cube, sizeof cube);
  strcat(cube, ", pivot: [1, 2, 0]"); /* -y + 3, x + 1 of the place moved */
  check_inside(cube, vec3(.9, 2.1, 3.1), vec3(1.1, 2.1, 3.1));
  cube_keys(cube, sizeof cube);
  check_inside(cube, vec3(-2.1, 1.1, 3.1), vec3(-1.9, 1.1, 3.1));
  check_inside(cube, vec3(-3.9, 2.9, 4.9), vec3(-3.9, 2.9, 5.1));
  test_end("a mesh is scaled, then moved, then turned");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  spheres_and_meshes_hold_their_balls();
  circles_stay_in_the_plane();
  lines_enclose_a_region_of_the_plane();
  insides_go_on_across_periodic_faces();
  inside_of_a_mesh();
  file_remove(&files, "cube.stl");
  file_remove(&files, "letter.obj");
  files_end(&files);
  CALL(parallel_destroy(&par));
}
