/* SPDX-License-Identifier: MIT */
/* The thin layer. Traps of the library that shape it: a collective write to a table without any row fails; a failure is seen
   by the rank it meets alone; closing does not sync. Here: failures, opening and closing, what tables are made of. */
#include "output/files.h"
#include "output/hdf5_internal.h"
#include <stdarg.h>
#include <stdio.h>

enum {
  ALIGN_FROM   = 1 << 22, /* tables from this size begin at ... */
  ALIGN_TO     = 1 << 20, /* ... a multiple of this: costs a quarter at most */
  TABLES_MOST  = 64,      /* that may be aligned, for the disk space */
  METADATA     = 1 << 19, /* bytes */
  EMPTY        = 1 << 12, /* bytes, more than an empty file has */
  REASON_BYTES = 160
};

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

void hdf5_fail_inside(Hdf5 *file, const char *where, const char *what)
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
    if (id < 0 || H5Fclose(id) < 0) hdf5_fail_inside(file, "cannot create", "is the folder writable?");
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
  if ((*file)->id < 0) hdf5_fail_inside(*file, "cannot open", "for writing by all ranks");
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
    if ((*file)->id < 0) hdf5_fail_inside(*file, "cannot open", "damaged or cut off");
  }
  H5Pclose(access);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_flush(Hdf5 *file)
{
  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (H5Fflush(file->id, H5F_SCOPE_GLOBAL) < 0) hdf5_fail_inside(file, "cannot bring to the disk", "is it full?");
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_close(Hdf5 **file, bool *good, char *why)
{
  Hdf5 *f = *file;

  PetscFunctionBeginUser;
  if (f->id >= 0 && H5Fclose(f->id) < 0 && f->writes) hdf5_fail_inside(f, "cannot close", "is the disk full?");
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

/* ---- tables ---- */

size_t hdf5_type_size(Hdf5Type type)
{
  static const size_t sizes[] = {8, 8, 4, 8, 1, 1};

  return sizes[type];
}

size_t hdf5_row_size(const Hdf5Table *table)
{
  return hdf5_type_size(table->type) * (size_t)(table->width > 0 ? table->width : 1);
}

hid_t hdf5_type_create(Hdf5Type type, size_t text)
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

int hdf5_dimensions(const Hdf5Table *table, int64_t n, hsize_t size[HDF5_DIMENSIONS])
{
  size[0] = (hsize_t)n;
  size[1] = (hsize_t)table->width;
  return table->width > 0 && table->type != HDF5_TEXT ? 2 : 1;
}

/* Select rows first .. first+n-1 of the table in the file, and as many in memory. */
static void select_rows(const Hdf5Table *table, hid_t in_file, int64_t first, int64_t n, hid_t *in_memory)
{
  hsize_t       count[HDF5_DIMENSIONS];
  const int     dimensions             = hdf5_dimensions(table, n > 0 ? n : 1, count);
  const hsize_t start[HDF5_DIMENSIONS] = {(hsize_t)first, 0};

  *in_memory = H5Screate_simple(dimensions, count, NULL);
  if (n > 0) H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, NULL, count, NULL);
  else {
    H5Sselect_none(in_file);
    H5Sselect_none(*in_memory);
  }
}

bool hdf5_rows_move(Hdf5 *file, const Hdf5Table *table, hid_t id, int64_t first, int64_t n, const void *from, void *to)
{
  const hid_t type = hdf5_type_create(table->type, (size_t)table->width), space = H5Dget_space(id);
  hid_t       memory;
  herr_t      status;

  select_rows(table, space, first, n, &memory);
  status = from ? H5Dwrite(id, type, memory, space, file->transfer, from) : H5Dread(id, type, memory, space, file->transfer, to);
  H5Sclose(memory);
  H5Sclose(space);
  H5Tclose(type);
  return status >= 0;
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
