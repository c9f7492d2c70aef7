/* SPDX-License-Identifier: MIT */
/* Text files of a run, written by rank 0. */
#define _POSIX_C_SOURCE 200809L
#include "output/table/log.h"
#include "output/files.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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

/* Find the columns of this run, by the totals that it has. */
static void find_columns(const Measured *m, bool *has)
{
  LogColumn column;

  for (int k = 0; log_column(k, &column); k++) has[k] = total_is_used(&column, m);
}

static void header_print(const bool *has, char *text, size_t size)
{
  LogColumn c;
  size_t    n = 0;

  for (int k = 0; log_column(k, &c); k++)
    if (has[k]) n += (size_t)snprintf(text + n, size - n, "%s%s", n > 0 ? "," : "", c.name);
  snprintf(text + n, size - n, "\n");
}

static void row_print(const LogRow *row, const bool *has, char *text, size_t size)
{
  LogColumn c;
  size_t n = (size_t)snprintf(text, size, "%" PRId64 ",%.17g,%.17g", row->step, row->time, row->dt);

  for (int k = 0; totals_column(k, &c); k++) {
    const double value = row->totals.value[k];

    if (!has[k + CLOCK_COLUMNS]) continue;
    n += (size_t)(c.whole ? snprintf(text + n, size - n, ",%" PRId64, (int64_t)value)
                          : snprintf(text + n, size - n, ",%.17g", value));
  }
  snprintf(text + n, size - n, ",%.3f\n", row->wall_time);
}

