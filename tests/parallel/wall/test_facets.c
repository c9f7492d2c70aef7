/* SPDX-License-Identifier: MIT */
/* Frames of walls: the same file from any number of ranks and through a restart, with the forces of
   the contacts on each facet, which add up to those on the wall, and the wear of Archard's law. */
#define _POSIX_C_SOURCE 200809L
#include <hdf5.h>

#include "contact/wall_loads.h"
#include "meshes.h"

#include "output/table/series.h"

enum { STEPS = 900, MIDDLE = 700, FACETS = 24, ROWS_MOST = 1000 };

static const char drum[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [0, .5, -6], overlap_limit: 9}\n"
  "domain: {lo: [-3, -1.5, -3], hi: [3, 1.5, 3], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "clumps:\n"
  "  - heap: {template: [pair], count: 60, lo: [-1.7, -1.5, -1], hi: [1.7, 1.5, 1], "
  "velocity: [0, 0, -4]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, 0, -2.5], normal: [0, 0, 1]}\n"
  "  - drum: {shape: mesh, material: a, file: drum.stl, attitude: [1, 1, 0, 0], "
  "wear_coefficient: 1e-3, hardness: 1e8}\n"
  "  - sheet: {shape: mesh, material: a, file: sheet.stl, scale: .3, attitude: [1, .2, .3, 0], "
  "shift: [-.6, 1.2, -1.3]}\n"
  "motion:\n"
  "  - spin: {walls: [drum], type: rotate, point: [0, 0, 0], axis: [0, 1, 0], rate: 3}\n"
  "output: {walls_every: 1, frames_every: 1}\n";

/* A ball that cannot turn or move along x and y, at rest with its weight 1 N on a floor of two
   triangles, with an upright side, that moves along x at 1 m/s and keeps beneath it; beside it, the
   same, not moving. */
#define SLIDE \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, %g]}\n" \
  "domain: {lo: [%g, %g, %g], hi: [%g, %g, %g], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "%s" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g], mass: %g}\n" \
  "clumps:\n" \
  "  - one: {template: [ball], position: [%g, %g, %g], blocked: xyXYZ}\n" \
  "  - two: {template: [ball], position: [%g, %g, %g], blocked: xyXYZ}\n" \
  "wall:\n" \
  "  - belt: {shape: mesh, material: a, file: belt.stl, scale: %g, wear_coefficient: 2e-3, " \
  "hardness: 4e8}\n" \
  "  - shelf: {shape: mesh, material: a, file: belt.stl, scale: %g, shift: [0, %g, 0], " \
  "wear_coefficient: 2e-3, hardness: 4e8}\n" \
  "motion:\n" \
  "  - go: {walls: [belt], type: translate, velocity: [%g, 0, 0]}\n" \
  "output: {frames_every: 1, walls_every: 1}\n"

