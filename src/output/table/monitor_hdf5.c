/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "output/table/monitor_hdf5.h"
#include "output/files.h"
#include "output/table/monitor_rows.h"
#include "output/table/status.h"
#include <errno.h>
#include <stdio.h>

enum { PATH = PETSC_MAX_PATH_LEN + 2 * NAME_LENGTH };

static void path_of(const char *dir, const Monitor *m, const char *ending, char path[PATH])
{
  snprintf(path, PATH, "%s/%ss/%s.%s", dir, m->section, m->name, ending);
}

/* ---- the table ---- */

typedef struct {
  int      columns;
  PetscInt rows, capacity;
  double  *number; /* [rows][columns] */
} Numbers;

/* Read a row; an incomplete one, as after a kill, does not count. */
static PetscErrorCode add_row(Numbers *t, const char *line)
{
  double     *row;
  const char *at = line;
  char       *end;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&t->number, (size_t)t->columns * sizeof *t->number, t->rows + 1, &t->capacity));
  row = t->number + (size_t)t->rows * (size_t)t->columns;
  for (int k = 0; k < t->columns; k++, at = end + 1) {
    row[k] = strtod(at, &end);
    if (end == at || *end != (k + 1 < t->columns ? ',' : '\n')) PetscFunctionReturn(PETSC_SUCCESS);
  }
  t->rows++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the rows of a table. Local. False: it cannot be read. */
static PetscErrorCode read_rows(const char *path, Numbers *t, bool *good)
{
  FILE  *in   = fopen(path, "r");
  char  *line = NULL;
  size_t room = 0;

  PetscFunctionBeginUser;
  *good = in && getline(&line, &room, in) > 0;
  while (*good && getline(&line, &room, in) > 0) PetscCall(add_row(t, line));
  *good = *good && !ferror(in);
  if (in) fclose(in);
  free(line);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the file ---- */

typedef struct {
  const Numbers *table;
  int            column;
  bool           whole;
  int64_t        row; /* the next one */
} ColumnRows;

/* Hdf5Maker of a column. */
static void make_rows(void *source, int64_t n, void *rows)
{
  ColumnRows *c = source;

  for (int64_t i = 0; i < n; i++, c->row++) {
    const double x = c->table->number[c->row * c->table->columns + c->column];

    if (c->whole) ((int64_t *)rows)[i] = (int64_t)x;
    else ((double *)rows)[i] = x;
  }
}

static PetscErrorCode column_write(Hdf5 *file, const Monitor *m, int k, const Numbers *t)
{
  const MonitorColumn c     = monitor_row_column(m, k);
  const int64_t       place = k;
  ColumnRows          rows  = {.table = t, .column = k, .whole = monitor_row_is_whole(m, k)};
  Hdf5Table           table = {.type = rows.whole ? HDF5_INT64 : HDF5_REAL, .unit = c.unit};

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/%s", c.name);
  PetscCall(hdf5_write_made(file, &table, t->rows, make_rows, &rows));
  PetscCall(hdf5_set(file, table.path, "text", HDF5_TEXT, 0, c.text));
  PetscCall(hdf5_set(file, table.path, "column", HDF5_INT64, 0, &place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode file_write(const Parallel *par, const char *path, const Monitor *m,
                                 const Numbers *t, bool *good, char *why)
{
  const int64_t bytes = (int64_t)sizeof(double) * t->columns * t->rows;
  Hdf5         *file;

  PetscFunctionBeginUser;
  PetscCall(hdf5_create(par, path, bytes, &file));
  for (int k = 0; k < t->columns; k++) PetscCall(column_write(file, m, k, t));
  PetscCall(hdf5_close(&file, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitor_hdf5_write(const Parallel *par, const char *dir, const Monitor *m,
                                  bool *written, char *why)
{
  Numbers table = {.columns = monitor_row_columns(m)};
  char    path[PATH], unfinished[PATH + 8];

  PetscFunctionBeginUser;
  memset(why, 0, HDF5_WHY);
  *written = true;
  path_of(dir, m, "csv", path);
  if (par->rank == 0) {
    PetscCall(read_rows(path, &table, written));
    if (!*written) snprintf(why, HDF5_WHY, "%.400s: cannot be read", path);
  }
  path_of(dir, m, "h5", path);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  PetscCall(parallel_bcast(par, written, sizeof *written, 0));
  if (*written) PetscCall(file_write(par, unfinished, m, &table, written, why));
  if (par->rank == 0 && *written) *written = file_commit(unfinished, path, why, HDF5_WHY);
  if (par->rank == 0 && !*written) file_remove(unfinished);
  PetscCall(outcome_share(par, written, why, HDF5_WHY));
  array_free(&table.number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitor_hdf5_remove(const Parallel *par, const char *dir, const Monitor *m)
{
  char path[PATH];

  PetscFunctionBeginUser;
  path_of(dir, m, "h5", path);
  if (par->rank == 0) file_remove(path);
  PetscFunctionReturn(PETSC_SUCCESS);
}
