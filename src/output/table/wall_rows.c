/* SPDX-License-Identifier: MIT */
/* Rows of walls.csv. */
#include "output/table/wall_rows.h"

static const char header[] = "step,time,wall,force_x,force_y,force_z,torque_x,torque_y,torque_z,"
                             "point_x,point_y,point_z,power,work\n";

enum { ROW_LENGTH = NAME_LENGTH + 13 * 32 }; /* bytes, at most */

PetscErrorCode wall_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                              Log *log)
{
  PetscFunctionBeginUser;
  if (wanted) PetscCall(log_table(par, dir, "walls.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "walls.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static size_t row_print(const WallRow *r, int64_t step, double time, char *text, size_t size)
{
  const double numbers[] = {r->force.x,  r->force.y,  r->force.z, r->torque.x,
                            r->torque.y, r->torque.z, r->point.x, r->point.y,
                            r->point.z,  r->power,    r->work};
  size_t       n = (size_t)snprintf(text, size, "%" PRId64 ",%.17g,%s", step, time, r->name);

  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    n += (size_t)snprintf(text + n, size - n, ",%.17g", numbers[k]);
  return n + (size_t)snprintf(text + n, size - n, "\n");
}

PetscErrorCode wall_rows_write(const Parallel *par, Log *log, int64_t step, double time, int n,
                               const WallRow *rows)
{
  const size_t size = (size_t)n * ROW_LENGTH + 1;
  size_t       at   = 0;
  char        *text;

  PetscFunctionBeginUser;
  PetscCall(array_create(&text, 1, (PetscInt)size));
  for (int k = 0; k < n && log->file; k++)
    at += row_print(&rows[k], step, time, text + at, size - at);
  PetscCall(log_line(par, log, text));
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
