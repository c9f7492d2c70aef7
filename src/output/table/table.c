/* SPDX-License-Identifier: MIT */
/* Tables in CSV, written by rank 0. */
#define _POSIX_C_SOURCE 200809L
#include "output/table/table.h"
#include "base/mail.h"
#include "base/real_text.h"
#include "base/tell.h"
#include "options/text.h"
#include "output/files.h"
#include "output/run_folder.h"
#include <errno.h>
#include <unistd.h>

/* ---- a text that grows ---- */

/* Replace the file, or a link to one, by a file with `header` and its rows up to `step`. A missing
   file is no error, and a link to nothing is removed. Returns 0, or errno with the file
   unchanged. */
static int cut_rows(const char *path, const char *header, int64_t step)
{
  char   fresh[PETSC_MAX_PATH_LEN + 4], *line = NULL;
  size_t room = 0;
  int    code = 0;
  FILE  *in   = fopen(path, "r"), *out;

  if (!in) return errno == ENOENT && (remove(path) == 0 || errno == ENOENT) ? 0 : errno;
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  out = file_create(fresh);
  if (!out) code = errno;
  if (out) {
    fputs(header, out);
    while (getline(&line, &room, in) > 0)
      if (line[0] >= '0' && line[0] <= '9' && strchr(line, '\n') && strtoll(line, NULL, 10) <= step)
        fputs(line, out);
    free(line);
    if (fflush(out) != 0 || ferror(out)) code = errno ? errno : EIO;
    if (fclose(out) != 0 && code == 0) code = errno;
    if (code == 0 && rename(fresh, path) != 0) code = errno;
    if (code != 0) remove(fresh);
  }
  fclose(in);
  return code;
}

/* First line of a table, to be freed; NULL: there is none. */
static char *first_line(const char *path)
{
  FILE  *in   = fopen(path, "r");
  char  *line = NULL;
  size_t room = 0;

  if (!in) return NULL;
  if (getline(&line, &room, in) <= 0 || strncmp(line, "step,", 5) != 0) {
    free(line);
    line = NULL;
  }
  fclose(in);
  return line;
}

/* Step of the last row of a table; -1: it has none. */
static int64_t last_step(const char *path)
{
  char   *line = NULL;
  size_t  room = 0;
  int64_t last = -1;
  FILE   *in   = fopen(path, "r");

  while (in && getline(&line, &room, in) > 0)
    if (line[0] >= '0' && line[0] <= '9') last = strtoll(line, NULL, 10);
  if (in) fclose(in);
  free(line);
  return last;
}

/* Move rows of the header `old` up to `step` to <name>-to-<step of the last>.csv; without such rows
   remove the table. Returns 0 or errno. */
static int move_rows(const Parallel *par, const char *path, const char *name, const char *old,
                     int64_t step)
{
  char    aside[PETSC_MAX_PATH_LEN + 32];
  int64_t last;
  int     code = cut_rows(path, old, step);

  if (code != 0) return code;
  last = last_step(path);
  if (last < 0) return remove(path) == 0 ? 0 : errno;
  snprintf(aside, sizeof aside, "%.*s-to-%" PRId64 ".csv", (int)(strlen(path) - strlen(".csv")),
           path, last);
  if (rename(path, aside) != 0) return errno;
  tell(par, TELL_INFO,
       "clast: %s has other columns from here on: its rows up to step %" PRId64 " are now in %s\n",
       name, last, aside);
  return 0;
}

PetscErrorCode log_open(const Parallel *par, int code, bool appends, const char *header, Log *log)
{
  if (par->rank == 0 && code == 0) {
    log->file = appends ? file_append(log->path) : file_create(log->path);
    if (!log->file) code = errno;
    else if (setvbuf(log->file, NULL, _IONBF, 0) != 0) code = ENOMEM;
    else if (ftell(log->file) == 0 && fputs(header, log->file) < 0) code = errno;
  }
  log->is_open = true;
  return text_agree(par, code, "write", log->path);
}

PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log)
{
  const char *path = log->path;
  char       *old  = NULL;
  int         code = 0;

  *log = (Log){0};
  snprintf(log->path, sizeof log->path, "%s/%s", dir, name);
  if (par->rank == 0) {
    if (step >= 0) old = first_line(path);
    if (old && strcmp(old, header) != 0) code = move_rows(par, path, name, old, step);
    if (code == 0 && step >= 0) code = cut_rows(path, header, step);
    free(old);
  }
  return log_open(par, code, step >= 0, header, log);
}

static PetscErrorCode log_leave(const Parallel *par, const char *dir, const char *name,
                                const char *header, int64_t step, Log *log)
{
  char path[PETSC_MAX_PATH_LEN];
  int  code = 0;

  *log = (Log){0};
  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (par->rank == 0 && step >= 0) code = cut_rows(path, header, step);
  if (par->rank == 0 && step < 0 && remove(path) != 0 && errno != ENOENT) code = errno;
  return text_agree(par, code, step < 0 ? "remove" : "write", path);
}

/* Append a line; a partly written one is removed again. Returns 0 or errno. */
static int append(FILE *file, const char *line)
{
  const off_t before = lseek(fileno(file), 0, SEEK_END);
  int         code;

  if (fputs(line, file) >= 0) return 0;
  code = errno;
  clearerr(file);
  if (before >= 0 && ftruncate(fileno(file), before) != 0) code = errno;
  return code;
}

PetscErrorCode log_line(const Parallel *par, Log *log, const char *line)
{
  int code = log->file ? append(log->file, line) : 0;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &code, sizeof code, 0));
  if (code != 0) {
    log->lost++;
    log->fault = code;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_look(const Parallel *par, Log *log)
{
  bool gone = log->file && !file_is_at(fileno(log->file), log->path);

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &gone, sizeof gone, 0));
  log->gone |= gone;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void log_close(Log *log)
{
  if (log->file) fclose(log->file);
  array_free(&log->own);
  *log = (Log){0};
}

/* ---- columns ---- */

static const char *word_in(const OutputColumn *c, const char *row)
{
  const void *at = row + c->offset;

  return c->type == TABLE_WORD ? at : *(const char *const *)at;
}

/* Print the value of a column to text[size]; returns its length. */
static int value_print(const OutputColumn *c, const char *row, char *text, size_t size)
{
  const void  *at   = row + c->offset;
  const bool   real = c->type != TABLE_INT64 && c->type != TABLE_INT32 && c->type < TABLE_NAME;
  const double x    = real ? *(const double *)at : 0;

  switch (c->type) {
  case TABLE_INT64: return snprintf(text, size, "%" PRId64, *(const int64_t *)at);
  case TABLE_INT32: return snprintf(text, size, "%" PRId32, *(const int32_t *)at);
  case TABLE_WHOLE: return snprintf(text, size, "%" PRId64, (int64_t)x);
  case TABLE_SOME: return isnan(x) ? 0 : real_print(text, x);
  case TABLE_REAL: return real_print(text, x);
  case TABLE_DECIMALS3: return snprintf(text, size, "%.3f", x);
  case TABLE_DECIMALS4: return snprintf(text, size, "%.4f", x);
  case TABLE_DIGITS3: return snprintf(text, size, "%.3g", x);
  default: return snprintf(text, size, "%s", word_in(c, row));
  }
}

/* Print rows, to be freed with array_free. */
static void rows_print(const OutputTable *t, PetscInt n, const char *rows, char **text)
{
  enum { VALUE = 384 }; /* characters: of "%.4f" 315 at most */
  size_t   at   = 0;
  PetscInt room = 0;

  *text = NULL;
  for (PetscInt r = 0; r < n; r++) {
    const char *row = rows + (size_t)r * t->row_size;

    for (const OutputColumn *c = t->columns; c->name[0]; c++) {
      const size_t most = c->type < TABLE_NAME ? VALUE : strlen(word_in(c, row)) + 1;

      array_reserve(text, 1, (PetscInt)(at + most + 2), &room);
      if (c > t->columns) (*text)[at++] = ',';
      at += (size_t)value_print(c, row, *text + at, most);
    }
    (*text)[at++] = '\n';
    (*text)[at]   = '\0';
  }
}

/* ---- tables ---- */

