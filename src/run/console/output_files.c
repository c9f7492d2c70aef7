/* SPDX-License-Identifier: MIT */
/* Check of the files that a run is to write at its end. */
#include "run/console/output_files.h"
#include "output/files.h"
#include "run/sim.h"

enum { WHY = 512 };

/* True if the file was read as input, is the checkpoint read, or lies in the folder of that
   checkpoint. */
static bool is_input(const Sim *sim, const char *path, const char *folder)
{
  const char *input;
  char        source[FILE_PATH];

  for (int k = 0; (input = options_input(sim->options, k)) != NULL; k++)
    if (file_is(path, input)) return true;
  if (!sim->source[0]) return false;
  file_folder(sim->source, source);
  return file_is(path, sim->source) || file_is(folder, source);
}

/* True if the run itself writes this file or this folder. */
static bool is_kept(const Sim *sim, const char *path, const char *folder)
{
  static const char *const names[] = {"restart",    "frames",        "log.csv", "balance.csv",
                                      "walls.csv",  "resolved.yaml", "status",  "frames.hdf.series",
                                      "stages.csv", "warnings.txt"};
  const char              *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const bool               beside = file_is(folder, sim->output_dir);
  char                     kept[FILE_PATH + 32];

  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    snprintf(kept, sizeof kept, "%s/%s", sim->output_dir, names[k]);
    if (file_is(path, kept) || file_is(folder, kept) || (beside && strcmp(name, names[k]) == 0))
      return true;
  }
  return false;
}

/* On rank 0: find the reason why the file cannot be written; empty if it can. */
static void look(const Sim *sim, const char *said, bool runs, char why[WHY])
{
  char       folder[FILE_PATH];
  FileTarget target; /* with links resolved */

  why[0] = 0;
  if (folder_exists(said) || said[strlen(said) - 1] == '/') {
    snprintf(why, WHY, "%s is a folder: give the name of a file", said);
    return;
  }
  file_folder(said, folder);
  if (runs && !folder_create(folder, why, WHY)) return;
  if (!file_target(said, &target, why, WHY)) return;
  file_folder(target.path, folder);
  if (is_input(sim, target.path, folder))
    snprintf(
      why, WHY,
      "%s is an input file, or in the folder of the checkpoint that is read: give another name",
      said);
  else if (runs && is_kept(sim, target.path, folder))
    snprintf(why, WHY, "%s is a file that the run itself keeps: give another name", said);
  else (void)file_may_be_written(target.path, why, WHY);
}

PetscErrorCode output_files_check(const Sim *sim, const char *kind, const char *key, bool runs)
{
  const char *path     = option_word(sim->options, kind, NULL, key);
  char        why[WHY] = "";

  PetscFunctionBeginUser;
  if (!path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->par.rank == 0) look(sim, path, runs, why);
  PetscCall(parallel_bcast(&sim->par, why, sizeof why, 0));
  if (kind[0])
    PetscCheck(!why[0], sim->par.comm, PETSC_ERR_FILE_OPEN, "%s: %s: %s", kind, key, why);
  else PetscCheck(!why[0], sim->par.comm, PETSC_ERR_FILE_OPEN, "-%s: %s", key, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
