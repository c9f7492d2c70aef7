/* SPDX-License-Identifier: MIT */
/* Mistakes of a sweep: each is reported once, with the number of rows that have it. */
#include "tools/sweep/faults.h"
#include "base/mail.h"
#include <limits.h>
#include <stdio.h>

static PetscErrorCode take(Faults *faults, const Fault *fault)
{
  bool   there;
  Fault *mine;
  int    k;

  PetscFunctionBeginUser;
  k = name_add(&faults->texts, fault->text, &there);
  PetscCall(array_reserve(&faults->list, sizeof *faults->list, k + 1, &faults->capacity));
  mine = &faults->list[k];
  if (!there) *mine = *fault;
  else {
    const int more = mine->more + fault->more + 1;

    if (fault->line < mine->line) *mine = *fault;
    mine->more = more;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode faults_add(Faults *faults, const char *row, int line, const char *format, ...)
{
  Fault   fault = {.line = line};
  va_list arguments;

  PetscFunctionBeginUser;
  va_start(arguments, format);
  vsnprintf(fault.text, sizeof fault.text, format, arguments);
  va_end(arguments);
  snprintf(fault.row, sizeof fault.row, "%s", row ? row : "");
  PetscCall(take(faults, &fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode faults_gather(const Parallel *par, Faults *faults, int *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (int k = 0; k < faults->texts.n && par->rank > 0; k++)
    PetscCall(mail_post(mail, 0, &faults->list[k], sizeof faults->list[k]));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *bytes = mail_message(mail, m, NULL, &size);

    for (size_t at = 0; at + sizeof(Fault) <= size; at += sizeof(Fault)) {
      Fault other;

      memcpy(&other, bytes + at, sizeof other);
      PetscCall(take(faults, &other));
    }
  }
  PetscCall(mail_destroy(&mail));
  *n = faults->texts.n;
  PetscCall(parallel_bcast(par, n, sizeof *n, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare(const void *a, const void *b)
{
  const Fault *p = a, *q = b;

  return p->line != q->line ? (p->line < q->line ? -1 : 1) : strcmp(p->text, q->text);
}

/* Print where a mistake is: line and row, or that it is in every row. */
static void print_place(const Fault *f, int n_rows)
{
  const bool every = f->row[0] && f->more + 1 == n_rows;
  const bool cell  = strncmp(f->text, "column", 6) == 0;

  if (every && cell && n_rows > 1) fprintf(stderr, "in every row: ");
  if (every && (!cell || n_rows > 1)) return;
  if (f->line == INT_MAX) return;
  if (f->line > 0) fprintf(stderr, "line %d%s", f->line, f->row[0] ? ", " : ": ");
  if (f->row[0]) fprintf(stderr, "row %s: ", f->row);
}

static void print_one(const Fault *f, int n_rows)
{
  print_place(f, n_rows);
  fprintf(stderr, "%s", f->text);
  if (f->more > 0 && f->more + 1 < n_rows)
    fprintf(stderr, " (and in %d more row%s)", f->more, f->more == 1 ? "" : "s");
  fprintf(stderr, "\n");
}

void faults_print(Faults *faults, const char *table, int n_rows)
{
  const int n = faults->texts.n;

  sort_items(faults->list, n, sizeof *faults->list, compare);
  fprintf(stderr, "clast: %d mistake%s in the sweep%s%s; nothing has been run:\n", n,
          n == 1 ? "" : "s", table[0] ? " of " : "", table);
  for (int k = 0; k < n && k < FAULTS_TOLD; k++) {
    fprintf(stderr, "%3d. ", k + 1);
    print_one(&faults->list[k], n_rows);
  }
  if (n > FAULTS_TOLD) fprintf(stderr, "     ... and %d more\n", n - FAULTS_TOLD);
  fflush(stderr);
}

void faults_free(Faults *faults)
{
  name_free(&faults->texts);
  array_free(&faults->list);
}
