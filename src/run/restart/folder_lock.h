/* SPDX-License-Identifier: MIT */
/* The lock on the run's folder, so that no two runs write into it. A run that continues
   from a folder takes the lock before it chooses a checkpoint there, as a run that still
   writes would leave a newer one. */
#ifndef RUN_RESTART_FOLDER_LOCK_H
#define RUN_RESTART_FOLDER_LOCK_H

#include "run/sim.h"

/* Before a checkpoint is chosen in `dir`/restart or `dir`: lock the run's folder that they belong
   to, if it exists and something will be run (not with -check, -plan or in a look). *taken: another
   run has locked it. Collective. */
PetscErrorCode folder_lock_choose(Sim *sim, const char *dir, bool *taken);
/* Give up the lock if the run writes into another folder. Local. */
void folder_lock_settle(Sim *sim);
/* Make and lock the run's folder, and set sim->output_dir. Error: PETSC_ERR_FILE_OPEN, also if
   another run holds the folder, or has written a newer checkpoint than the one that was chosen
   there without the lock. Collective. */
PetscErrorCode folder_lock_take(Sim *sim);
void           folder_lock_end(Sim *sim);

#endif
