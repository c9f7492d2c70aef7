/* SPDX-License-Identifier: MIT */
/* What a run may write to. */
#include "sim/claims.h"
#include "output/files.h"

enum { WHY = 512 };

/* Is it read from? */
static bool is_input(const Sim *sim, const char *path)
{
  const char *restart = option_word(sim->options, "", NULL, "restart"), *input;

  for (int k = 0; (input = options_input(sim->options, k)) != NULL; k++)
    if (file_is(path, input)) return true;
  return restart[0] && file_exists(restart) && file_is(path, restart);
}

/* Does the run keep it? */
static bool is_kept(const Sim *sim, const char *path)
{
  static const char *const names[]   = {"log.csv", "balance.csv", "resolved.yaml", "status", "frames.hdf.series"};
  static const char *const folders[] = {"restart", "frames"};
  const char              *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char                     folder[FILE_PATH], other[FILE_PATH + 16];

  file_folder(path, folder);
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    snprintf(other, sizeof other, "%s/%s", sim->output_dir, folders[k]);
    if (file_is(folder, other)) return true;
  }
  if (!file_is(folder, sim->output_dir)) return false;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(name, names[k]) == 0) return true;
  return false;
}

/* Rank 0: what speaks against it, or nothing. */
static void look(const Sim *sim, const char *path, bool runs, char why[WHY])
{
  const size_t n = strlen(path);
  char         folder[FILE_PATH];

  why[0] = 0;
  file_folder(path, folder);
  if (n >= FILE_PATH - 8) snprintf(why, WHY, "the name is too long");
  else if (folder_exists(path) || path[n - 1] == '/') snprintf(why, WHY, "%s is a folder: give the name of a file", path);
  else if (runs && !folder_create(folder, why, WHY)) return;
  else if (is_input(sim, path)) snprintf(why, WHY, "%s is what this is read from: give another name", path);
  else if (runs && is_kept(sim, path)) snprintf(why, WHY, "%s is a file that the run itself keeps: give another name", path);
  else (void)file_may_be_written(path, why, WHY);
}

PetscErrorCode claims_check(const Sim *sim, const char *kind, const char *key, bool runs)
{
  const char *path     = option_word(sim->options, kind, NULL, key);
  char        why[WHY] = "";

  PetscFunctionBeginUser;
  if (!path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->par.rank == 0) look(sim, path, runs, why);
  PetscCall(parallel_bcast(&sim->par, why, sizeof why, 0));
  if (kind[0]) PetscCheck(!why[0], sim->par.comm, PETSC_ERR_FILE_OPEN, "%s: %s: %s", kind, key, why);
  else PetscCheck(!why[0], sim->par.comm, PETSC_ERR_FILE_OPEN, "-%s: %s", key, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
