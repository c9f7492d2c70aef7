/* SPDX-License-Identifier: MIT */
/* Compressed tables: rows of all ranks come back in order, whole or in parts, in chunks that have
   rows of several ranks, and in less room; small ones stay plain. A table that cannot be made
   leaves no handle. A content that changes while it is written is a failure. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "output/hdf5.h"
#include "test.h"
#include <dlfcn.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS = 100003, LEVEL = 4 };

static const Hdf5Table vectors = {"/vectors", HDF5_REAL, 3, "m"},
                       numbers = {"/numbers", HDF5_INT32, 0, NULL},
                       few     = {"/few", HDF5_INT64, 0, NULL};

static double real_of(int64_t row, int k)
{
  return (double)(row % 1000) + 0.25 * k;
}

/* Rows of this rank: uneven, so that ranks end within chunks. */
static void share_of(const Parallel *par, int64_t *first, int64_t *n)
{
  *first = ROWS * (int64_t)(par->rank * par->rank) / (par->size * par->size);
  *n     = ROWS * (int64_t)((par->rank + 1) * (par->rank + 1)) / (par->size * par->size) - *first;
}

static const int64_t ten[] = {1, 2, 3};

/* Rows of this rank. */
typedef struct {
  const Parallel *par;
  int64_t         n;
  double         *real;
  int32_t        *whole;
} Mine;

static PetscErrorCode content(Hdf5 *file, const void *context)
{
  const Mine *m = context;

  PetscFunctionBeginUser;
  PetscCall(hdf5_write(file, &vectors, m->n, m->real));
  PetscCall(hdf5_write(file, &numbers, m->n, m->whole));
  PetscCall(hdf5_write(file, &few, m->par->rank == 0 ? 3 : 0, ten));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the tables; returns the size of the file, bytes. */
static int64_t write_file(const Parallel *par, const char *path, int level)
{
  Mine              m = {.par = par};
  const Hdf5Writing w = {.path = path, .level = level, .content = content, .context = &m};
  struct stat       s = {0};
  int64_t           first;
  bool              good;

  share_of(par, &first, &m.n);
  array_create(&m.real, 3 * sizeof *m.real, (PetscInt)m.n);
  array_create(&m.whole, sizeof *m.whole, (PetscInt)m.n);
  for (int64_t r = 0; r < m.n; r++) {
    for (int k = 0; k < 3; k++) m.real[3 * r + k] = real_of(first + r, k);
    m.whole[r] = (int32_t)(first + r);
  }
  CALL(hdf5_write_file(par, &w, &good, NULL));
  CHECK(good);
  array_free(&m.real);
  array_free(&m.whole);
  CHECK(stat(path, &s) == 0);
  return (int64_t)s.st_size;
}

static void check_file(const Parallel *par, const char *path)
{
  double  *real;
  int32_t *whole;
  int64_t  three[3], wrong = 0;
  char     unit[8] = "";
  Hdf5    *file;
  bool     good;

  array_create(&real, 3 * sizeof *real, ROWS);
  array_create(&whole, sizeof *whole, ROWS);
  hdf5_open(par, path, false, &file);
  CHECK_INT(hdf5_rows(file, &vectors), ROWS);
  CHECK(hdf5_read(file, &vectors, 0, ROWS, real));
  CHECK(hdf5_read(file, &numbers, 7, ROWS - 7, whole));
  CHECK(hdf5_read(file, &few, 0, 3, three) && three[2] == 3);
  CHECK(hdf5_get(file, "/vectors", "unit", HDF5_TEXT, sizeof unit, unit));
  CHECK_TEXT(unit, "m");
  for (int64_t r = 0; r < ROWS; r++) {
    for (int k = 0; k < 3; k++) wrong += real[3 * r + k] != real_of(r, k);
    wrong += r < ROWS - 7 && whole[r] != r + 7;
  }
  CHECK_INT(wrong, 0);
  CALL(hdf5_close(&file, &good, NULL));
  CHECK(good);
  array_free(&real);
  array_free(&whole);
}

static bool placeless; /* tables have no place in their file */

/* Called in place of HDF5's. */
haddr_t H5Dget_offset(hid_t table)
{
  haddr_t (*known)(hid_t) = NULL;

  if (placeless) return HADDR_UNDEF;
  *(void **)&known = dlsym(RTLD_NEXT, "H5Dget_offset");
  return known(table);
}

static PetscErrorCode few_alone(Hdf5 *file, const void *context)
{
  const Parallel *par = context;

  PetscFunctionBeginUser;
  PetscCall(hdf5_write(file, &few, par->rank == 0 ? 3 : 0, ten));
  CHECK_INT(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_DATASET), 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void a_table_without_a_place_leaves_no_handle(const Parallel *par)
{
  const Hdf5Writing w = {.path = "placeless.h5", .content = few_alone, .context = par};
  char              why[HDF5_WHY];
  bool              good;

  placeless = true;
  CALL(hdf5_write_file(par, &w, &good, why));
  placeless = false;
  CHECK(!good && strstr(why, "/few: cannot make the table"));
  CALL(parallel_barrier(par));
  if (par->rank == 0) CHECK(unlink("placeless.h5") == 0);
  test_end("a table whose place in the file is not known is a failure, and its handle is closed");
}

/* Rows of a table, of which one rank has more at each call. */
typedef struct {
  const Parallel *par;
  int64_t        *n;
  double         *real;
} Growing;

static PetscErrorCode growing(Hdf5 *file, const void *context)
{
  const Growing *g = context;

  return hdf5_write(file, &vectors, g->par->rank == g->par->size - 1 ? (*g->n)++ : 1, g->real);
}

static void a_content_that_changes_is_a_failure(const Parallel *par, int level)
{
  int64_t           n = 4000; /* for a compressed table */
  Growing           g = {.par = par, .n = &n};
  const Hdf5Writing w = {.path = "grows.h5", .level = level, .content = growing, .context = &g};
  char              why[HDF5_WHY];
  bool              good;

  array_create(&g.real, 3 * sizeof *g.real, n);
  CALL(hdf5_write_file(par, &w, &good, why));
  CHECK(!good && strstr(why, "grows.h5: /vectors: the content of the file has changed"));
  array_free(&g.real);
  if (par->rank == 0) CHECK(unlink("grows.h5") == 0);
  CALL(parallel_barrier(par));
}

TESTS(.ranks = {1, 2, 3})
{
  const char *path = "packed.h5";
  Parallel    par;
  int64_t     plain, packed;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  plain = write_file(&par, path, 0);
  check_file(&par, path);
  MPI_Barrier(PETSC_COMM_WORLD);
  packed = write_file(&par, path, LEVEL);
  check_file(&par, path);
  CHECK(packed < plain / 4); /* numbers that repeat, and count */
  test_end("compressed tables come back as they were, in less room");
  MPI_Barrier(PETSC_COMM_WORLD);
  if (par.rank == 0) remove(path);
  a_table_without_a_place_leaves_no_handle(&par);
  a_content_that_changes_is_a_failure(&par, 0);
  a_content_that_changes_is_a_failure(&par, LEVEL);
  test_end("a table that has other rows when it is written is a failure");
  CALL(parallel_destroy(&par));
}
