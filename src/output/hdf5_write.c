/* SPDX-License-Identifier: MIT */
/* Writing: groups, tables, attributes, second names. Collective; all agree on failure before they go on. */
#include "output/hdf5_internal.h"

enum {
  PIECE_BYTES = 1 << 28, /* of one rank in one collective write: MPI-IO counts bytes in an int */
  ATTRIBUTES  = 100      /* of one object, kept in its checksummed header */
};

PetscErrorCode hdf5_group(Hdf5 *file, const char *path)
{
  hid_t properties, group;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  properties = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_attr_phase_change(properties, ATTRIBUTES, 0);
  H5Pset_obj_track_times(properties, false);
  group = H5Gcreate2(file->id, path, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (group < 0) hdf5_fail_inside(file, path, "cannot make the group");
  else H5Gclose(group);
  H5Pclose(properties);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static hid_t table_create(Hdf5 *file, const Hdf5Table *table, int64_t total)
{
  hsize_t     size[HDF5_DIMENSIONS];
  const int   dimensions = hdf5_dimensions(table, total, size);
  const hid_t space      = H5Screate_simple(dimensions, size, NULL);
  const hid_t type       = hdf5_type_create(table->type, (size_t)table->width);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  hid_t       id;

  H5Pset_layout(properties, H5D_CONTIGUOUS);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties, false);
  id = H5Dcreate2(file->id, table->path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (id < 0) hdf5_fail_inside(file, table->path, "cannot make the table");
  H5Pclose(properties);
  H5Tclose(type);
  H5Sclose(space);
  return id;
}

/* All ranks write as often as the one with the most rows must. */
static PetscErrorCode pieces_write(Hdf5 *file, const Hdf5Table *table, hid_t id, int64_t first, int64_t n, const char *rows)
{
  const size_t  row_size  = hdf5_row_size(table);
  const int64_t piece     = max_int(1, (int64_t)(PIECE_BYTES / row_size));
  int64_t       n_pieces  = (n + piece - 1) / piece;
  const double  nothing[] = {0};

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(file->par, &n_pieces, 1));
  for (int64_t p = 0; p < n_pieces && !file->failed; p++) {
    const int64_t start = min_int(p * piece, n), m = min_int(piece, n - start);
    const void   *from = m > 0 ? (const void *)(rows + row_size * (size_t)start) : nothing;

    if (!hdf5_rows_move(file, table, id, first + start, m, from, NULL))
      hdf5_fail_inside(file, table->path, "cannot write; is the disk full?");
    PetscCall(hdf5_agree(file));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows)
{
  int64_t first, total;
  hid_t   id;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_offset(file->par, n_mine, &first, &total));
  id = table_create(file, table, total);
  PetscCall(hdf5_agree(file));
  if (!file->failed && total > 0) PetscCall(pieces_write(file, table, id, first, n_mine, rows));
  if (id >= 0) H5Dclose(id);
  if (table->unit) PetscCall(hdf5_set(file, table->path, "unit", HDF5_TEXT, 0, table->unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, const void *values)
{
  const hsize_t size = (hsize_t)n;
  hid_t         id, space, attribute;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  id        = hdf5_type_create(type, type == HDF5_TEXT ? strlen(values) : 0);
  space     = type == HDF5_TEXT || n == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  attribute = H5Acreate_by_name(file->id, object, name, id, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0 || H5Awrite(attribute, id, values) < 0) hdf5_fail_inside(file, object, "cannot write an attribute");
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(id);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (H5Lcreate_hard(file->id, path, file->id, name, H5P_DEFAULT, H5P_DEFAULT) < 0) hdf5_fail_inside(file, name, "cannot link");
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
