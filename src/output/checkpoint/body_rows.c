/* SPDX-License-Identifier: MIT */
/* Rows of bodies.csv: gathered on rank 0, sorted, written at once. */
#include "output/checkpoint/body_rows.h"
#include "base/mail.h"

static const char header[] = "step,time,clump,force_x,force_y,force_z,torque_x,torque_y,torque_z,"
                             "total_x,total_y,total_z\n";

enum { ROW_LENGTH = 12 * 32 }; /* bytes, at most */

PetscErrorCode body_rows_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                              Log *log)
{
  PetscFunctionBeginUser;
  if (wanted) PetscCall(log_table(par, dir, "bodies.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "bodies.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_rows(const void *a, const void *b)
{
  const BodyRow *p = a, *q = b;

  return p->clump < q->clump ? -1 : p->clump > q->clump;
}

static size_t row_print(const BodyRow *r, int64_t step, double time, char *text)
{
  const double numbers[] = {r->force.x,  r->force.y, r->force.z, r->torque.x, r->torque.y,
                            r->torque.z, r->total.x, r->total.y, r->total.z};
  size_t n = (size_t)snprintf(text, ROW_LENGTH, "%" PRId64 ",%.17g,%" PRId64, step, time, r->clump);

  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    n += (size_t)snprintf(text + n, ROW_LENGTH - n, ",%.17g", numbers[k]);
  return n + (size_t)snprintf(text + n, ROW_LENGTH - n, "\n");
}

/* Print the rows in the messages to rank 0 as one text, to be freed with array_free. */
static PetscErrorCode rows_print(const Mail *mail, int64_t step, double time, char **text)
{
  PetscInt n = 0, at = 0;
  BodyRow *all;
  size_t   end = 0;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t size;

    (void)mail_message(mail, m, NULL, &size);
    n += (PetscInt)(size / sizeof *all);
  }
  PetscCall(array_create(&all, sizeof *all, n));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    memcpy(all + at, message, size);
    at += (PetscInt)(size / sizeof *all);
  }
  sort_items(all, n, sizeof *all, compare_rows);
  PetscCall(array_create(text, ROW_LENGTH, n + 1));
  for (PetscInt k = 0; k < n; k++) end += row_print(&all[k], step, time, *text + end);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode body_rows_write(const Parallel *par, Log *log, int64_t step, double time, PetscInt n,
                               const BodyRow *rows)
{
  char *text;
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < n; k++) PetscCall(mail_post(mail, 0, &rows[k], sizeof *rows));
  PetscCall(mail_deliver(mail));
  PetscCall(rows_print(mail, step, time, &text));
  PetscCall(log_line(par, log, text));
  PetscCall(mail_destroy(&mail));
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
