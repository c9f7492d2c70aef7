/* SPDX-License-Identifier: MIT */
/* Failures, opening, making and closing of files, types and shapes of tables.

   MPI-IO is not used. If a write fails on one rank (quota, limit, full disk), the other ranks hang
   in Open MPI's collective writes and in HDF5's collective writes of metadata. Also, Open MPI's
   files wait on a semaphore named after the last part of the path alone, and hang if a run that
   wrote a file of that name was killed while holding it. */
#include "output/files.h"
#include "output/hdf5_internal.h"
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

enum {
  ALIGN_FROM = 1 << 22, /* bytes; larger tables begin at ... */
  ALIGN_TO = 1 << 20, /* ... a multiple of this, bytes: padding is at most a quarter of the table */
  TABLES_MOST  = 64,  /* number of aligned tables whose padding is reserved on disk */
  METADATA     = 1 << 19, /* bytes reserved for metadata */
  EMPTY        = 1 << 12, /* bytes, an upper bound on the size of an empty file */
  REASON_BYTES = 160
};

/* ---- failures ---- */

static herr_t note_reason(unsigned depth, const H5E_error2_t *error, void *reason)
{
  if (depth == 0 && error->desc) snprintf(reason, REASON_BYTES, "%s", error->desc);
  return 0;
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

  snprintf(reason, sizeof reason, "no reason given");
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, reason);
  H5Eclear2(H5E_DEFAULT);
  for (char *c = reason; (c = strchr(c, '\n'));) *c = ' ';
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

void hdf5_start(void)
{
  H5dont_atexit();
  H5open();
}

