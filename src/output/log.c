/* SPDX-License-Identifier: MIT */
/* Text output. */
#define _POSIX_C_SOURCE 200809L
#include "output/log.h"
#include "output/files.h"
#include <errno.h>

static const char log_header[] = "step,time,dt,clumps,pebbles,contacts,kinetic_translational,kinetic_rotational,potential,"
                                 "dissipated,momentum_x,momentum_y,momentum_z,"
                                 "angular_momentum_x,angular_momentum_y,angular_momentum_z,max_overlap,wall_time\n";

/* Rank 0's verdict for everyone. */
static PetscErrorCode agree(const Parallel *par, int code, const char *what, const char *path)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &code, sizeof code, 0));
  PetscCheck(code == 0, par->comm, PETSC_ERR_FILE_OPEN, "cannot %s %s: %s", what, path, strerror(code));
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

PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN], fresh[PETSC_MAX_PATH_LEN + 4];
  int  code = 0;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  if (par->rank == 0) {
    FILE *f = fopen(fresh, "w");

    if (!f) code = errno;
    else {
      if (fputs(text, f) < 0 || fflush(f) != 0) code = errno;
      if (fclose(f) != 0 && code == 0) code = errno;
      if (code == 0 && rename(fresh, path) != 0) code = errno;
    }
  }
  PetscCall(agree(par, code, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word)
{
  char line[64];

  PetscFunctionBeginUser;
  snprintf(line, sizeof line, "%s\n", word);
  PetscCall(text_write(par, dir, "status", line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copy the header and the rows up to `step` to a new file that takes the old one's place. */
static int cut_rows(const char *path, const char *header, int64_t step)
{
  char  fresh[PETSC_MAX_PATH_LEN + 4], line[4096];
  FILE *in = fopen(path, "r"), *out;

  if (!in) return errno == ENOENT ? 0 : errno;
  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  out = fopen(fresh, "w");
  if (!out) {
    fclose(in);
    return errno;
  }
  fputs(header, out);
  while (fgets(line, sizeof line, in))
    if (line[0] >= '0' && line[0] <= '9' && strchr(line, '\n') && strtoll(line, NULL, 10) <= step) fputs(line, out);
  fclose(in);
  if (fclose(out) != 0 || rename(fresh, path) != 0) return errno;
  return 0;
}

PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header, int64_t step, Log *log)
{
  char path[PETSC_MAX_PATH_LEN];
  int  code = 0;

  PetscFunctionBeginUser;
  *log = (Log){.is_open = true};
  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (par->rank == 0) {
    if (step >= 0) code = cut_rows(path, header, step);
    if (code == 0) {
      log->file = fopen(path, step >= 0 ? "a" : "w");
      if (!log->file) code = errno;
      else if (ftell(log->file) == 0 && fputs(header, log->file) < 0) code = errno;
    }
  }
  PetscCall(agree(par, code, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_leave(const Parallel *par, const char *dir, const char *name, const char *header, int64_t step, Log *log)
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

PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step, Log *log)
{
  PetscFunctionBeginUser;
  PetscCall(log_table(par, dir, "log.csv", log_header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_flush(const Parallel *par, Log *log, const char *name)
{
  PetscFunctionBeginUser;
  PetscCall(agree(par, log->file && fflush(log->file) != 0 ? errno : 0, "write", name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_row(const Parallel *par, Log *log, int64_t step, double time, double dt, const Totals *t, double wall_time)
{
  PetscFunctionBeginUser;
  if (log->file) {
    const double values[] = {t->translational, t->rotational, t->potential, t->dissipated, t->momentum.x, t->momentum.y,
                             t->momentum.z,    t->angular.x,  t->angular.y, t->angular.z,  t->max_overlap};

    fprintf(log->file, "%" PRId64 ",%.17g,%.17g,%" PRId64 ",%" PRId64 ",%" PRId64, step, time, dt, t->clumps, t->pebbles,
            t->contacts);
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) fprintf(log->file, ",%.17g", values[k]);
    fprintf(log->file, ",%.3f\n", wall_time);
  }
  PetscCall(log_flush(par, log, "log.csv"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode log_close(Log *log)
{
  PetscFunctionBeginUser;
  if (log->file) fclose(log->file);
  *log = (Log){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
