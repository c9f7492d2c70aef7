/* SPDX-License-Identifier: MIT */
/* Folder of a run, its status and texts that are written at once. Rank 0 writes; all ranks get the
   outcome. */
#ifndef OUTPUT_TABLE_STATUS_H
#define OUTPUT_TABLE_STATUS_H

#include "base/parallel.h"

/* Give all ranks the outcome of rank 0, and its reason. Collective. */
PetscErrorCode outcome_share(const Parallel *par, bool *good, char *why, size_t size);
/* Create a folder of a run and its parents. Collective. Error: PETSC_ERR_FILE_OPEN. */
PetscErrorCode run_folder(const Parallel *par, const char *dir);
/* Write one word to DIR/status, by rename, or by overwriting the file if that fails, as on a full
   disk. *kept, -1 before the first call, keeps a descriptor of the file on rank 0, for the case
   that no further file can be opened. Collective. */
PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word, int *kept);
void           status_close(int *kept);
/* Write `text` to DIR/name, by rename. Collective. */
PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text);
/* Raise an error on all ranks if rank 0 has code != 0, an errno. Collective. */
PetscErrorCode text_agree(const Parallel *par, int code, const char *what, const char *path);

#endif
