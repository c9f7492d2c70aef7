/* SPDX-License-Identifier: MIT */
/* The newest valid checkpoint of a folder. It is read once: checked by that, or kept. */
#include "base/tell.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"

PetscErrorCode checkpoint_is_there(const Parallel *par, const char *dir, int64_t step, bool *there)
{
  char path[CHECKPOINT_PATH];

  snprintf(path, sizeof path, "%s/restart/clast-%lld.h5", dir, (long long)step);
  *there = par->rank == 0 && file_exists(path);
  return parallel_bcast(par, there, sizeof *there, 0);
}

/* Path of the i-th newest checkpoint; "": there are fewer. */
static PetscErrorCode candidate(const Parallel *par, const char *dir, PetscInt i,
                                char path[CHECKPOINT_PATH])
{
  NumberedFile *list;
  PetscInt      n;
  char          folder[CHECKPOINT_PATH];
  int           length = (int)strlen(dir); /* without slashes at the end */

  memset(path, 0, CHECKPOINT_PATH);
  while (length > 1 && dir[length - 1] == '/') length--;
  if (par->rank == 0) {
    snprintf(folder, sizeof folder, "%.*s/restart", length, dir);
    if (!folder_exists(folder)) snprintf(folder, sizeof folder, "%.*s", length, dir);
    files_numbered(folder, "clast-", ".h5", &n, &list);
    if (i < n && snprintf(path, CHECKPOINT_PATH, "%s/%s", folder, list[i].name) >= CHECKPOINT_PATH)
      path[0] = 0;
    array_free(&list);
  }
  return parallel_bcast(par, path, CHECKPOINT_PATH, 0);
}

/* checkpoint_read, or without a checkpoint checkpoint_check. */
static PetscErrorCode try(const Parallel *par, const char *path, Checkpoint *c, bool *good,
                          char *why)
{
  return c ? checkpoint_read(par, path, c, good, why)
           : checkpoint_check(par, path, NULL, good, why);
}

PetscErrorCode checkpoint_newest(const Parallel *par, const char *dir, Checkpoint *checkpoint,
                                 char path[CHECKPOINT_PATH], bool *found, char *why)
{
  char reason[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  why[0] = 0;
  for (PetscInt i = 0;; i++) {
    const size_t told = strlen(why);
    bool         good;

    PetscCall(candidate(par, dir, i, path));
    *found = path[0] != 0;
    if (!*found) break;
    PetscCall(try(par, path, checkpoint, &good, reason));
    if (good) PetscFunctionReturn(PETSC_SUCCESS);
    snprintf(why + told, CHECKPOINT_WHY - told, "%s%s", told ? "; " : "", reason);
  }
  if (!why[0])
    snprintf(why, CHECKPOINT_WHY,
             "%s: no checkpoint (clast-<step>.h5) here or in restart/ below it", dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_find(const Parallel *par, const char *from, Checkpoint *checkpoint,
                               char path[CHECKPOINT_PATH], bool *found, char *why)
{
  bool folder = par->rank == 0 && folder_exists(from);

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &folder, sizeof folder, 0));
  *found = true;
  if (folder) PetscCall(checkpoint_newest(par, from, checkpoint, path, found, why));
  else {
    snprintf(path, CHECKPOINT_PATH, "%s", from);
    if (checkpoint) PetscCall(checkpoint_read(par, path, checkpoint, found, why));
  }
  if (folder && *found && why[0] && par->rank == 0)
    tell(par, TELL_WARNING, "clast: warning: %s\n", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
