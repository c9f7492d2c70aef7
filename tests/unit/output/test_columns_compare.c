/* SPDX-License-Identifier: MIT */
/* Columns of two checkpoints are compared. */
#include <hdf5.h>

#include "columns_state.h"

/* Flip a bit of this attribute. It is deleted and created again, as some versions of HDF5 cannot
   overwrite an attribute of a table. */
static void turn_bit(const char *path, const char *object, const char *name)
{
  const hid_t file  = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT),
              place = H5Oopen(file, object, H5P_DEFAULT);
  const hid_t old = H5Aopen(place, name, H5P_DEFAULT), type = H5Aget_type(old),
              space = H5Aget_space(old);
  char  value[4096];
  hid_t fresh;

  CHECK(old >= 0 && H5Aget_storage_size(old) <= sizeof value);
  CHECK(H5Aread(old, type, value) >= 0);
  value[0] ^= 1;
  H5Aclose(old);
  CHECK(H5Adelete(place, name) >= 0);
  fresh = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(H5Awrite(fresh, type, value) >= 0);
  H5Aclose(fresh);
  H5Sclose(space);
  H5Tclose(type);
  H5Oclose(place);
  CHECK(H5Fclose(file) >= 0);
}

static void check_refused(const Parallel *par, const char *path, const char *object,
                          const char *name)
{
  bool good;
  char why[CHECKPOINT_WHY];

  turn_bit(path, object, name);
  CALL(checkpoint_check(par, path, NULL, &good, why));
  if (good) test_fail(__FILE__, __LINE__, "%s: another %s is not noticed", object, name);
  turn_bit(path, object, name);
}

static void everything_is_compared(const Parallel *par)
{
  Checkpoint c = made_state();
  Columns    columns;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       good = write_state(par, &c, path);

  CHECK(good);
  columns_create(&c, &columns);
  for (PetscInt k = 0; k < columns.n && good; k++)
    check_refused(par, path, columns.list[k].table.path, "digest");
  for (int k = 0; k < columns.attributes.n && good; k++)
    if (!is_beside(columns.attributes.list[k].path))
      check_refused(par, path, "/clast", columns.attributes.list[k].path);
  if (good) {
    check_refused(par, path, "/clast", "digest_state");
    CALL(checkpoint_check(par, path, NULL, &good, why));
    CHECK(good); /* restored */
  }
  columns_free(&columns);
  checkpoint_free(&c);
  test_end("a file is refused when any one of its digests, or a number of its state, is another");
}

TESTS(.ranks = {1})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  everything_is_compared(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
