/* SPDX-License-Identifier: MIT */
/* Rows of monitors/NAME.csv and profiles/NAME.csv. */
#include "output/table/monitor_rows.h"
#include "output/table/status.h"

enum { LINE = 512 };

enum { STEP, TIME, BIN, FROM, TO }; /* columns before the numbers */

/* Columns before the numbers: step and time; of profiles the bin and its edges. */
static int columns_before(const Monitor *m)
{
  return monitor_is_profile(m) ? TO + 1 : TIME + 1;
}

static MonitorColumn column_before(int k)
{
  static const MonitorColumn columns[] = {
    {"step", "1", "number of the time step"},
    {"time", "s", "time"},
    {"bin", "1", "number of the bin, from 0 on"},
    {"from", "m", "its first edge"},
    {"to", "m", "its last edge"},
  };

  return columns[k];
}

MonitorColumn monitor_row_column(const Monitor *m, int k)
{
  MonitorColumn column;

  if (k < columns_before(m)) return column_before(k);
  (void)monitor_column(m, k - columns_before(m), &column);
  return column;
}

int monitor_row_columns(const Monitor *m)
{
  return columns_before(m) + monitor_columns(m);
}

bool monitor_row_is_whole(const Monitor *m, int k)
{
  return k == STEP || (k == BIN && monitor_is_profile(m));
}

/* ---- units ---- */

static PetscErrorCode write_section(const Parallel *par, const char *dir, const Monitors *monitors,
                                    const char *section)
{
  char   folder[PETSC_MAX_PATH_LEN];
  char  *text;
  size_t at = 0, size = LINE;

  PetscFunctionBeginUser;
  for (int k = 0; k < monitors->n; k++)
    size += (size_t)monitor_row_columns(&monitors->list[k]) * LINE;
  PetscCall(array_create(&text, 1, (PetscInt)size));
  at += (size_t)snprintf(text, size, "name,column,unit,text\n");
  for (int k = 0; k < monitors->n; k++) {
    const Monitor *m = &monitors->list[k];

    for (int i = 0; i < monitor_row_columns(m) && strcmp(m->section, section) == 0; i++) {
      const MonitorColumn c = monitor_row_column(m, i);

      at += (size_t)snprintf(text + at, size - at, "%s,%s,%s,\"%.384s\"\n", m->name, c.name, c.unit,
                             c.text);
    }
  }
  snprintf(folder, sizeof folder, "%s/%ss", dir, section);
  PetscCall(run_folder(par, folder));
  PetscCall(text_write(par, folder, "column_units.csv", text));
  array_free(&text);
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
  const int     n = monitor_row_columns(m);
  char          folder[PETSC_MAX_PATH_LEN], name[2 * NAME_LENGTH];
  OutputTable   table = {.name = name, .row_size = (size_t)n * sizeof(TableNumber)};
  OutputColumn *columns;

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/%ss", dir, m->section);
  snprintf(name, sizeof name, "%ss/%s.csv", m->section, m->name);
  PetscCall(array_create(&columns, sizeof *columns, n + 1));
  for (int k = 0; k < n; k++) {
    const MonitorColumn c = monitor_row_column(m, k);

    columns[k] = (OutputColumn){.unit   = c.unit,
                                .type   = monitor_row_is_whole(m, k) ? TABLE_INT64 : TABLE_REAL,
                                .offset = (size_t)k * sizeof(TableNumber),
                                .text   = c.text};
    snprintf(columns[k].name, NAME_LENGTH, "%s", c.name);
  }
  PetscCall(run_folder(par, folder));
  PetscCall(table_open_made(par, dir, step, table, columns, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Without the signs of zeros and of what is not a number. */
static double plain(double x)
{
  return isnan(x) ? NAN : x == 0 ? 0 : x;
}

/* True if all numbers of the row are NAN. */
static bool is_empty(const Monitor *m, const double *numbers, int each)
{
  bool empty = m->kind && m->kind->sparse;

  for (int k = 1; k < each && empty; k++) empty = isnan(numbers[k]);
  return empty;
}

PetscErrorCode monitor_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                  const Monitor *m, const double *numbers)
{
  const int    each = monitor_columns(m), before = columns_before(m);
  const int    most = log->file ? monitor_rows(m) : 0;
  PetscInt     n    = 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&rows, (size_t)(before + each) * sizeof *rows, most));
  for (int i = 0; i < most; i++) {
    const double *from = numbers + (int64_t)i * each;
    TableNumber  *row  = rows + (int64_t)n * (before + each);

    if (is_empty(m, from, each)) continue;
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
