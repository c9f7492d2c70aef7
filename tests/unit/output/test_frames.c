/* SPDX-License-Identifier: MIT */
/* A frame shows every pebble with its numbers. */
#define _POSIX_C_SOURCE 200809L

#include <hdf5.h>

#include "frames_made.h"

/* Read n rows of `width` values of 8 bytes; a table of another shape is a failure. */
static void read_table(hid_t file, const char *path, hid_t type, hsize_t n, hsize_t width,
                       void *values)
{
  const hid_t table = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(table);
  hsize_t     size[2] = {0, 1};

  CHECK(table >= 0);
  CHECK_INT(H5Sget_simple_extent_ndims(space), width > 1 ? 2 : 1);
  H5Sget_simple_extent_dims(space, size, NULL);
  CHECK_INT((int64_t)size[0], (int64_t)n);
  CHECK_INT((int64_t)size[1], (int64_t)width);
  if (size[0] == n && size[1] == width && n > 0)
    CHECK(H5Dread(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Sclose(space);
  H5Dclose(table);
}

static void check_head(hid_t file, int64_t n)
{
  const hid_t attribute  = H5Aopen_by_name(file, "/VTKHDF", "Type", H5P_DEFAULT, H5P_DEFAULT),
              type       = H5Aget_type(attribute);
  const char *counts[]   = {"/VTKHDF/NumberOfPoints", "/VTKHDF/NumberOfCells",
                            "/VTKHDF/NumberOfConnectivityIds"};
  char        word[32]   = "";
  int64_t     version[2] = {0, 0}, count = -1;
  hid_t       other;

  CHECK(H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
        H5Tget_size(type) < sizeof word);
  CHECK(H5Aread(attribute, type, word) >= 0);
  CHECK_TEXT(word, "UnstructuredGrid");
  H5Tclose(type);
  H5Aclose(attribute);
  other = H5Aopen_by_name(file, "/VTKHDF", "Version", H5P_DEFAULT, H5P_DEFAULT);
  CHECK(H5Aread(other, H5T_NATIVE_INT64, version) >= 0);
  CHECK_INT(version[0], 1);
  CHECK_INT(version[1], 0);
  H5Aclose(other);
  for (int k = 0; k < 3; k++) {
    read_table(file, counts[k], H5T_NATIVE_INT64, 1, 1, &count);
    CHECK_INT(count, n);
  }
}

static void check_cells(hid_t file, int64_t n)
{
  int64_t       *numbers;
  unsigned char *kinds;

  CALL(PetscMalloc2(n + 1, &numbers, n, &kinds));
  read_table(file, "/VTKHDF/Connectivity", H5T_NATIVE_INT64, (hsize_t)n, 1, numbers);
  for (int64_t i = 0; i < n; i++) CHECK_INT(numbers[i], i);
  read_table(file, "/VTKHDF/Offsets", H5T_NATIVE_INT64, (hsize_t)n + 1, 1, numbers);
  for (int64_t i = 0; i <= n; i++) CHECK_INT(numbers[i], i);
  read_table(file, "/VTKHDF/Types", H5T_NATIVE_UCHAR, (hsize_t)n, 1, kinds);
  for (int64_t i = 0; i < n; i++) CHECK_INT(kinds[i], 1); /* VTK_VERTEX */
  CALL(PetscFree2(numbers, kinds));
}

/* Check all values of one point, which follow from the clump's index and the member. */
static void check_point(const Checkpoint *made, const Domain *domain, PetscInt a, int member,
                        Vec3 x, double r, Vec3 v)
{
  const Clumps   *c      = made->clumps;
  const Template *t      = &made->templates->list[c->template[a]];
  const Vec3      centre = domain_wrapped(domain, c->pose[a].x);
  const Vec3      arm    = quat_turn(c->pose[a].q, vec3_scale(c->scale[a], t->offset[member]));
  const Vec3      u      = vec3_add(c->motion[a].v, vec3_cross(c->w[a], arm));

  CHECK(centre.x >= 0 && centre.x < 1 && centre.y >= 0 && centre.y < 1);
  CHECK_NEAR(vec3_norm(vec3_sub(x, vec3_add(centre, arm))), 0,
             1e-13); /* the arm is rounded to the grid, 2^-48 m */
  CHECK_BITS(r, c->scale[a] * t->radius[member]);
  CHECK_NEAR(vec3_norm(vec3_sub(v, u)), 0, 1e-13);
}

/* Check the values of the clump at one pebble. The clump is row a of `made`, shifted by `moved`
   boxes along x before writing. */
typedef struct {
  double  mass;
  Vec3    x, force;
  Quat    attitude;
  int64_t image[3];
} OfClump;

static void check_clump(const Checkpoint *made, const Domain *domain, PetscInt a, int moved,
                        const OfClump *told)
{
  const Clumps *c    = made->clumps;
  const Quat    axes = made->templates->list[c->template[a]].mass.axes;
  const Vec3    given =
    vec3(0.3, -0.2, 0.5); /* a vector in the template's axes as given in the scenario */
  const Vec3 turned = quat_turn(c->pose[a].q, quat_turn_back(axes, given));
  const Vec3 centre = vec3_add(told->x, vec3((double)told->image[0] * domain->length.x, 0, 0));

  CHECK_BITS(told->mass, c->mass[a]);
  CHECK_BITS(told->force.z, c->force[a].z);
  CHECK(told->x.x >= 0 && told->x.x < 1);
  CHECK_NEAR(centre.x, c->pose[a].x.x + (c->image[a].x + moved) * domain->length.x,
             1e-14); /* off the grid: roundings of 5 m */
  CHECK_INT(told->image[1], 0);
  CHECK_INT(told->image[2], -1);
  CHECK_NEAR(vec3_norm(vec3_sub(quat_turn(told->attitude, given), turned)), 0,
             1e-15); /* some roundings of 1e-16 */
}

static void read_clumps(hid_t file, int64_t n, OfClump *of)
{
  double  *mass;
  Vec3    *x, *force;
  Quat    *attitude;
  int64_t *image;

  CALL(PetscMalloc5(n, &mass, n, &x, n, &force, n, &attitude, 3 * n, &image));
  read_table(file, "/VTKHDF/PointData/clump_mass", H5T_NATIVE_DOUBLE, (hsize_t)n, 1, mass);
  read_table(file, "/VTKHDF/PointData/clump_position", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, x);
  read_table(file, "/VTKHDF/PointData/clump_force", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, force);
  read_table(file, "/VTKHDF/PointData/clump_attitude", H5T_NATIVE_DOUBLE, (hsize_t)n, 4, attitude);
  read_table(file, "/VTKHDF/PointData/clump_image", H5T_NATIVE_INT64, (hsize_t)n, 3, image);
  for (int64_t i = 0; i < n; i++)
    of[i] = (OfClump){
      mass[i], x[i], force[i], attitude[i], {image[3 * i], image[3 * i + 1], image[3 * i + 2]}};
  CALL(PetscFree5(mass, x, force, attitude, image));
}

/* Check a frame of `made`, all clumps shifted by `moved` boxes along x before writing. */
static void check_points(hid_t file, int64_t n, const Checkpoint *made, int n_moved)
{
  const Domain domain = state_domain();
  Vec3        *x, *v, *w;
  double      *r, total = 0, expected = 0;
  int64_t     *id, *member, *shape, *material, seen = 0;
  OfClump     *of;

  CALL(PetscMalloc7(n, &x, n, &v, n, &w, n, &r, n, &of, n, &id, n, &member));
  CALL(PetscMalloc2(n, &shape, n, &material));
  read_clumps(file, n, of);
  read_table(file, "/VTKHDF/Points", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, x);
  read_table(file, "/VTKHDF/PointData/velocity", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, v);
  read_table(file, "/VTKHDF/PointData/angular_velocity", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, w);
  read_table(file, "/VTKHDF/PointData/radius", H5T_NATIVE_DOUBLE, (hsize_t)n, 1, r);
  read_table(file, "/VTKHDF/PointData/clump_id", H5T_NATIVE_INT64, (hsize_t)n, 1, id);
  read_table(file, "/VTKHDF/PointData/member", H5T_NATIVE_INT64, (hsize_t)n, 1, member);
  read_table(file, "/VTKHDF/PointData/template", H5T_NATIVE_INT64, (hsize_t)n, 1, shape);
  read_table(file, "/VTKHDF/PointData/material", H5T_NATIVE_INT64, (hsize_t)n, 1, material);
  for (int64_t i = 0; i < n; i++) {
    for (PetscInt a = 0; a < made->clumps->n_owned; a++) {
      if (made->clumps->id[a] != id[i]) continue;
      seen++;
      CHECK_INT(shape[i], made->clumps->template[a]);
      check_clump(made, &domain, a, n_moved, &of[i]);
      CHECK_BITS(w[i].y, made->clumps->w[a].y);
      CHECK_INT(material[i], member[i] % 2);
      check_point(made, &domain, a, (int)member[i], x[i], r[i], v[i]);
    }
  }
  CHECK_INT(seen, n); /* each id is that of a clump */
  for (int64_t i = 0; i < n; i++) total += member[i] == 0 ? of[i].mass : 0;
  for (PetscInt a = 0; a < made->clumps->n_owned; a++) expected += made->clumps->mass[a];
  CHECK_NEAR(total, expected, 1e-12); /* some 100 kg */
  CALL(PetscFree7(x, v, w, r, of, id, member));
  CALL(PetscFree2(shape, material));
}

/* Red 0, green 1, blue 2; north 3; left 4: the last pebble of the third template. */
static void check_groups(hid_t file, int64_t n, const Checkpoint *made)
{
  static const char *const names[] = {"Default=red", "Default=green", "Default=blue",
                                      "source=north", "side=left"};
  int64_t                 *id, *member, *colour, *source, *side;

  for (int k = 0; k < 5; k++) {
    char    path[80];
    int64_t place = -1;

    snprintf(path, sizeof path, "/VTKHDF/FieldData/%s", names[k]);
    read_table(file, path, H5T_NATIVE_INT64, 1, 1, &place);
    CHECK_INT(place, k);
  }
  CALL(PetscMalloc5(n, &id, n, &member, n, &colour, n, &source, n, &side));
  read_table(file, "/VTKHDF/PointData/clump_id", H5T_NATIVE_INT64, (hsize_t)n, 1, id);
  read_table(file, "/VTKHDF/PointData/member", H5T_NATIVE_INT64, (hsize_t)n, 1, member);
  read_table(file, "/VTKHDF/PointData/group", H5T_NATIVE_INT64, (hsize_t)n, 1, colour);
  read_table(file, "/VTKHDF/PointData/group_source", H5T_NATIVE_INT64, (hsize_t)n, 1, source);
  read_table(file, "/VTKHDF/PointData/pebble_group_side", H5T_NATIVE_INT64, (hsize_t)n, 1, side);
  for (int64_t i = 0; i < n; i++) {
    for (PetscInt a = 0; a < made->clumps->n_owned; a++) {
      if (made->clumps->id[a] != id[i]) continue;
      CHECK(made->clumps->group[a] & (uint64_t)1 << colour[i]);
      CHECK_INT(source[i], made->clumps->group[a] & 8 ? 3 : -1);
      CHECK_INT(side[i], made->clumps->template[a] == 2 && member[i] == 4 ? 4 : -1);
    }
  }
  CHECK(H5Lexists(file, "/VTKHDF/PointData/group_side", H5P_DEFAULT) ==
        0); /* no clump has a group of this slot */
  CALL(PetscFree5(id, member, colour, source, side));
}

static void check_frame(const char *dir, int64_t step, double time, const Checkpoint *made)
{
  char    path[PATH];
  hid_t   file;
  int64_t n = 0, stored_step = 0;
  double  stored_time = 0;

  for (PetscInt a = 0; a < made->clumps->n_owned; a++)
    n += made->templates->list[made->clumps->template[a]].n;
  snprintf(path, sizeof path, "%s/frames/clast-%lld.hdf", dir, (long long)step);
  file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  CHECK(file >= 0);
  if (file < 0) return;
  check_head(file, n);
  check_cells(file, n);
  check_points(file, n, made, MOVED);
  check_groups(file, n, made);
  read_table(file, "/VTKHDF/FieldData/step", H5T_NATIVE_INT64, 1, 1, &stored_step);
  read_table(file, "/VTKHDF/FieldData/time", H5T_NATIVE_DOUBLE, 1, 1, &stored_time);
  CHECK_INT(stored_step, step);
  CHECK_BITS(stored_time, time);
  H5Fclose(file);
}

static void a_frame_shows_every_pebble(const Parallel *par)
{
  const Deal deals[] = {DEAL_ROUND, DEAL_FIRST, DEAL_BLOCKS_REVERSED};
  Checkpoint all     = state_create(DEAL_FIRST, N_CLUMPS, 0);

  for (int k = 0; k < 3; k++) {
    Checkpoint c = state_create(deals[k], N_CLUMPS, 0);

    for (PetscInt a = 0; a < c.clumps->n_owned; a++)
      c.clumps->pose[a].x.x += MOVED; /* between rebuilds a centre may be outside */
    write_frame(par, work, k, 0.5 * k, &c);
    if (par->rank == 0) check_frame(work, k, 0.5 * k, &all);
    checkpoint_free(&c);
  }
  checkpoint_free(&all);
  test_end("a frame has a point with its radius and velocity for every pebble");
}

static void an_empty_frame_is_one(const Parallel *par)
{
  Checkpoint none = state_create(DEAL_FIRST, 0, 0);

  write_frame(par, work, 9, 2, &none);
  if (par->rank == 0) check_frame(work, 9, 2, &none);
  checkpoint_free(&none);
  test_end("a frame without clumps can be written");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  a_frame_shows_every_pebble(&par);
  an_empty_frame_is_one(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
