/* SPDX-License-Identifier: MIT */
/* Rows of monitors/NAME.csv and profiles/NAME.csv. */
#include "output/table/monitor_rows.h"
#include "options/real_text.h"

enum { NUMBER = REAL_TEXT + 1, LINE = 512 };

/* Columns before the numbers: step and time; of profiles the bin and its edges. */
static int columns_before(const Monitor *m)
{
  return monitor_is_profile(m) ? 5 : 2;
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
  enum { STEP, TIME, BIN };

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
  PetscCall(log_folder(par, folder));
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
  const int    n    = monitor_row_columns(m);
  const size_t size = (size_t)n * (NAME_LENGTH + 1) + 2;
  char         folder[PETSC_MAX_PATH_LEN], name[2 * NAME_LENGTH];
  char        *header;
  size_t       at = 0;

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/%ss", dir, m->section);
  snprintf(name, sizeof name, "%ss/%s.csv", m->section, m->name);
  PetscCall(array_create(&header, 1, (PetscInt)size));
  for (int k = 0; k < n; k++)
    at +=
      (size_t)snprintf(header + at, size - at, "%s%s", k ? "," : "", monitor_row_column(m, k).name);
  snprintf(header + at, size - at, "\n");
  PetscCall(log_folder(par, folder));
  PetscCall(log_table(par, dir, name, header, step, log));
  array_free(&header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static size_t number_print(char *text, size_t size, double x)
{
  if (isnan(x)) return (size_t)snprintf(text, size, ",nan");
  *text = ',';
  return 1 + (size_t)real_print(text + 1, x == 0 ? 0 : x);
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
  const int    rows = monitor_rows(m), each = monitor_columns(m);
  const size_t size = (size_t)rows * (size_t)(5 + each) * NUMBER + 1;
  size_t       at   = 0;
  char        *text;

  PetscFunctionBeginUser;
  PetscCall(array_create(&text, 1, (PetscInt)(log->file ? size : 1)));
  for (int i = 0; i < rows && log->file; i++) {
    if (is_empty(m, numbers + (int64_t)i * each, each)) continue;
    at += (size_t)snprintf(text + at, size - at, "%" PRId64 ",%.17g", step, time);
    if (monitor_is_profile(m)) {
      at += (size_t)snprintf(text + at, size - at, ",%d", i);
      at += number_print(text + at, size - at, bin_edge(&m->bins, i));
      at += number_print(text + at, size - at, bin_edge(&m->bins, i + 1));
    }
    for (int k = 0; k < each; k++)
      at += number_print(text + at, size - at, numbers[(int64_t)i * each + k]);
    at += (size_t)snprintf(text + at, size - at, "\n");
  }
  PetscCall(log_line(par, log, text));
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
