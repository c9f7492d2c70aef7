/* SPDX-License-Identifier: MIT */
/* Tables of monitors, profiles and probes. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "output/table/samples.h"
#include "options/text.h"
#include "output/files.h"
#include "output/run_folder.h"
#include <errno.h>

void samples_close(Samples **samples, int n)
{
  for (int k = 0; k < n && *samples; k++) log_close(&(*samples)[k].table);
  array_free(samples);
}

/* Open DIR/SECTION/NAME.csv, whose columns are numbers, one after the other; the columns belong to
   the log. */
static PetscErrorCode open_numbers(const Parallel *par, const char *dir, const char *section,
                                   const char *name, int64_t step, OutputColumn *columns, Log *log)
{
  char        folder[PETSC_MAX_PATH_LEN], path[2 * NAME_LENGTH + 16];
  OutputTable table = {.name = path};

  PetscFunctionBeginUser;
  for (OutputColumn *c = columns; c->name[0]; c++, table.row_size += sizeof(TableNumber))
    c->offset = table.row_size;
  snprintf(folder, sizeof folder, "%s/%s", dir, section);
  snprintf(path, sizeof path, "%s/%s.csv", section, name);
  PetscCall(folder_create_shared(par, folder));
  PetscCall(table_open_made(par, dir, step, table, columns, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- monitors ---- */

enum { STEP, TIME, BIN, FROM, TO }; /* columns before the numbers */

/* Columns before the numbers: step and time; of profiles the bin and its edges. */
static int columns_before(const Monitor *m)
{
  return monitor_is_profile(m) ? TO + 1 : TIME + 1;
}

/* Column k of the rows, from 0 on. */
static MonitorColumn row_column(const Monitor *m, int k)
{
  static const MonitorColumn before[] = {
    {"step", "1", "number of the time step"},
    {"time", "s", "time"},
    {"bin", "1", "number of the bin, from 0 on"},
    {"from", "m", "its first edge"},
    {"to", "m", "its last edge"},
  };
  MonitorColumn column;

  if (k < columns_before(m)) return before[k];
  (void)monitor_column(m, k - columns_before(m), &column);
  return column;
}

static int row_columns(const Monitor *m)
{
  return columns_before(m) + monitor_columns(m);
}

static bool is_whole(const Monitor *m, int k)
{
  return k == STEP || (k == BIN && monitor_is_profile(m));
}

static PetscErrorCode write_section(const Parallel *par, const char *dir, const Monitors *monitors,
                                    const char *section)
{
  char folder[PETSC_MAX_PATH_LEN];
  Text text = {0};

  PetscFunctionBeginUser;
  text_add(&text, "name,column,unit,text\n");
  for (int k = 0; k < monitors->n; k++) {
    const Monitor *m = &monitors->list[k];

    for (int i = 0; i < row_columns(m) && strcmp(m->section, section) == 0; i++) {
      const MonitorColumn c = row_column(m, i);

      text_add(&text, "%s,%s,%s,\"%.384s\"\n", m->name, c.name, c.unit, c.text);
    }
  }
  snprintf(folder, sizeof folder, "%s/%ss", dir, section);
  PetscCall(folder_create_shared(par, folder));
  PetscCall(text_write(par, folder, "column_units.csv", text.s));
  text_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitor_units_write(const Parallel *par, const char *dir, const Monitors *monitors)
{
  static const char *const sections[] = {"profile", "monitor"};

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < monitors->n; k++)
      if (strcmp(monitors->list[k].section, sections[i]) == 0) {
        PetscCall(write_section(par, dir, monitors, sections[i]));
        break;
      }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---- */

PetscErrorCode monitor_rows_open(const Parallel *par, const char *dir, int64_t step,
                                 const Monitor *m, Log *log)
{
  const int     n = row_columns(m);
  char          section[NAME_LENGTH];
  OutputColumn *columns;

  array_create(&columns, sizeof *columns, n + 1);
  for (int k = 0; k < n; k++) {
    const MonitorColumn c = row_column(m, k);

    columns[k] = (OutputColumn){
      .unit = c.unit, .type = is_whole(m, k) ? TABLE_INT64 : TABLE_REAL, .text = c.text};
    snprintf(columns[k].name, NAME_LENGTH, "%s", c.name);
  }
  snprintf(section, sizeof section, "%ss", m->section);
  return open_numbers(par, dir, section, m->name, step, columns, log);
}

/* Without the signs of zeros and of what is not a number. */
static double plain(double x)
{
  return isnan(x) ? NAN : x == 0 ? 0 : x;
}

PetscErrorCode monitor_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                  const Monitor *m, const double *numbers)
{
  const int    each = monitor_columns(m), before = columns_before(m);
  const int    most = log->file ? monitor_rows(m) : 0;
  PetscInt     n    = 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  array_create(&rows, (size_t)(before + each) * sizeof *rows, most);
  for (int i = 0; i < most; i++) {
    const double *from  = numbers + (int64_t)i * each;
    TableNumber  *row   = rows + (int64_t)n * (before + each);
    bool          empty = m->kind && m->kind->sparse; /* and no number beside the first */

    for (int k = 1; k < each && empty; k++) empty = isnan(from[k]);
    if (empty) continue;
    row[STEP].whole = step;
    row[TIME].real  = time;
    if (monitor_is_profile(m)) {
      row[BIN].whole = i;
      row[FROM].real = plain(bin_edge(&m->bins, i));
      row[TO].real   = plain(bin_edge(&m->bins, i + 1));
    }
    for (int k = 0; k < each; k++) row[before + k].real = plain(from[k]);
    n++;
  }
  PetscCall(table_write(par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- probes ---- */

enum { POINT = TIME + 1, PLACE, VALUES = PLACE + 3 }; /* columns after step and time */

/* Name of a component of a field, and of its derivative along an axis (-1: none). */
static void name_print(const Sampled *field, int k, int along, char name[NAME_LENGTH])
{
  char component[3] = "", derivative[6] = "";

  if (field->width == 3) snprintf(component, sizeof component, "_%c", "xyz"[k]);
  if (along >= 0) snprintf(derivative, sizeof derivative, "_by_%c", "xyz"[along]);
  snprintf(name, NAME_LENGTH, "%.48s%s%s", field->head.name, component, derivative);
}

PetscErrorCode probe_rows_open(const Parallel *par, const char *dir, int64_t step, const Probe *p,
                               Log *log)
{
  static const OutputColumn first[VALUES] = {
    {"step", NULL, TABLE_INT64, 0, "number of the step"},
    {"time", "s", TABLE_REAL, 0, "simulated time"},
    {"point", NULL, TABLE_INT64, 0, "number of the point in the scenario, from 0"},
    {"x", "m", TABLE_REAL, 0, "where it is"},
    {"y", "m", TABLE_REAL, 0, "likewise"},
    {"z", "m", TABLE_REAL, 0, "likewise"}};
  OutputColumn *c;
  int           at = VALUES;

  array_create(&c, sizeof *c, VALUES + probe_numbers(p) + 1);
  memcpy(c, first, sizeof first);
  for (int f = 0; f < p->n_fields; f++)
    for (int k = 0; k < p->field[f]->width; k++) name_print(p->field[f], k, -1, c[at++].name);
  for (int f = 0; f < p->n_fields && p->gradient; f++)
    for (int k = 0; k < 3 * p->field[f]->width; k++)
      name_print(p->field[f], k / 3, k % 3, c[at++].name);
  for (int k = VALUES; k < at; k++) c[k].type = TABLE_REAL;
  return open_numbers(par, dir, "probes", p->name, step, c, log);
}

PetscErrorCode probe_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                const Probe *p, const double *numbers)
{
  const int    each = probe_numbers(p), width = VALUES + each;
  const int    n = log->file ? p->n : 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  array_create(&rows, (size_t)width * sizeof *rows, n);
  for (int i = 0; i < n; i++) {
    const Vec3   x   = probe_point(p, i);
    TableNumber *row = rows + (int64_t)p->row[i] * width;

    row[STEP].whole  = step;
    row[TIME].real   = time;
    row[POINT].whole = p->row[i];
    for (int k = 0; k < 3; k++) row[PLACE + k].real = vec3_axis(x, k);
    for (int k = 0; k < each; k++) {
      const double value = numbers[(int64_t)i * each + k];

      row[VALUES + k].real = isnan(value) ? NAN : value; /* a NAN without a sign */
    }
  }
  PetscCall(table_write(par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- monitors in HDF5 ---- */

enum { PATH = PETSC_MAX_PATH_LEN + 2 * NAME_LENGTH };

static void path_of(const char *dir, const Monitor *m, const char *ending, char path[PATH])
{
  snprintf(path, PATH, "%s/%ss/%s.%s", dir, m->section, m->name, ending);
}

typedef struct {
  const Monitor *monitor;
  int            columns;
  PetscInt       rows, capacity;
  TableNumber   *number; /* [rows][columns] */
} Numbers;

/* Read a row; an incomplete one, as after a kill, does not count. */
static void add_row(Numbers *t, const char *line)
{
  TableNumber *row;
  const char  *at = line;
  char        *end;

  array_reserve(&t->number, (size_t)t->columns * sizeof *t->number, t->rows + 1, &t->capacity);
  row = t->number + (size_t)t->rows * (size_t)t->columns;
  for (int k = 0; k < t->columns; k++, at = end + 1) {
    const double x = strtod(at, &end);

    if (is_whole(t->monitor, k)) row[k].whole = (int64_t)x;
    else row[k].real = x;
    if (end == at || *end != (k + 1 < t->columns ? ',' : '\n')) return;
  }
  t->rows++;
}

/* Read the rows of a table. Local. Returns false if it cannot be read. */
static bool read_rows(const char *path, Numbers *t)
{
  FILE  *in   = fopen(path, "r");
  char  *line = NULL;
  size_t room = 0;
  bool   good = in && getline(&line, &room, in) > 0;

  while (good && getline(&line, &room, in) > 0) add_row(t, line);
  good = good && !ferror(in);
  if (in) fclose(in);
  free(line);
  return good;
}

static PetscErrorCode column_write(Hdf5 *file, int k, const Numbers *t)
{
  const MonitorColumn c     = row_column(t->monitor, k);
  const int64_t       place = k;
  const Hdf5Rows      rows  = {.rows   = t->rows > 0 ? t->number + k : NULL,
                               .stride = (size_t)t->columns * sizeof *t->number};
  Hdf5Table table = {.type = is_whole(t->monitor, k) ? HDF5_INT64 : HDF5_REAL, .unit = c.unit};

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/%s", c.name);
  PetscCall(hdf5_write_rows(file, &table, t->rows, rows));
  PetscCall(hdf5_set(file, table.path, "text", HDF5_TEXT, 0, c.text));
  PetscCall(hdf5_set(file, table.path, "column", HDF5_INT64, 0, &place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitor_hdf5_write(const Parallel *par, const char *dir, const Monitor *m,
                                  bool *written, char *why)
{
  Numbers table = {.monitor = m, .columns = row_columns(m)};
  char    path[PATH], unfinished[PATH + 8];
  Hdf5   *file;

  PetscFunctionBeginUser;
  memset(why, 0, HDF5_WHY);
  *written = true;
  path_of(dir, m, "csv", path);
  if (par->rank == 0) {
    *written = read_rows(path, &table);
    if (!*written) snprintf(why, HDF5_WHY, "%.400s: cannot be read", path);
  }
  path_of(dir, m, "h5", path);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  PetscCall(parallel_bcast(par, written, sizeof *written, 0));
  if (*written) {
    PetscCall(
      hdf5_create(par, unfinished, (int64_t)sizeof(double) * table.columns * table.rows, 0, &file));
    for (int k = 0; k < table.columns; k++) PetscCall(column_write(file, k, &table));
    PetscCall(hdf5_close(&file, written, why));
  }
  if (par->rank == 0 && *written) *written = file_commit(unfinished, path, why, HDF5_WHY);
  if (par->rank == 0 && !*written) file_remove(unfinished);
  PetscCall(outcome_share(par, written, why, HDF5_WHY));
  array_free(&table.number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void monitor_hdf5_remove(const Parallel *par, const char *dir, const Monitor *m)
{
  char path[PATH];

  path_of(dir, m, "h5", path);
  if (par->rank == 0) file_remove(path);
}