static void file_new(const Parallel *par, const char *path, bool writes, Hdf5 **file)
{
  Hdf5 *f;

  array_create(file, sizeof **file, 1);
  f  = *file;
  *f = (Hdf5){.par = par, .id = H5I_INVALID_HID, .rows = -1, .writes = writes};
  snprintf(f->path, sizeof f->path, "%.*s", (int)sizeof f->path - 1, path);
  H5Eget_auto2(H5E_DEFAULT, &f->print, &f->print_data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

static hid_t access_create(void)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110); /* read by all tools; checksums */
  H5Pset_alignment(access, ALIGN_FROM, ALIGN_TO);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

/* Create an empty HDF5 file on rank 0. Disk space is reserved before HDF5 creates the file, so that
   a full disk is found first, and again afterwards, as H5Fcreate truncates the file. */
static void empty_create(Hdf5 *file, const char *path, int64_t room, bool *reserved)
{
  const hid_t access = access_create(), creation = H5Pcreate(H5P_FILE_CREATE);
  hid_t       id;

  H5Pset_obj_track_times(creation, false); /* same content, same bytes: no time stamps */
  file->failed = !file_make(path, file->why, sizeof file->why) ||
                 !file_reserve(path, room, reserved, file->why, sizeof file->why);
  if (!file->failed) {
    id = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    if (id < 0 || H5Fclose(id) < 0)
      hdf5_fail_inside(file, "cannot create", "is the folder writable?");
    else file->failed = !file_reserve(path, room, reserved, file->why, sizeof file->why);
  }
  H5Pclose(creation);
  H5Pclose(access);
}

/* Open the file, and make all but its rows. Rank 0. */
static PetscErrorCode file_make_all(Hdf5 *f, const Hdf5Writing *writing)
{
  const hid_t access = access_create();

  PetscFunctionBeginUser;
  f->id = H5Fopen(writing->path, H5F_ACC_RDWR, access);
  H5Pclose(access);
  if (f->id < 0) hdf5_fail_inside(f, "cannot open", "for writing");
  f->pass = HDF5_MAKES;
  f->next = 0;
  if (!f->failed) PetscCall(writing->content(f, writing->context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A file as rank 0 has made it; the starts of all tables follow. */
typedef struct {
  int64_t room, page;
  bool    reserved, failed;
  char    why[HDF5_WHY];
} Made;

static PetscErrorCode made_share(Hdf5 *f, Made *made)
{
  const size_t size = sizeof *made + (size_t)f->n_parts * sizeof(int64_t);
  char        *bytes;
  int64_t     *start;

  PetscFunctionBeginUser;
  array_create(&bytes, 1, (PetscInt)size);
  start        = (int64_t *)(void *)(bytes + sizeof *made);
  made->failed = f->failed;
  memcpy(made->why, f->why, sizeof made->why);
  memcpy(bytes, made, sizeof *made);
  for (PetscInt k = 0; k < f->n_parts; k++) start[k] = f->parts[k].start;
  PetscCall(parallel_bcast(f->par, bytes, size, 0));
  memcpy(made, bytes, sizeof *made);
  for (PetscInt k = 0; k < f->n_parts; k++) f->parts[k].start = start[k];
  f->failed = made->failed;
  f->page   = made->page;
  memcpy(f->why, made->why, sizeof f->why);
  array_free(&bytes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create the file with all disk space that it will need, and all in it but rows. If the file system
   cannot reserve space, all ranks write zeros first, which doubles the time of writing. */
static PetscErrorCode file_prepare(Hdf5 *f, const Hdf5Writing *writing)
{
  const Parallel *par   = f->par;
  int64_t         bytes = 0;
  Made            made  = {.reserved = false};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < f->n_parts; k++) bytes += f->parts[k].total * (int64_t)f->parts[k].size;
  made.room = bytes + METADATA + (bytes >= ALIGN_FROM ? (int64_t)TABLES_MOST * ALIGN_TO : 0);
  if (par->rank == 0) {
    empty_create(f, writing->path, made.room, &made.reserved);
    made.page = file_block(writing->path);
    if (made.reserved && !f->failed) PetscCall(file_make_all(f, writing));
  }
  PetscCall(made_share(f, &made));
  if (f->failed || made.reserved) PetscFunctionReturn(PETSC_SUCCESS);
  bytes     = (made.room / par->size / made.page + 1) * made.page;
  f->failed = !file_fill(writing->path, EMPTY + par->rank * bytes, bytes, f->why, sizeof f->why);
  PetscCall(hdf5_agree(f));
  if (f->failed) PetscFunctionReturn(PETSC_SUCCESS);
  if (par->rank == 0) PetscCall(file_make_all(f, writing));
  PetscCall(made_share(f, &made));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sync to disk what this rank has written. */
static void file_sync(Hdf5 *f)
{
  if (f->failed) return;
  if (f->id >= 0 && H5Fflush(f->id, H5F_SCOPE_GLOBAL) < 0)
    hdf5_fail_inside(f, "cannot sync to disk", "is it full?");
  /* rank 0's descriptor is of the same file as HDF5's, so this syncs both */
  if (!file_flush(f->rows)) hdf5_fail(f, "cannot sync to disk: %s", strerror(errno));
}

/* Write the last attributes, after all ranks have synced their rows. */
static PetscErrorCode file_complete(Hdf5 *f, const Hdf5Writing *writing)
{
  PetscFunctionBeginUser;
  file_sync(f);
  PetscCall(hdf5_agree(f));
  if (f->failed || f->par->rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  f->pass = HDF5_MAKES;
  PetscCall(writing->complete(f, writing->context));
  file_sync(f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write_file(const Parallel *par, const Hdf5Writing *writing, bool *good,
                               char *why)
{
  Hdf5 *f;

  PetscFunctionBeginUser;
  file_new(par, writing->path, true, &f);
  f->pack = writing->level;
  PetscCall(writing->content(f, writing->context));
  PetscCall(hdf5_place(f));
  PetscCall(file_prepare(f, writing));
  if (!f->failed) {
    f->rows   = file_reopen(writing->path, f->why, sizeof f->why);
    f->failed = f->rows < 0;
    PetscCall(hdf5_write_parts(f, writing));
    if (writing->complete) PetscCall(file_complete(f, writing));
  }
  PetscCall(hdf5_close(&f, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void hdf5_open(const Parallel *par, const char *path, bool plain, Hdf5 **file)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

  file_new(par, path, false, file);
  (*file)->plain = plain;
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  if (!file_exists(path))
    hdf5_fail(*file, folder_exists(path)      ? "is a folder, not a file"
                     : file_may_be_read(path) ? "is a pipe or a device, not a file"
                                              : "no such file");
  else if (!file_may_be_read(path)) hdf5_fail(*file, "cannot be read: permission denied");
  else if (H5Fis_hdf5(path) <= 0) hdf5_fail(*file, "not an HDF5 file, or its beginning is damaged");
  else {
    (*file)->id = H5Fopen(path, H5F_ACC_RDONLY, access);
    if ((*file)->id < 0) hdf5_fail_inside(*file, "cannot open", "damaged or cut off");
  }
  H5Pclose(access);
}

PetscErrorCode hdf5_close(Hdf5 **file, bool *good, char *why)
{
  Hdf5 *f = *file;

  PetscFunctionBeginUser;
  /* network file systems may report a failed write only here */
  if (f->rows >= 0 && close(f->rows) != 0) hdf5_fail(f, "cannot close: %s", strerror(errno));
  if (f->id >= 0 && H5Fclose(f->id) < 0 && f->writes)
    hdf5_fail_inside(f, "cannot close", "is the disk full?");
  H5Eclear2(H5E_DEFAULT);
  PetscCall(hdf5_agree(f));
  /* HDF5 leaks memory on damaged files and reports that at program end: after a failure it stays
     silent. */
  if (!f->failed) H5Eset_auto2(H5E_DEFAULT, f->print, f->print_data);
  *good = !f->failed;
  if (why) snprintf(why, HDF5_WHY, "%s", f->failed ? f->why : "");
  array_free(&f->parts);
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

void hdf5_versions(char *text, size_t size)
{
  char     mpi[PARALLEL_MPI];
  unsigned major, minor, release;

  H5get_libversion(&major, &minor, &release);
  parallel_mpi(mpi);
  snprintf(text, size, "PETSc %d.%d.%d, HDF5 %u.%u.%u, %s", PETSC_VERSION_MAJOR,
           PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR, major, minor, release, mpi);
}
