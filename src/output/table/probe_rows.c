/* SPDX-License-Identifier: MIT */
/* Rows of probes/NAME.csv. */
#include "output/table/probe_rows.h"

enum { NUMBER = 32, HEADER = 64 + 2 * NAME_LENGTH * PROBE_NUMBERS };

/* Name of a component of a field, and of its derivative along an axis (-1: none). */
static size_t name_print(const Sampled *field, int k, int along, char *text, size_t size)
{
  size_t n = (size_t)snprintf(text, size, ",%s", field->head.name);

  if (field->width == 3) n += (size_t)snprintf(text + n, size - n, "_%c", "xyz"[k]);
  if (along >= 0) n += (size_t)snprintf(text + n, size - n, "_by_%c", "xyz"[along]);
  return n;
}

static void header_print(const Probe *p, char *text, size_t size)
{
  size_t n = (size_t)snprintf(text, size, "step,time,point,x,y,z");

  for (int f = 0; f < p->n_fields; f++)
    for (int k = 0; k < p->field[f]->width; k++)
      n += name_print(p->field[f], k, -1, text + n, size - n);
  for (int f = 0; f < p->n_fields && p->gradient; f++)
    for (int k = 0; k < 3 * p->field[f]->width; k++)
      n += name_print(p->field[f], k / 3, k % 3, text + n, size - n);
  snprintf(text + n, size - n, "\n");
}

PetscErrorCode probe_rows_open(const Parallel *par, const char *dir, int64_t step, const Probe *p,
                               Log *log)
{
  char  folder[PETSC_MAX_PATH_LEN], name[NAME_LENGTH + 16];
  char *header;

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/probes", dir);
  snprintf(name, sizeof name, "probes/%s.csv", p->name);
  PetscCall(array_create(&header, 1, HEADER));
  header_print(p, header, HEADER);
  PetscCall(log_folder(par, folder));
  PetscCall(log_table(par, dir, name, header, step, log));
  array_free(&header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static size_t row_print(const Probe *p, int64_t i, int64_t step, double time, const double *numbers,
                        char *text, size_t size)
{
  const Vec3 x = probe_point(p, i);
  size_t     n = (size_t)snprintf(text, size, "%" PRId64 ",%.17g,%d,%.17g,%.17g,%.17g", step, time,
                                  p->row[i], x.x, x.y, x.z);

  for (int k = 0; k < probe_numbers(p); k++)
    n += (size_t)(isnan(numbers[k]) ? snprintf(text + n, size - n, ",nan")
                                    : snprintf(text + n, size - n, ",%.17g", numbers[k]));
  return n + (size_t)snprintf(text + n, size - n, "\n");
}

PetscErrorCode probe_rows_write(const Parallel *par, Log *log, int64_t step, double time,
                                const Probe *p, const double *numbers)
{
  const int    each = probe_numbers(p);
  const size_t size = (size_t)p->n * (size_t)(6 + each) * NUMBER + 1;
  size_t       at   = 0;
  char        *text;
  int         *place;

  PetscFunctionBeginUser;
  PetscCall(array_create(&text, 1, (PetscInt)(log->file ? size : 1)));
  PetscCall(array_create(&place, sizeof *place, (PetscInt)p->n));
  for (int i = 0; i < p->n; i++) place[p->row[i]] = i;
  for (int i = 0; i < p->n && log->file; i++)
    at +=
      row_print(p, place[i], step, time, numbers + (int64_t)place[i] * each, text + at, size - at);
  PetscCall(log_line(par, log, text));
  array_free(&place);
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
