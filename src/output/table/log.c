/* SPDX-License-Identifier: MIT */
#include "output/table/log.h"

/* Columns before the totals. */
static const LogColumn clock_columns[] = {
  {.name = "step", .text = "number of the step; with run: substeps of its parts", .whole = true},
  {.name = "time", .unit = "s", .text = "simulated time"},
  {.name = "dt", .unit = "s", .text = "time step; with run: substeps of a part"},
};

enum { CLOCK_COLUMNS = sizeof clock_columns / sizeof *clock_columns };

bool log_column(int k, LogColumn *column)
{
  const LogColumn last = {
    .name = "wall_time", .unit = "s", .text = "since the start of the program"};
  int n = 0;

  if (k < CLOCK_COLUMNS) *column = clock_columns[k];
  else if (!totals_column(k - CLOCK_COLUMNS, column)) {
    while (totals_column(n, column)) n++;
    *column = last;
    return k == CLOCK_COLUMNS + n;
  }
  return true;
}

/* Column of the table that shows log_column k. */
static OutputColumn shown(int k, const LogColumn *c)
{
  static const size_t clock[CLOCK_COLUMNS] = {offsetof(LogRow, step), offsetof(LogRow, time),
                                              offsetof(LogRow, dt)};
  LogColumn           next;
  OutputColumn        column = {.unit   = c->unit,
                                .type   = c->whole ? TABLE_WHOLE : TABLE_REAL,
                                .offset = offsetof(LogRow, totals),
                                .text   = c->text};

  snprintf(column.name, sizeof column.name, "%s", c->name);
  if (k == 0) column.type = TABLE_INT64;
  if (k < CLOCK_COLUMNS) column.offset = clock[k];
  else if (log_column(k + 1, &next)) column.offset += (size_t)(k - CLOCK_COLUMNS) * sizeof(double);
  else {
    column.type   = TABLE_DECIMALS3;
    column.offset = offsetof(LogRow, wall_time);
  }
  return column;
}

PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step, const Measured *m,
                        Log *log)
{
  OutputColumn *columns;
  LogColumn     c;
  int           n = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&columns, sizeof *columns, TOTALS_MOST + CLOCK_COLUMNS + 2));
  for (int k = 0; log_column(k, &c); k++)
    if (total_is_used(&c, m)) columns[n++] = shown(k, &c);
  PetscCall(table_open_made(
    par, dir, step, (OutputTable){.name = "log.csv", .row_size = sizeof(LogRow)}, columns, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}
