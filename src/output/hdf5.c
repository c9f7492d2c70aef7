/* SPDX-License-Identifier: MIT */
/* The thin layer. Traps of the library that shape it: a collective write to a table without any row fails; a failure is seen
   by the rank it meets alone; closing does not sync. */
#include "output/hdf5.h"
#include "output/files.h"
#include <hdf5.h>
#include <stdarg.h>
#include <stdio.h>

enum {
  PIECE_BYTES  = 1 << 28, /* of one rank in one collective write: MPI-IO counts bytes in an int */
  ALIGN_FROM   = 1 << 22, /* tables from this size begin at ... */
  ALIGN_TO     = 1 << 20, /* ... a multiple of this: costs a quarter at most */
  TABLES_MOST  = 64,      /* that may be aligned, for the disk space */
  METADATA     = 1 << 19, /* bytes */
  EMPTY        = 1 << 12, /* bytes, more than an empty file has */
  ATTRIBUTES   = 100,     /* of one object, kept in its checksummed header */
  EXPANSION    = 4096,    /* more than any filter can have packed a table */
  DIMENSIONS   = 2,
  REASON_BYTES = 160
};

static const int64_t rows_most = (int64_t)1 << 48;

struct Hdf5 {
  const Parallel *par;
  char            path[HDF5_WHY / 2];
  hid_t           id, transfer;
  bool            writes, failed;
  char            why[HDF5_WHY];
  H5E_auto2_t     print; /* the caller's, while ours is to be silent */
  void           *print_data;
};

static const char *const type_names[] = {"64-bit reals", "64-bit integers", "32-bit integers", "64-bit unsigned numbers",
                                         "bytes",        "strings"};

static size_t type_size(Hdf5Type type)
{
  static const size_t sizes[] = {8, 8, 4, 8, 1, 1};

  return sizes[type];
}

size_t hdf5_row_size(const Hdf5Table *table)
{
  return type_size(table->type) * (size_t)(table->width > 0 ? table->width : 1);
}

/* To be closed with H5Tclose. */
static hid_t type_create(Hdf5Type type, size_t text)
{
  hid_t id;

  switch (type) {
  case HDF5_REAL: return H5Tcopy(H5T_NATIVE_DOUBLE);
  case HDF5_INT64: return H5Tcopy(H5T_NATIVE_INT64);
  case HDF5_INT32: return H5Tcopy(H5T_NATIVE_INT32);
  case HDF5_BITS: return H5Tcopy(H5T_NATIVE_UINT64);
  case HDF5_BYTE: return H5Tcopy(H5T_NATIVE_UINT8);
  case HDF5_TEXT: break;
  }
  id = H5Tcopy(H5T_C_S1);
  H5Tset_size(id, text > 0 ? text : 1);
  H5Tset_strpad(id, H5T_STR_NULLPAD);
  return id;
}

/* ---- failures ---- */

static herr_t note_reason(unsigned depth, const H5E_error2_t *error, void *reason)
{
  if (depth == 0 && error->desc) snprintf(reason, REASON_BYTES, "%s", error->desc);
  return 0;
}

/* What HDF5's innermost function said. */
static void find_reason(char reason[REASON_BYTES])
{
  snprintf(reason, REASON_BYTES, "no reason given");
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, reason);
  H5Eclear2(H5E_DEFAULT);
  for (char *c = reason; *c; c++) {
    if (*c == '\n') *c = ' ';
  }
}

void hdf5_fail(Hdf5 *file, const char *format, ...)
{
  const int start = snprintf(NULL, 0, "%s: ", file->path);
  va_list   arguments;

  if (file->failed) return;
  file->failed = true;
  snprintf(file->why, sizeof file->why, "%s: ", file->path);
  va_start(arguments, format);
  vsnprintf(file->why + start, sizeof file->why - (size_t)start, format, arguments);
  va_end(arguments);
}

bool hdf5_failed(const Hdf5 *file)
{
  return file->failed;
}

/* `what` failed inside HDF5. */
static void fail(Hdf5 *file, const char *where, const char *what)
{
  char reason[REASON_BYTES];

  find_reason(reason);
  hdf5_fail(file, "%s: %s (%s)", where, what, reason);
}

