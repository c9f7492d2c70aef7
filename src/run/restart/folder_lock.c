/* SPDX-License-Identifier: MIT */
#include "run/restart/folder_lock.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"
#include "output/table/status.h"

/* True if the run only reads. */
static bool looks(const Sim *sim)
{
  return sim->is_look || option_is_set(sim->options, "", NULL, "check") ||
         option_is_set(sim->options, "", NULL, "plan");
}

/* The folder of a run with checkpoints in `dir`/restart, or in `dir` if that is itself
   named restart. */
static void run_of(const char *dir, char folder[FILE_PATH])
{
  static const char name[] = "restart";
  size_t            n      = strlen(dir);

  while (n > 1 && dir[n - 1] == '/') n--;
  snprintf(folder, FILE_PATH, "%.4000s/%s", dir, name);
  if (folder_exists(folder) || n < strlen(name) ||
      strncmp(dir + n - strlen(name), name, strlen(name)) != 0)
    snprintf(folder, FILE_PATH, "%.4000s", dir);
  else snprintf(folder, FILE_PATH, "%.4000s/..", dir);
}

PetscErrorCode folder_lock_choose(Sim *sim, const char *dir, bool *taken)
{
  char folder[FILE_PATH];

  PetscFunctionBeginUser;
  *taken = false;
  if (looks(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  sim->chooses = true;
  if (sim->par.rank == 0 && folder_exists(dir)) {
    run_of(dir, folder);
    *taken = !folder_lock(folder, &sim->lock);
  }

  PetscCall(parallel_any(&sim->par, taken));
  if (*taken) folder_lock_end(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void folder_lock_settle(Sim *sim)
{
  const char *dir = option_word(sim->options, "output", NULL, "dir");

  if (sim->lock >= 0 && !file_is_at(sim->lock, dir)) folder_lock_end(sim);
}

void folder_lock_end(Sim *sim)
{
  folder_unlock(sim->lock);
  sim->lock = -1;
}

/* True if the checkpoint that the run continues is in its folder, or it continues none. */
static bool is_here(const Sim *sim)
{
  char from[FILE_PATH], restart[FILE_PATH];

  if (!sim->source[0]) return true;
  file_folder(sim->source, from);
  snprintf(restart, sizeof restart, "%.4000s/restart", sim->output_dir);
  return file_is(from, sim->output_dir) || file_is(from, restart);
}

/* Refuse a folder in which a newer checkpoint has appeared since one was chosen. */
static PetscErrorCode look_again(const Sim *sim)
{
  bool here = sim->par.rank == 0 && is_here(sim), found;
  char path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(&sim->par, &here, sizeof here, 0));
  if (!here) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(checkpoint_newest(&sim->par, sim->output_dir, path, &found, why));
  if (!found) PetscFunctionReturn(PETSC_SUCCESS);
  here = sim->par.rank == 0 && sim->source[0] && file_is(path, sim->source);
  PetscCall(parallel_bcast(&sim->par, &here, sizeof here, 0));
  PetscCheck(
    here, sim->par.comm, PETSC_ERR_FILE_OPEN,
    "%s has been written by another run while this one was set up: start this one again, which "
    "goes on from there",
    path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode folder_lock_take(Sim *sim)
{
  bool held, taken = false;

  PetscFunctionBeginUser;
  snprintf(sim->output_dir, sizeof sim->output_dir, "%s",
           option_word(sim->options, "output", NULL, "dir"));
  PetscCheck(
    strlen(sim->output_dir) + 4 * NAME_LENGTH < CHECKPOINT_PATH, sim->par.comm, PETSC_ERR_FILE_OPEN,
    "output: dir: the name of the folder is too long: %zu characters with those above it, of %d",
    strlen(sim->output_dir), CHECKPOINT_PATH - 4 * NAME_LENGTH);
  PetscCall(run_folder(&sim->par, sim->output_dir));
  held = sim->lock >= 0 && file_is_at(sim->lock, sim->output_dir);
  if (sim->lock >= 0 && !held) folder_lock_end(sim);
  if (sim->par.rank == 0 && !held) taken = !folder_lock(sim->output_dir, &sim->lock);
  PetscCall(parallel_any(&sim->par, &taken));
  if (taken) folder_lock_end(sim);
  PetscCheck(!taken, sim->par.comm, PETSC_ERR_FILE_OPEN,
             "%s: another run is writing into this folder: wait until it has ended, or give "
             "another -output_dir",
             sim->output_dir);
  PetscCall(parallel_any(&sim->par, &held));
  if (sim->chooses && !held) PetscCall(look_again(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
