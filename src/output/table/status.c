/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "output/table/status.h"
#include "output/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

PetscErrorCode text_agree(const Parallel *par, int code, const char *what, const char *path)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &code, sizeof code, 0));
  PetscCheck(code == 0, par->comm, PETSC_ERR_FILE_OPEN, "cannot %s %s: %s", what, path,
             strerror(code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode outcome_share(const Parallel *par, bool *good, char *why, size_t size)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, good, sizeof *good, 0));
  PetscCall(parallel_bcast(par, why, size, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_folder(const Parallel *par, const char *dir)
{
  char why[512] = "";
  bool good     = true;

  PetscFunctionBeginUser;
  if (par->rank == 0) good = folder_create(dir, why, sizeof why);
  PetscCall(outcome_share(par, &good, why, sizeof why));
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
  PetscCall(text_agree(par, par->rank == 0 ? text_replace(path, text) : 0, "write", path));
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
  PetscCall(text_agree(par, par->rank == 0 ? status_replace(path, line, kept) : 0, "write", path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void status_close(int *kept)
{
  if (*kept >= 0) close(*kept);
  *kept = -1;
}