/* All lengths times l, at the same times and densities. */
static Sim *slide(double l, bool hard)
{
  const double l3 = l * l * l;
  const double z  = (hard ? .1 : .099) * l; /* as deep as the spring lets it rest */
  char         law[200], text[2500];

  if (hard)
    snprintf(law, sizeof law,
             "constraint:\n  - a-a: {type: contact, between: [a, a], friction: .4}\n");
  else
    snprintf(law, sizeof law,
             "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: %g, restitution: .5, "
             "tangential: hooke, friction: .4}\n",
             1e3 * l3);
  snprintf(text, sizeof text, SLIDE, -10 * l, -3 * l, -3 * l, -l, 3 * l, 4 * l, l, law, .1 * l,
           .1 * l3, .5 * l, .8 * l, z, .5 * l, 3.3 * l, z, l, l, 2.5 * l, l);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

static void write_meshes(void)
{
  static Triangles t;
  Vec3             round[FACETS];

  t.n = 0;
  for (int k = 0; k < FACETS; k++)
    round[k] = vec3(2.2 * cos(2 * PETSC_PI * k / FACETS), 2.2 * sin(2 * PETSC_PI * k / FACETS), 0);
  add_prism(&t, FACETS, round, vec3(0, 0, 0), -1.5, 1.5, false);
  write_mesh("drum.stl", &t);
  t.n = 0;
  add_floor(&t, 6, 1.5, 3);
  write_mesh("sheet.stl", &t);
  t.n = 0;
  add_quad(&t, vec3(-1, -1, 0), vec3(1, -1, 0), vec3(1, 1, 0), vec3(-1, 1, 0));
  add_quad(&t, vec3(-1, -1, 0), vec3(-1, -1, 1), vec3(-1, 1, 1), vec3(-1, 1, 0));
  for (int k = 0; k < 3; k++) { /* the floor's faces are 0 and 2, the upright's 1 and 3 */
    const Vec3 x = t.corner[3 + k];

    t.corner[3 + k] = t.corner[6 + k];
    t.corner[6 + k] = x;
  }
  write_mesh("belt.stl", &t);
}

/* ---- frames ---- */

typedef struct {
  int     n;
  int32_t wall[ROWS_MOST];
  double  force[ROWS_MOST][3], pressure[ROWS_MOST], volume[ROWS_MOST], depth[ROWS_MOST];
} Frame;

/* A column of a frame's cells; returns the number of rows. */
static int read_column(hid_t file, const char *name, hid_t type, void *values)
{
  char    path[100];
  hsize_t size[2] = {0, 1};
  hid_t   table, space;

  snprintf(path, sizeof path, "/VTKHDF/CellData/%s", name);
  table = H5Dopen2(file, path, H5P_DEFAULT);
  space = H5Dget_space(table);
  H5Sget_simple_extent_dims(space, size, NULL);
  CHECK(size[0] <= ROWS_MOST);
  if (size[0] <= ROWS_MOST) CHECK(H5Dread(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Sclose(space);
  H5Dclose(table);
  return (int)size[0];
}

/* Write the frame of the present step, and read it. */
static void take_frame(Sim *sim, Frame *frame)
{
  Output output = {.call = OUTPUT_FRAME, .dir = sim->folder.dir};
  char   path[PETSC_MAX_PATH_LEN + 64];
  hid_t  file;

  memset(frame, 0, sizeof *frame);
  CALL(modules_write(sim_world(sim), &output));
  CHECK_INT(output.files_lost, 0);
  snprintf(path, sizeof path, "%s/walls/clast-%" PRId64 ".hdf", sim->folder.dir, sim->clock.step);
  MPI_Barrier(sim->par.comm);
  file     = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  frame->n = read_column(file, "wall", H5T_NATIVE_INT32, frame->wall);
  CHECK_INT(read_column(file, "force", H5T_NATIVE_DOUBLE, frame->force), frame->n);
  CHECK_INT(read_column(file, "pressure", H5T_NATIVE_DOUBLE, frame->pressure), frame->n);
  CHECK_INT(read_column(file, "wear_volume", H5T_NATIVE_DOUBLE, frame->volume), frame->n);
  CHECK_INT(read_column(file, "wear_depth", H5T_NATIVE_DOUBLE, frame->depth), frame->n);
  H5Fclose(file);
  MPI_Barrier(sim->par.comm);
}

/* Forces of facets add up to that on the wall, whose sum is rounded once and those of facets once
   each. */
static void check_sums(Sim *sim, const Frame *frame, int wall)
{
  Sum    sums[3];
  double size = 0, parts[3] = {0, 0, 0};
  int    loaded = 0;

  memcpy(sums, sim->contacts->on_walls[wall].sum + WALL_FORCE, sizeof sums);
  CALL(sum_reduce(&sim->par, sums, 3));
  for (int k = 0; k < frame->n; k++)
    for (int a = 0; frame->wall[k] == wall && a < 3; a++) {
      parts[a] += frame->force[k][a];
      size += fabs(frame->force[k][a]);
      loaded += a == 0 && frame->pressure[k] > 0;
    }
  CHECK(loaded > 2);
  for (int a = 0; a < 3; a++) CHECK_NEAR(parts[a], sum_value(&sums[a]), 1e-15 * size);
}

static void check_facets(const Frame *frame)
{
  double worn = 0;

  for (int k = 0; k < frame->n; k++) {
    CHECK_INT(isnan(frame->pressure[k]), frame->wall[k] == 0); /* the plane does not tell */
    CHECK_INT(isnan(frame->volume[k]), frame->wall[k] != 1);   /* the drum alone wears */
    if (frame->wall[k] == 1) worn += frame->volume[k];
  }
  CHECK(worn > 0);
  CHECK_INT(frame->wall[0], 0);
}

/* The frame, and the digest with the state of wear. */
typedef struct {
  Frame    frame;
  uint64_t digest;
} Outcome;

static void run_alone(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  test_steps(sim, steps);
  take_frame(sim, &o->frame);
  check_sums(sim, &o->frame, 1);
  check_facets(&o->frame);
  o->digest = test_digest(sim);
}

static void drums_agree(void)
{
  static Outcome alone;
  static Frame   other;

  test_alone(drum, "", STEPS, run_alone, &alone, sizeof alone);
  for (size_t k = 0; k < 2; k++) {
    Sim *sim;

    if (!test_way_here(k, 2)) continue;
    sim =
      test_sim(PETSC_COMM_WORLD, drum, k ? "-decomp_random 2 -search_skin .2" : "-backend single");
    test_steps(sim, MIDDLE);
    if (k == 1) sim = test_restarted(sim, "-decomp_random 1");
    test_steps(sim, STEPS - MIDDLE);
    take_frame(sim, &other);
    check_sums(sim, &other, 1);
    CHECK(memcmp(&alone.frame, &other, sizeof other) == 0);
    CHECK(test_digest(sim) == alone.digest);
    CALL(sim_destroy(&sim));
  }
  test_end("loads on facets and their wear: the same bits on any number of ranks and restarts");
}

/* ---- closed form ---- */

static void wear_is_archards(double l, bool hard)
{
  enum { N = 2000 };
  static Frame frame;
  const double time = 0.2, settled = 0.02; /* s */
  const double weight = l * l * l * l, area = 2 * l * l, worn = 2e-3 / 4e8 * weight * l;
  const double close = hard ? 1e-7 : 1e-9;
  const int    at    = 2; /* of the file: the floor where y > x */
  double       before;
  Sim         *sim = slide(l, hard);

  test_steps(sim, N / 10); /* what is left of the start has died away */
  take_frame(sim, &frame);
  before = frame.volume[at];
  test_steps(sim, N - N / 10);
  take_frame(sim, &frame);
  CHECK_INT(frame.n, 8);
  for (int k = 0; k < frame.n; k++) CHECK_INT(frame.volume[k] > 0, k == at);
  /* k F_n s / H, with F_n = m g = 1 N and s = 0.18 m; the spring's last motion is below 1e-9, and
     corrections by hard contacts are multiples of 5e-8 m g dt^2 */
  CHECK_NEAR((frame.volume[at] - before) / worn, time - settled, close);
  CHECK_NEAR(frame.depth[at], frame.volume[at] / area, 1e-15 * frame.depth[at]); /* rounding */
  for (int k = 0; k < frame.n; k++) CHECK_INT(frame.pressure[k] > 0, k == at || k == 4 + at);
  CHECK_NEAR(frame.pressure[at] * area / weight, 1, close);
  CHECK_NEAR(frame.force[at][2] / weight, -1, close);
  CHECK_NEAR(frame.force[at][0] / weight, -.4, close); /* friction 0.4 */
  CALL(sim_destroy(&sim));
}

static void wear_of_all_sizes(void)
{
  wear_is_archards(1, false);
  wear_is_archards(1e-6, false);
  wear_is_archards(1e6, false);
  wear_is_archards(1, true);
  test_end("a ball of weight F that slides by s wears off k F s / H, at 1e-6 m and 1e6 m, and "
           "under a hard contact, too");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  write_meshes();
  drums_agree();
  if (test_forms_here()) wear_of_all_sizes();
  test_folder_remove();
}
