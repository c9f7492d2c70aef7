/* SPDX-License-Identifier: MIT */
/* Rows of outlets.csv. */
#include "output/table/outlet_rows.h"

const OutletColumn outlet_columns[] = {
  {"step", NULL, "number of the step"},
  {"time", "s", "simulated time"},
  {"outlet", NULL, "that took the clump"},
  {"action", NULL, "remove or recycle"},
  {"id", NULL, "of the clump"},
  {"template", NULL, "its shape"},
  {"mass", "kg", "of the clump"},
  {"size", "m", "diameter of the sphere (in two dimensions the circle) of its volume"},
  {"x", "m", "its centre"},
  {"y", "m", "likewise"},
  {"z", "m", "likewise"},
  {"vx", "m s-1", "its velocity"},
  {"vy", "m s-1", "likewise"},
  {"vz", "m s-1", "likewise"},
  {"clumps", NULL, "clumps that the outlet has taken since the first step, with this one"},
  {"total_mass", "kg", "their mass"},
  {NULL},
};

enum { ROW_LENGTH = 3 * NAME_LENGTH + 12 * 32 }; /* bytes, at most */

PetscErrorCode outlet_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                                Log *log)
{
  char   header[512];
  size_t n = 0;

  PetscFunctionBeginUser;
  for (const OutletColumn *c = outlet_columns; c->name; c++)
    n += (size_t)snprintf(header + n, sizeof header - n, "%s%s", n > 0 ? "," : "", c->name);
  snprintf(header + n, sizeof header - n, "\n");
  if (wanted) PetscCall(log_table(par, dir, "outlets.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "outlets.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static size_t row_print(const OutletRow *r, char *text)
{
  return (size_t)snprintf(text, ROW_LENGTH,
                          "%" PRId64 ",%.17g,%s,%s,%" PRId64
                          ",%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%" PRId64 ",%.17g\n",
                          r->step, r->time, r->outlet, r->action, r->id, r->template, r->mass,
                          r->size, r->x.x, r->x.y, r->x.z, r->v.x, r->v.y, r->v.z, r->clumps,
                          r->total);
}

PetscErrorCode outlet_rows_write(const Parallel *par, Log *log, PetscInt n, const OutletRow *rows)
{
  char  *text;
  size_t at = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&text, ROW_LENGTH, n + 1));
  for (PetscInt k = 0; k < n && log->file; k++) at += row_print(&rows[k], text + at);
  PetscCall(log_line(par, log, text));
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
