/* SPDX-License-Identifier: MIT */
/* Between a simulation and its checkpoints. */
#ifndef SIM_SAVE_H
#define SIM_SAVE_H

#include "output/checkpoint.h"
#include "sim/sim.h"

/* What `-restart FROM` means: a file, or the newest valid one in a folder. Collective. */
PetscErrorCode save_find(const Parallel *par, const char *from, char path[CHECKPOINT_PATH], bool *found, char *why);
/* Scalars of the checkpoint into the sim. Clumps, templates and contacts are taken over by setup. */
PetscErrorCode save_restore(Sim *sim, const Checkpoint *checkpoint);
/* Contacts by another law than in the scenario text of the checkpoint start anew, with a warning: what one law keeps of a contact
   may be a force, what another keeps is a length. Once their records have come to the pairs. Collective. */
PetscErrorCode save_forget_other_laws(Sim *sim, const char *scenario);
/* Write a checkpoint of the state between two steps; a failure is a warning, the run goes on. Collective. */
PetscErrorCode save_write(Sim *sim, bool *written);
/* Digest of the state. Collective. */
PetscErrorCode save_digest(Sim *sim, uint64_t *digest);

#endif