PetscErrorCode table_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                          const OutputTable *table, Log *log)
{
  Text header = {0};

  PetscFunctionBeginUser;
  for (const OutputColumn *c = table->columns; c->name[0]; c++)
    text_add(&header, "%s%s", c > table->columns ? "," : "", c->name);
  text_add(&header, "\n");
  if (wanted) PetscCall(log_table(par, dir, table->name, header.s, step, log));
  else PetscCall(log_leave(par, dir, table->name, header.s, step, log));
  log->table      = *table;
  log->table.name = NULL;
  text_free(&header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode table_open_made(const Parallel *par, const char *dir, int64_t step,
                               OutputTable table, OutputColumn *columns, Log *log)
{
  PetscFunctionBeginUser;
  table.columns = columns;
  PetscCall(table_open(par, dir, step, true, &table, log));
  log->own = columns;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode table_open_numbers(const Parallel *par, const char *dir, const char *section,
                                  const char *name, int64_t step, OutputColumn *columns, Log *log)
{
  char        folder[PETSC_MAX_PATH_LEN], path[2 * NAME_LENGTH + 16];
  OutputTable table = {.name = path};

  PetscFunctionBeginUser;
  for (OutputColumn *c = columns; c->name[0]; c++, table.row_size += sizeof(TableNumber))
    c->offset = table.row_size;
  snprintf(folder, sizeof folder, "%s/%ss", dir, section);
  snprintf(path, sizeof path, "%ss/%s.csv", section, name);
  PetscCall(folder_create_shared(par, folder));
  PetscCall(table_open_made(par, dir, step, table, columns, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode table_gather(const Parallel *par, size_t                          size,
                            int (*compare)(const void *, const void *), PetscInt n_mine,
                            const void *mine, PetscInt *n, void *all)
{
  Mail *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  if (n_mine > 0) mail_post(mail, 0, mine, (size_t)n_mine * size);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, size, all, n);
  mail_destroy(&mail);
  sort_items(*(void **)all, *n, size, compare);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode table_write(const Parallel *par, Log *log, PetscInt n, const void *rows)
{
  const OutputTable *t    = &log->table;
  int64_t            some = n;
  char              *all = NULL, *text = NULL;

  PetscFunctionBeginUser;
  if (!log->is_open) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->compare) {
    PetscCall(parallel_sum_int(par, &some, 1));
    if (some == 0) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(table_gather(par, t->row_size, t->compare, n, rows, &n, &all));
  }
  if (log->file) rows_print(t, n, all ? all : rows, &text);
  PetscCall(log_line(par, log, text ? text : ""));
  array_free(&all);
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what modules count ---- */

void log_count(const Log *log, int64_t before, const char *what, const World *w, Output *out)
{
  if (log->lost == before) return;
  out->rows_lost += log->lost - before;
  if (before == 0)
    warning_add(w->warnings,
                "no %s was written at step %" PRId64 ", and perhaps none at later steps: %s", what,
                w->clock->step, strerror(log->fault));
}

void file_count(bool written, int64_t *lost, const char *why, const World *w, Output *out,
                const char *what, ...)
{
  char    text[3 * NAME_LENGTH];
  va_list arguments;

  if (written) return;
  out->files_lost++;
  if ((*lost)++ > 0) return;
  va_start(arguments, what);
  vsnprintf(text, sizeof text, what, arguments);
  va_end(arguments);
  warning_add(w->warnings, "%s at step %" PRId64 ", and perhaps at later steps: %s", text,
              w->clock->step, why);
}

PetscErrorCode due_write(void *self, World *w, Output *out, int n, const Beat *beat, size_t stride,
                         PetscErrorCode (*ready)(World *world),
                         PetscErrorCode (*write)(void *self, World *world, int k, Output *output))
{
  bool any = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    if (!world_is_due(w, (const Beat *)(const void *)((const char *)beat + (size_t)k * stride)))
      continue;
    if (!any) {
      world_complete(w);
      if (ready) PetscCall(ready(w));
      PetscCall(world_show(w));
    }
    any = true;
    PetscCall(write(self, w, k, out));
  }
  if (any) world_hide(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}
