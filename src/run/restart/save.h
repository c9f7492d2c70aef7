/* SPDX-License-Identifier: MIT */
/* Writing of checkpoints, and restart from them. */
#ifndef RUN_RESTART_SAVE_H
#define RUN_RESTART_SAVE_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* Find the checkpoint of `-restart FROM`: the file, or the newest valid one in a folder.
   Collective. */
PetscErrorCode save_find(const Parallel *par, const char *from, char path[CHECKPOINT_PATH],
                         bool *found, char *why);
/* Restore scalars from the checkpoint; setup.c takes over clumps, templates and contacts. */
PetscErrorCode save_restore(Sim *sim, const Checkpoint *checkpoint);
/* Write a checkpoint of the state between two steps; a failure is a warning, and the run continues.
   Collective. */
PetscErrorCode save_write(Sim *sim, bool *written);
/* Digest of the state. Collective. */
PetscErrorCode save_digest(Sim *sim, uint64_t *digest);

#endif