/* Raise an error on all ranks if rank 0 has code != 0, an errno. Collective. */
static PetscErrorCode agree(const Parallel *par, int code, const char *what, const char *path)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &code, sizeof code, 0));
  PetscCheck(code == 0, par->comm, PETSC_ERR_FILE_OPEN, "cannot %s %s: %s", what, path,
             strerror(code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_folder(const Parallel *par, const char *dir)
{
  char why[512] = "";
  int  good     = 1;

  PetscFunctionBeginUser;
  if (par->rank == 0) good = folder_create(dir, why, sizeof why);
  PetscCall(parallel_bcast(par, &good, sizeof good, 0));
  PetscCall(parallel_bcast(par, why, sizeof why, 0));
  PetscCheck(good, par->comm, PETSC_ERR_FILE_OPEN, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write a temporary file and rename it to `path`. Returns 0, or errno with the temporary file
   removed. */
static int text_replace(const char *path, const char *text)
{
  char  fresh[PETSC_MAX_PATH_LEN + 4];
  int   code = 0;
  FILE *f;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  f = file_create(fresh);
  if (!f) return errno;
  if (fputs(text, f) < 0 || fflush(f) != 0) code = errno;
  if (fclose(f) != 0 && code == 0) code = errno;
  if (code == 0 && rename(fresh, path) != 0) code = errno;
  if (code != 0) remove(fresh);
  return code;
}

/* Overwrite an open file of a few bytes: on a full disk its blocks can still be written. Returns 0,
   or errno with the former bytes in their place, as with a limit on the size of files. */
static int text_overwrite(int file, const char *text)
{
  const int64_t n = (int64_t)strlen(text);
  char          former[64];
  const ssize_t kept = pread(file, former, sizeof former, 0);
  int           code;

  if (kept < 0) return errno;
  if (file_write_at(file, text, n, 0) && ftruncate(file, (off_t)n) == 0) return 0;
  code = errno;
  /* bytes that cannot be written now have not been overwritten above either */
  (void)file_write_at(file, former, kept, 0);
  return ftruncate(file, (off_t)kept) == 0 ? code : errno;
}

PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  PetscCall(agree(par, par->rank == 0 ? text_replace(path, text) : 0, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replace the file by rename; if that fails, overwrite it through the descriptor *kept, or one
   opened now. Returns 0 or errno. */
static int status_replace(const char *path, const char *line, int *kept)
{
  const int code = text_replace(path, line);
  int       file;

  if (code != 0 && *kept >= 0 && file_is_at(*kept, path)) return text_overwrite(*kept, line);
  file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return code;
  status_close(kept);
  *kept = file;
  return code != 0 ? text_overwrite(file, line) : 0;
}

PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word, int *kept)
{
  char path[PETSC_MAX_PATH_LEN], line[64];

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/status", dir);
  snprintf(line, sizeof line, "%s\n", word);
  PetscCall(agree(par, par->rank == 0 ? status_replace(path, line, kept) : 0, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void status_close(int *kept)
{
  if (*kept >= 0) close(*kept);
  *kept = -1;
}

static void copy_rows(FILE *in, int64_t step, FILE *out)
{
  char  *line = NULL;
  size_t room = 0;

  while (getline(&line, &room, in) > 0)
    if (line[0] >= '0' && line[0] <= '9' && strchr(line, '\n') && strtoll(line, NULL, 10) <= step)
      fputs(line, out);
  free(line);
}

/* Replace the file, or a link to one, by a file with `header` and its rows up to `step`. A missing
   file is no error, and a link to nothing is removed. Returns 0, or errno with the file
   unchanged. */
static int cut_rows(const char *path, const char *header, int64_t step)
{
  char  fresh[PETSC_MAX_PATH_LEN + 4];
  int   code = 0;
  FILE *in   = fopen(path, "r"), *out;

  if (!in) return errno == ENOENT && (remove(path) == 0 || errno == ENOENT) ? 0 : errno;
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  out = file_create(fresh);
  if (!out) code = errno;
  if (out) {
    fputs(header, out);
    copy_rows(in, step, out);
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
static int move_rows(const char *path, const char *name, const char *old, int64_t step)
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
  printf("clast: %s has other columns from here on: its rows up to step %" PRId64
         " are now in %s\n",
         name, last, aside);
  return 0;
}

/* Set a table that has another header aside. Returns 0 or errno. */
static int set_aside(const char *path, const char *name, const char *header, int64_t step)
{
  char *old  = first_line(path);
  int   code = old && strcmp(old, header) != 0 ? move_rows(path, name, old, step) : 0;

  free(old);
  return code;
}

PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log)
{
  const char *path = log->path;
  int         code = 0;

  PetscFunctionBeginUser;
  *log = (Log){.is_open = true};
  snprintf(log->path, sizeof log->path, "%s/%s", dir, name);
  if (par->rank == 0) {
    if (step >= 0) code = set_aside(path, name, header, step);
    if (code == 0 && step >= 0) code = cut_rows(path, header, step);
    if (code == 0) {
      log->file = step >= 0 ? file_append(path) : file_create(path);
      if (!log->file) code = errno;
      else if (setvbuf(log->file, NULL, _IONBF, 0) != 0) code = ENOMEM;
      else if (ftell(log->file) == 0 && fputs(header, log->file) < 0) code = errno;
    }
  }
  PetscCall(agree(par, code, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_leave(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log)
{
  char path[PETSC_MAX_PATH_LEN];
  int  code = 0;

  PetscFunctionBeginUser;
  *log = (Log){0};
  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (par->rank == 0 && step >= 0) code = cut_rows(path, header, step);
  if (par->rank == 0 && step < 0 && remove(path) != 0 && errno != ENOENT) code = errno;
  PetscCall(agree(par, code, step < 0 ? "remove" : "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- log.csv ---- */

PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step, const Measured *m,
                        Log *log)
{
  bool has[LOG_COLUMNS_MOST];
  char header[LOG_LINE];

  PetscFunctionBeginUser;
  find_columns(m, has);
  header_print(has, header, sizeof header);
  PetscCall(log_table(par, dir, "log.csv", header, step, log));
  memcpy(log->has, has, sizeof has);
  PetscFunctionReturn(PETSC_SUCCESS);
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

PetscErrorCode log_row(const Parallel *par, Log *log, const LogRow *row)
{
  char line[LOG_LINE] = "";

  PetscFunctionBeginUser;
  if (log->file) row_print(row, log->has, line, sizeof line);
  PetscCall(log_line(par, log, line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_close(Log *log)
{
  PetscFunctionBeginUser;
  if (log->file) fclose(log->file);
  *log = (Log){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