PetscErrorCode hdf5_agree(Hdf5 *file)
{
  int64_t first = file->failed ? -file->par->rank : INT64_MIN;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(file->par, &first, 1));
  if (first == INT64_MIN) PetscFunctionReturn(PETSC_SUCCESS);
  file->failed = true;
  PetscCall(parallel_bcast(file->par, file->why, sizeof file->why, (int)-first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- opening and closing ---- */

static PetscErrorCode file_new(const Parallel *par, const char *path, bool writes, Hdf5 **file)
{
  Hdf5 *f;

  PetscFunctionBeginUser;
  PetscCall(array_create(file, sizeof **file, 1));
  f  = *file;
  *f = (Hdf5){.par = par, .id = H5I_INVALID_HID, .transfer = H5P_DEFAULT, .writes = writes};
  snprintf(f->path, sizeof f->path, "%.*s", (int)sizeof f->path - 1, path);
  H5Eget_auto2(H5E_DEFAULT, &f->print, &f->print_data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rank 0 makes an empty HDF5 file. Room is tried before HDF5 touches the disk, too. */
static void empty_create(Hdf5 *file, const char *path, int64_t room, bool *reserved)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
  hid_t       id;

  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110); /* every tool reads it; metadata has checksums */
  H5Pset_obj_track_times(creation, false);                       /* the same content makes the same bytes, at any time */
  file_remove(path);
  file->failed = !file_reserve(path, room, reserved, file->why, sizeof file->why);
  if (!file->failed) {
    id = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    if (id < 0 || H5Fclose(id) < 0) fail(file, "cannot create", "is the folder writable?");
    else file->failed = !file_reserve(path, room, reserved, file->why, sizeof file->why);
  }
  H5Pclose(creation);
  H5Pclose(access);
}

/* Make the file with all the room it will need. Where that cannot be had for the asking, zeros are written by all ranks,
   which costs the time of writing once more: MPI-IO may keep a full disk to itself until some ranks hang. */
static PetscErrorCode file_prepare(Hdf5 *file, const char *path, int64_t bytes)
{
  const Parallel *par = file->par;
  struct {
    int64_t room;
    bool    reserved;
  } of = {.room = bytes + METADATA + (bytes >= ALIGN_FROM ? (int64_t)TABLES_MOST * ALIGN_TO : 0)};

  PetscFunctionBeginUser;
  if (par->rank == 0) empty_create(file, path, of.room, &of.reserved);
  PetscCall(hdf5_agree(file));
  PetscCall(parallel_bcast(par, &of, sizeof of, 0));
  if (!file->failed && !of.reserved) {
    const int64_t each = of.room / par->size + 1;

    file->failed = !file_fill(path, EMPTY + par->rank * each, each, file->why, sizeof file->why);
    PetscCall(hdf5_agree(file));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What the empty file is opened with by all ranks. */
static hid_t access_create(const Parallel *par)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

  H5Pset_fapl_mpio(access, par->comm, MPI_INFO_NULL);
  H5Pset_coll_metadata_write(access, true);
  H5Pset_all_coll_metadata_ops(access, true);
  H5Pset_alignment(access, ALIGN_FROM, ALIGN_TO);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

PetscErrorCode hdf5_create(const Parallel *par, const char *path, int64_t bytes, Hdf5 **file)
{
  hid_t access;

  PetscFunctionBeginUser;
  PetscCall(file_new(par, path, true, file));
  PetscCall(file_prepare(*file, path, bytes));
  if ((*file)->failed) PetscFunctionReturn(PETSC_SUCCESS);
  access            = access_create(par);
  (*file)->transfer = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio((*file)->transfer, H5FD_MPIO_COLLECTIVE);
  (*file)->id = H5Fopen(path, H5F_ACC_RDWR, access);
  if ((*file)->id < 0) fail(*file, "cannot open", "for writing by all ranks");
  H5Pclose(access);
  PetscCall(hdf5_agree(*file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_open(const Parallel *par, const char *path, Hdf5 **file)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

  PetscFunctionBeginUser;
  PetscCall(file_new(par, path, false, file));
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  if (!file_exists(path)) hdf5_fail(*file, folder_exists(path) ? "is a folder, not a file" : "no such file");
  else if (!file_may_be_read(path)) hdf5_fail(*file, "cannot be read: permission denied");
  else if (H5Fis_hdf5(path) <= 0) hdf5_fail(*file, "not an HDF5 file, or its beginning is damaged");
  else {
    (*file)->id = H5Fopen(path, H5F_ACC_RDONLY, access);
    if ((*file)->id < 0) fail(*file, "cannot open", "damaged or cut off");
  }
  H5Pclose(access);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_flush(Hdf5 *file)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (H5Fflush(file->id, H5F_SCOPE_GLOBAL) < 0) fail(file, "cannot bring to the disk", "is it full?");
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_close(Hdf5 **file, bool *good, char *why)
{
  Hdf5 *f = *file;

  PetscFunctionBeginUser;
  if (f->id >= 0 && H5Fclose(f->id) < 0 && f->writes) fail(f, "cannot close", "is the disk full?");
  if (f->transfer != H5P_DEFAULT) H5Pclose(f->transfer);
  H5Eclear2(H5E_DEFAULT);
  PetscCall(hdf5_agree(f));
  /* On damaged files the library loses memory of its own, and complains of that when the program ends if it may print. */
  if (!f->failed) H5Eset_auto2(H5E_DEFAULT, f->print, f->print_data);
  *good = !f->failed;
  if (why) snprintf(why, HDF5_WHY, "%s", f->failed ? f->why : "");
  array_free(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- writing ---- */

PetscErrorCode hdf5_group(Hdf5 *file, const char *path)
{
  hid_t properties, group;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  properties = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_attr_phase_change(properties, ATTRIBUTES, 0);
  H5Pset_obj_track_times(properties, false);
  group = H5Gcreate2(file->id, path, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (group < 0) fail(file, path, "cannot make the group");
  else H5Gclose(group);
  H5Pclose(properties);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int table_dimensions(const Hdf5Table *table, int64_t n, hsize_t size[DIMENSIONS])
{
  size[0] = (hsize_t)n;
  size[1] = (hsize_t)table->width;
  return table->width > 0 && table->type != HDF5_TEXT ? 2 : 1;
}

static hid_t table_create(Hdf5 *file, const Hdf5Table *table, int64_t total)
{
  hsize_t     size[DIMENSIONS];
  const int   dimensions = table_dimensions(table, total, size);
  const hid_t space      = H5Screate_simple(dimensions, size, NULL);
  const hid_t type       = type_create(table->type, (size_t)table->width);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  hid_t       id;

  H5Pset_layout(properties, H5D_CONTIGUOUS);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties, false);
  id = H5Dcreate2(file->id, table->path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (id < 0) fail(file, table->path, "cannot make the table");
  H5Pclose(properties);
  H5Tclose(type);
  H5Sclose(space);
  return id;
}

/* Select rows first .. first+n-1 of the table in the file, and as many in memory. */
static void select_rows(const Hdf5Table *table, hid_t in_file, int64_t first, int64_t n, hid_t *in_memory)
{
  hsize_t       count[DIMENSIONS];
  const int     dimensions        = table_dimensions(table, n > 0 ? n : 1, count);
  const hsize_t start[DIMENSIONS] = {(hsize_t)first, 0};

  *in_memory = H5Screate_simple(dimensions, count, NULL);
  if (n > 0) H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, NULL, count, NULL);
  else {
    H5Sselect_none(in_file);
    H5Sselect_none(*in_memory);
  }
}

static bool rows_move(Hdf5 *file, const Hdf5Table *table, hid_t id, int64_t first, int64_t n, const void *from, void *to)
{
  const hid_t type = type_create(table->type, (size_t)table->width), space = H5Dget_space(id);
  hid_t       memory;
  herr_t      status;

  select_rows(table, space, first, n, &memory);
  status = from ? H5Dwrite(id, type, memory, space, file->transfer, from) : H5Dread(id, type, memory, space, file->transfer, to);
  H5Sclose(memory);
  H5Sclose(space);
  H5Tclose(type);
  return status >= 0;
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

    if (!rows_move(file, table, id, first + start, m, from, NULL)) fail(file, table->path, "cannot write; is the disk full?");
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
  id        = type_create(type, type == HDF5_TEXT ? strlen(values) : 0);
  space     = type == HDF5_TEXT || n == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  attribute = H5Acreate_by_name(file->id, object, name, id, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0 || H5Awrite(attribute, id, values) < 0) fail(file, object, "cannot write an attribute");
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
  if (H5Lcreate_hard(file->id, path, file->id, name, H5P_DEFAULT, H5P_DEFAULT) < 0) fail(file, name, "cannot link");
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- reading ---- */

/* 1: there is such an object; 0: none; negative: HDF5 cannot tell. Every part of the path must be there for it to answer. */
static int find_path(hid_t file, const char *path)
{
  char   part[HDF5_PATH];
  htri_t exists;

  if (strlen(path) >= sizeof part) return 0;
  strcpy(part, path);
  for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    exists = H5Lexists(file, part, H5P_DEFAULT);
    if (exists <= 0) return exists;
    *slash = '/';
  }
  exists = H5Lexists(file, part, H5P_DEFAULT);
  return exists <= 0 ? exists : H5Oexists_by_name(file, path, H5P_DEFAULT);
}

bool hdf5_has(Hdf5 *file, const char *path)
{
  const int exists = file->failed ? 0 : find_path(file->id, path);

  if (exists < 0) fail(file, path, "cannot be read");
  return exists > 0;
}

static bool type_is(hid_t id, Hdf5Type type)
{
  const H5T_class_t class = H5Tget_class(id);
  const size_t size       = H5Tget_size(id);

  if (type == HDF5_REAL) return class == H5T_FLOAT && size == 8;
  if (type == HDF5_TEXT) return class == H5T_STRING && H5Tis_variable_str(id) == 0;
  if (class != H5T_INTEGER || size != type_size(type)) return false;
  return H5Tget_sign(id) == (type == HDF5_BITS || type == HDF5_BYTE ? H5T_SGN_NONE : H5T_SGN_2);
}

/* An open table of one of the known types, or a negative number, failed. */
static hid_t table_open(Hdf5 *file, const char *path)
{
  hid_t id;

  if (file->failed) return -1;
  if (!hdf5_has(file, path)) {
    hdf5_fail(file, "%s: is missing", path);
    return -1;
  }
  id = H5Dopen2(file->id, path, H5P_DEFAULT);
  if (id < 0) fail(file, path, "cannot be opened as a table");
  return id;
}

/* Does the file hold data for all rows? A length that it cannot hold must never become the size of an allocation. */
static bool has_data(hid_t id, int64_t n, size_t row_size)
{
  const hid_t        properties = H5Dget_create_plist(id);
  const H5D_layout_t layout     = H5Pget_layout(properties);
  const double       needed = (double)n * (double)row_size, stored = (double)H5Dget_storage_size(id);

  H5Pclose(properties);
  return layout == H5D_CHUNKED ? needed <= stored * EXPANSION : needed == stored;
}

static int64_t rows_of(Hdf5 *file, const Hdf5Table *table, hid_t id)
{
  const hid_t space = H5Dget_space(id), type = H5Dget_type(id);
  const int   dimensions       = H5Sget_simple_extent_ndims(space);
  hsize_t     size[DIMENSIONS] = {0}, expected[DIMENSIONS];
  int64_t     n                = -1;

  if (!type_is(type, table->type)) hdf5_fail(file, "%s: not a table of %s", table->path, type_names[table->type]);
  else if (table->type == HDF5_TEXT && H5Tget_size(type) != (size_t)table->width)
    hdf5_fail(file, "%s: strings of %zu bytes, not %d", table->path, H5Tget_size(type), table->width);
  else if (dimensions != table_dimensions(table, 0, expected)) hdf5_fail(file, "%s: has %d dimensions", table->path, dimensions);
  else {
    H5Sget_simple_extent_dims(space, size, NULL);
    if (dimensions == 2 && size[1] != expected[1])
      hdf5_fail(file, "%s: rows of %lld numbers, not %d", table->path, (long long)size[1], table->width);
    else if (size[0] > (hsize_t)rows_most || !has_data(id, (int64_t)size[0], hdf5_row_size(table)))
      hdf5_fail(file, "%s: %lld rows, which the file does not hold", table->path, (long long)size[0]);
    else n = (int64_t)size[0];
  }
  H5Tclose(type);
  H5Sclose(space);
  return n;
}

int64_t hdf5_rows(Hdf5 *file, const Hdf5Table *table)
{
  const hid_t id = table_open(file, table->path);
  int64_t     n;

  if (id < 0) return -1;
  n = rows_of(file, table, id);
  H5Dclose(id);
  return n;
}

bool hdf5_read(Hdf5 *file, const Hdf5Table *table, int64_t first, int64_t n, void *rows)
{
  const hid_t id = table_open(file, table->path);
  bool        inside;

  if (id < 0) return false;
  inside = first >= 0 && first + n <= rows_of(file, table, id);
  if (!inside) hdf5_fail(file, "%s: rows missing", table->path);
  else if (n > 0 && !rows_move(file, table, id, first, n, NULL, rows)) fail(file, table->path, "cannot read");
  H5Dclose(id);
  return !file->failed;
}

int64_t hdf5_text_width(Hdf5 *file, const char *path)
{
  const hid_t id = table_open(file, path);
  hid_t       type;
  int64_t     width = -1;

  if (id < 0) return -1;
  type = H5Dget_type(id);
  if (type_is(type, HDF5_TEXT) && H5Tget_size(type) < PETSC_MAX_INT) width = (int64_t)H5Tget_size(type);
  else hdf5_fail(file, "%s: not a text", path);
  H5Tclose(type);
  H5Dclose(id);
  return width;
}

bool hdf5_type(Hdf5 *file, const char *path, Hdf5Type *type)
{
  const hid_t id = table_open(file, path);
  hid_t       stored;
  bool        known = false;

  if (id < 0) return false;
  stored = H5Dget_type(id);
  for (int t = HDF5_REAL; t <= HDF5_TEXT && !known; t++) {
    known = type_is(stored, (Hdf5Type)t);
    *type = (Hdf5Type)t;
  }
  H5Tclose(stored);
  H5Dclose(id);
  return known;
}

/* Does an attribute have this type, and n numbers or room for its text? */
static bool attribute_fits(hid_t attribute, Hdf5Type type, int n)
{
  const hid_t    id = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  bool           fits   = type_is(id, type) && points == (type == HDF5_TEXT || n == 0 ? 1 : n);

  if (type == HDF5_TEXT) fits = fits && H5Tget_size(id) < (size_t)n;
  H5Sclose(space);
  H5Tclose(id);
  return fits;
}

bool hdf5_get(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, void *values)
{
  htri_t exists;
  hid_t  attribute, id;

  if (file->failed) return false;
  exists = hdf5_has(file, object) ? H5Aexists_by_name(file->id, object, name, H5P_DEFAULT) : 0;
  if (exists <= 0) {
    if (exists < 0) fail(file, object, "cannot be read");
    hdf5_fail(file, "%s: attribute %s is missing", object, name);
    return false;
  }
  attribute = H5Aopen_by_name(file->id, object, name, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0) {
    fail(file, object, "cannot open an attribute");
    return false;
  }
  if (!attribute_fits(attribute, type, n)) hdf5_fail(file, "%s: attribute %s has another type or length", object, name);
  else {
    if (type == HDF5_TEXT) memset(values, 0, (size_t)n);
    id = type == HDF5_TEXT ? H5Aget_type(attribute) : type_create(type, 0);
    if (H5Aread(attribute, id, values) < 0) fail(file, object, "cannot read an attribute");
    H5Tclose(id);
  }
  H5Aclose(attribute);
  return !file->failed;
}

int64_t hdf5_members(Hdf5 *file, const char *group)
{
  H5G_info_t info;

  if (file->failed) return -1;
  if (H5Gget_info_by_name(file->id, group, &info, H5P_DEFAULT) < 0) {
    fail(file, group, "cannot list the group");
    return -1;
  }
  return (int64_t)info.nlinks;
}

bool hdf5_member(Hdf5 *file, const char *group, int64_t i, char *name, size_t size)
{
  if (file->failed) return false;
  if (H5Lget_name_by_idx(file->id, group, H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, name, size, H5P_DEFAULT) < 0)
    fail(file, group, "cannot list the group");
  return !file->failed;
}

void hdf5_versions(char *text, size_t size)
{
  char     library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  unsigned major, minor, release;
  int      length;

  H5get_libversion(&major, &minor, &release);
  MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = 0;
  snprintf(text, size, "PETSc %d.%d.%d, HDF5 %u.%u.%u, %s", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR,
           major, minor, release, library);
}
