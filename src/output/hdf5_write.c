/* SPDX-License-Identifier: MIT */
/* Writing: rank 0 creates groups, tables, attributes and links by HDF5; each rank writes its rows
   by pwrite to the offset of the table in the file. Collective; all ranks agree on failure in each
   call. */
#include "output/files.h"
#include "output/hdf5_internal.h"
#include <errno.h>

enum {
  ATTRIBUTES =
    100, /* per object, up to which they are stored in its header, which has a checksum */
  PAGE        = 1 << 12, /* bytes */
  BLOCK       = 1 << 18, /* bytes of rows that are made at a time: they stay in the cache */
  FLUSH       = 1 << 22, /* bytes with which the disk begins at a time ... */
  FLUSH_LEAST = 1 << 20  /* ... and at the end of a table */
};

static void group_create(Hdf5 *file, const char *path)
{
  const hid_t properties = H5Pcreate(H5P_GROUP_CREATE);
  hid_t       group;

  H5Pset_attr_phase_change(properties, ATTRIBUTES, 0);
  H5Pset_obj_track_times(properties, false);
  group = H5Gcreate2(file->id, path, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (group < 0) hdf5_fail_inside(file, path, "cannot make the group");
  else H5Gclose(group);
  H5Pclose(properties);
}

PetscErrorCode hdf5_group(Hdf5 *file, const char *path)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (file->id >= 0) group_create(file, path);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create a table. Returns the offset of its rows in the file, bytes; 0 for a table without rows. */
static int64_t table_create(Hdf5 *file, const Hdf5Table *table, int64_t total)
{
  hsize_t     size[HDF5_DIMENSIONS];
  const int   dimensions = hdf5_dimensions(table, total, size);
  const hid_t space      = H5Screate_simple(dimensions, size, NULL);
  const hid_t type       = hdf5_type_create(table->type, (size_t)table->width);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  haddr_t     start      = 0;
  hid_t       id;

  H5Pset_layout(properties, H5D_CONTIGUOUS);
  H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties, false);
  id = H5Dcreate2(file->id, table->path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (id >= 0 && total > 0) start = H5Dget_offset(id);
  if (id < 0 || start == HADDR_UNDEF) hdf5_fail_inside(file, table->path, "cannot make the table");
  if (id >= 0 && H5Dclose(id) < 0) hdf5_fail_inside(file, table->path, "cannot close the table");
  H5Pclose(properties);
  H5Tclose(type);
  H5Sclose(space);
  return (int64_t)start;
}

const void *hdf5_rows_next(Hdf5Rows *rows, int64_t n, size_t size, void *room)
{
  const char *next = rows->rows;

  if (next) rows->rows += (size_t)n * size;
  else rows->make(rows->source, n, room);
  return next ? next : room;
}

/* Number of rows in a block; blocks fill whole pages if possible. */
static int64_t block_rows(int64_t size)
{
  const int64_t n = BLOCK / size;

  return n > PAGE ? n / PAGE * PAGE : max_int(n, 1);
}

/* Write the rows of this rank at this offset in the file, bytes. The disk writes a block while the
   next one is made. */
static PetscErrorCode rows_write(Hdf5 *file, const Hdf5Table *table, int64_t n, Hdf5Rows *rows,
                                 int64_t at)
{
  const int64_t size = (int64_t)hdf5_row_size(table), end = at + size * n;
  const int64_t each  = min_int(block_rows(size), n);
  int64_t       begun = at; /* by the disk, up to this offset */
  void         *room  = NULL;

  PetscFunctionBeginUser;
  if (!rows->rows) PetscCall(array_create(&room, (size_t)size, (PetscInt)each));
  while (at < end && !file->failed) {
    const int64_t m    = min_int(each, (end - at) / size);
    const void   *next = hdf5_rows_next(rows, m, (size_t)size, room);

    if (!file_write_at(file->rows, next, size * m, at))
      hdf5_fail(file, "%s: cannot write: %s", table->path, strerror(errno));
    at += size * m;
    if (at - begun < (at < end ? FLUSH : FLUSH_LEAST)) continue;
    file_begin_flush(file->rows, begun, at);
    begun = at;
  }
  array_free(&room);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode table_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine,
                                  Hdf5Rows *rows)
{
  const int64_t row_size = (int64_t)hdf5_row_size(table);
  int64_t       first, total, start = 0;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_offset(file->par, n_mine, &first, &total));
  if (hdf5_packs(file, total * row_size)) {
    PetscCall(hdf5_write_packed(file, table, first, total, n_mine, rows));
    if (table->unit) PetscCall(hdf5_set(file, table->path, "unit", HDF5_TEXT, 0, table->unit));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (file->id >= 0) start = table_create(file, table, total);
  PetscCall(hdf5_agree(file));
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_bcast(file->par, &start, sizeof start, 0));
  PetscCall(rows_write(file, table, n_mine, rows, start + row_size * first));
  PetscCall(hdf5_agree(file));
  if (table->unit) PetscCall(hdf5_set(file, table->path, "unit", HDF5_TEXT, 0, table->unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows)
{
  Hdf5Rows there = {.rows = rows};

  PetscFunctionBeginUser;
  PetscCall(table_write(file, table, n_mine, &there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write_made(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, Hdf5Maker make,
                               void *source)
{
  Hdf5Rows made = {.make = make, .source = source};

  PetscFunctionBeginUser;
  PetscCall(table_write(file, table, n_mine, &made));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void attribute_create(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n,
                             const void *values)
{
  const hsize_t size = (hsize_t)n;
  const hid_t   id   = hdf5_type_create(type, type == HDF5_TEXT ? strlen(values) : 0);
  const hid_t   space =
    type == HDF5_TEXT || n == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  const hid_t made =
    H5Acreate_by_name(file->id, object, name, id, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  if (made < 0 || H5Awrite(made, id, values) < 0)
    hdf5_fail_inside(file, object, "cannot write an attribute");
  if (made >= 0) H5Aclose(made);
  H5Sclose(space);
  H5Tclose(id);
}

PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n,
                        const void *values)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (file->id >= 0) attribute_create(file, object, name, type, n, values);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (file->id >= 0 && H5Lcreate_hard(file->id, path, file->id, name, H5P_DEFAULT, H5P_DEFAULT) < 0)
    hdf5_fail_inside(file, name, "cannot link");
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
