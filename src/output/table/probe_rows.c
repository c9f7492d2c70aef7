/* SPDX-License-Identifier: MIT */
/* Rows of probes/NAME.csv: packed numbers. */
#include "output/table/probe_rows.h"
#include "output/table/status.h"

enum { STEP, TIME, POINT, PLACE, VALUES = PLACE + 3 }; /* columns */

/* Name of a component of a field, and of its derivative along an axis (-1: none). */
static void name_print(const Sampled *field, int k, int along, char name[NAME_LENGTH])
{
  char component[3] = "", derivative[6] = "";

  if (field->width == 3) snprintf(component, sizeof component, "_%c", "xyz"[k]);
  if (along >= 0) snprintf(derivative, sizeof derivative, "_by_%c", "xyz"[along]);
  snprintf(name, NAME_LENGTH, "%.48s%s%s", field->head.name, component, derivative);
}

static PetscErrorCode columns_make(const Probe *p, OutputColumn **columns)
{
  static const OutputColumn first[VALUES] = {
    {"step", NULL, TABLE_INT64, 0, "number of the step"},
    {"time", "s", TABLE_REAL, 0, "simulated time"},
    {"point", NULL, TABLE_INT64, 0, "number of the point in the scenario, from 0"},
    {"x", "m", TABLE_REAL, 0, "where it is"},
    {"y", "m", TABLE_REAL, 0, "likewise"},
    {"z", "m", TABLE_REAL, 0, "likewise"}};
  const int     n = VALUES + probe_numbers(p);
  OutputColumn *c;
  int           at = VALUES;

  PetscFunctionBeginUser;
  PetscCall(array_create(&c, sizeof *c, n + 1));
  memcpy(c, first, sizeof first);
  for (int f = 0; f < p->n_fields; f++)
    for (int k = 0; k < p->field[f]->width; k++) name_print(p->field[f], k, -1, c[at++].name);
  for (int f = 0; f < p->n_fields && p->gradient; f++)
    for (int k = 0; k < 3 * p->field[f]->width; k++)
      name_print(p->field[f], k / 3, k % 3, c[at++].name);
  for (int k = VALUES; k < n; k++) c[k].type = TABLE_REAL;
  for (int k = 0; k < n; k++) c[k].offset = (size_t)k * sizeof(TableNumber);
  *columns = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probe_rows_open(const Parallel *par, const char *dir, int64_t step, const Probe *p,
                               Log *log)
{
  char          folder[PETSC_MAX_PATH_LEN], name[NAME_LENGTH + 16];
  OutputColumn *columns = NULL;
  OutputTable   table   = {.name     = name,
                           .row_size = (size_t)(VALUES + probe_numbers(p)) * sizeof(TableNumber)};

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/probes", dir);
  snprintf(name, sizeof name, "probes/%s.csv", p->name);
  PetscCall(columns_make(p, &columns));
  PetscCall(run_folder(par, folder));
  PetscCall(table_open_made(par, dir, step, table, columns, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probe_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                const Probe *p, const double *numbers)
{
  const int    each = probe_numbers(p), width = VALUES + each;
  const int    n = log->file ? p->n : 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&rows, (size_t)width * sizeof *rows, n));
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
