/* SPDX-License-Identifier: MIT */
/* The folder of a run: the lock on it, so that no two runs write into it, and which files in it
   the user may name. A run that continues from a folder takes the lock before it chooses a
   checkpoint there, as a run that still writes would leave a newer one. */
#ifndef OUTPUT_RUN_FOLDER_H
#define OUTPUT_RUN_FOLDER_H

#include "base/parallel.h"
#include "options/options.h"

typedef struct {
  char dir[PETSC_MAX_PATH_LEN];
  char source[PETSC_MAX_PATH_LEN]; /* the checkpoint that this run continues; "": none */
  int  lock;                       /* of the folder, rank 0; -1: none */
  bool chooses;                    /* the checkpoint is the newest of a folder */
  bool goes_on;                    /* the run continues a checkpoint */
  bool writes; /* output has begun: later errors are no mistakes in the scenario */
} RunFolder;

/* Before a checkpoint is chosen in `dir`/restart or `dir`: lock the run's folder that they belong
   to, if it exists. *taken: another run has locked it. Collective. */
PetscErrorCode run_folder_choose(RunFolder *folder, const Parallel *par, const char *dir,
                                 bool *taken);
/* Give up the lock if the run writes into another folder, `dir`. Local. */
void run_folder_settle(RunFolder *folder, const char *dir);
/* Make the folder `dir` and lock it, and set folder->dir. Error: PETSC_ERR_FILE_OPEN, also if
   another run holds the folder, or has written a newer checkpoint than the one that was chosen
   there without the lock. Collective. */
PetscErrorCode run_folder_take(RunFolder *folder, const Parallel *par, const char *dir);
/* Look whether a run could make the folder and write in it; nothing is left there. Error:
   PETSC_ERR_FILE_OPEN. Collective. */
PetscErrorCode run_folder_try(const Parallel *par, const char *dir);
void           run_folder_release(RunFolder *folder);

/* The folder of the run that a checkpoint lies in, absolute: DIR of DIR/restart/FILE and of
   DIR/failed/restart/FILE; "": it lies elsewhere. Local. */
void run_folder_of(const char *checkpoint, char *dir, size_t size);

/* Write the folder, in that of a run, for the state in which physics stopped it. */
void failed_folder(const char *dir, char *path, size_t size);

/* Check, before any work is done, that the file named by option `key` of kind `kind` can be written
   at the end; without a name there is nothing to check. Refused are a folder, files that were read
   as input, if `runs` the files that the run keeps in its folder, and a folder without write
   permission. Missing folders above the file are created if `runs`. Collective.
   Error: PETSC_ERR_FILE_OPEN with the reason. */
PetscErrorCode run_folder_check_file(const RunFolder *folder, const Parallel *par,
                                     const Options *options, const char *kind, const char *key,
                                     bool runs);

/* ---- status and texts that are written at once. Rank 0 writes; all ranks get the outcome ---- */

/* Give all ranks the outcome of rank 0, and its reason. Collective. */
PetscErrorCode outcome_share(const Parallel *par, bool *good, char *why, size_t size);
/* Raise this error on all ranks, with the reason of rank 0, if that has failed. Collective. */
PetscErrorCode outcome_demand(const Parallel *par, bool good, char *why, size_t size,
                              PetscErrorCode error);
/* Create a folder of a run and its parents. Collective. Error: PETSC_ERR_FILE_OPEN. */
PetscErrorCode folder_create_shared(const Parallel *par, const char *dir);
/* Write one word to DIR/status, by rename, or by overwriting the file if that fails, as on a full
   disk. *kept, -1 before the first call, keeps a descriptor of the file on rank 0, for the case
   that no further file can be opened. Collective. */
PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word, int *kept);
void           status_close(int *kept);
/* Write `text` to DIR/name, by rename. Collective. */
PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text);
/* True if DIR/name holds just this text. Local. */
bool text_is(const char *dir, const char *name, const char *text);
/* Write `text` to a file, by rename. Returns 0, or errno with the file unchanged. Local. */
int text_replace(const char *path, const char *text);
/* Raise an error on all ranks if rank 0 has code != 0, an errno. Collective. */
PetscErrorCode text_agree(const Parallel *par, int code, const char *what, const char *path);

#endif
