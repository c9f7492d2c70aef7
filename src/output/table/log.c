/* SPDX-License-Identifier: MIT */
/* log.csv: its columns, and the module that writes it. */
#include "output/table/tables.h"

/* Columns before and after the totals. */
static const OutputColumn clock_columns[] = {
  {"step", NULL, TABLE_INT64, offsetof(LogRow, step),
   "number of the step; with run: substeps of its parts"},
  {"time", "s", TABLE_REAL, offsetof(LogRow, time), "simulated time"},
  {"dt", "s", TABLE_REAL, offsetof(LogRow, dt), "time step; with run: substeps of a part"},
};
static const OutputColumn last_column = {
  "wall_time", "s", TABLE_DECIMALS3, offsetof(LogRow, wall_time), "since the start of the program"};

enum { CLOCK_COLUMNS = sizeof clock_columns / sizeof *clock_columns };

bool log_column(int k, const Measured *m, bool *used, OutputColumn *column)
{
  const int   n = k - CLOCK_COLUMNS;
  TotalColumn total;

  *used = true;
  if (n < 0) *column = clock_columns[k];
  else if (totals_column(n, &total)) {
    *used   = !m || total_is_used(&total, m);
    *column = (OutputColumn){.unit   = total.unit,
                             .type   = total.whole ? TABLE_WHOLE : TABLE_REAL,
                             .offset = offsetof(LogRow, totals) + (size_t)n * sizeof(double),
                             .text   = total.text};
    snprintf(column->name, sizeof column->name, "%s", total.name);
  } else {
    *column = last_column;
    return totals_column(n - 1, &total);
  }
  return true;
}

/* ---- the module ---- */

/* Open DIR/log.csv with the columns that this run has, as table_open does. */
static PetscErrorCode open_table(World *w, const char *dir, int64_t step, Log *log)
{
  const Measured *m = world_measured(w);
  OutputColumn   *columns;
  int             n    = 0;
  bool            used = true;

  array_create(&columns, sizeof *columns, TOTALS_MOST + CLOCK_COLUMNS + 2);
  for (int k = 0; log_column(k, m, &used, &columns[n]); k++) n += used;
  columns[n] = (OutputColumn){.name = ""};
  return table_open_made(
    w->par, dir, step, (OutputTable){.name = "log.csv", .row_size = sizeof(LogRow)}, columns, log);
}

static PetscErrorCode write_row(World *w, Log *log, Output *out)
{
  const int64_t   lost     = log->lost;
  const Measured *measured = world_measured(w);
  LogRow          row = {.step = w->clock->step, .time = clock_time(w->clock), .dt = w->clock->dt};

  PetscFunctionBeginUser;
  PetscCall(world_show(w));
  PetscCall(totals_find(measured, &row.totals));
  world_hide(w);
  row.wall_time = wall_seconds() - out->began;
  PetscCall(table_write(w->par, log, 1, &row));
  out->pebbles = (int64_t)totals_value(&row.totals, "pebbles");
  log_count(log, lost, "row of log.csv", w, out);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn once if the run's folder was removed or moved. The run continues, with its checkpoints in a
   new folder of this name. */
static PetscErrorCode look(const World *w, Log *log, Output *out)
{
  PetscFunctionBeginUser;
  PetscCall(log_look(w->par, log));
  if (log->gone && !out->gone)
    warning_add(w->warnings,
                "%s: has been removed or moved while the run goes on: rows, frames and checkpoints "
                "until now are lost",
                log->path);
  out->gone = log->gone;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(open_table(w, out->dir, output_kept(out, w, &out->rows), self));
  else if (out->call == OUTPUT_STEP && out->row) PetscCall(write_row(w, self, out));
  else if (out->call == OUTPUT_FLUSH) PetscCall(look(w, self, out));
  else if (out->call == OUTPUT_CLOSE) log_close(self);
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module log_module;
const Module        log_module = {.name = "log", .size = sizeof(Log), .write = write};
