/* SPDX-License-Identifier: MIT */
/* The lock on the run's folder, which no two runs write into. A run that goes on with what is in a folder
   takes the lock before it chooses a checkpoint there: a run that still writes has a newer one at its
   end. */
#ifndef SIM_HOLDING_H
#define SIM_HOLDING_H

#include "sim/sim.h"

/* Lock the run's folder whose checkpoints are in `dir`/restart or in `dir`, from which one is to be
   chosen, unless nothing will be run (-check, -plan, a look), or there is no such folder. *taken: another
   run has locked it. Collective. */
PetscErrorCode holding_choose(Sim *sim, const char *dir, bool *taken);
/* Give up the lock if the run writes into another folder. Local. */
void holding_settle(Sim *sim);
/* Make and lock the run's folder, whose name goes to sim->output_dir. Errors: PETSC_ERR_FILE_OPEN, as
   for another run that holds it, or one that has written a newer checkpoint than the one that was
   chosen there without the lock. Collective. */
PetscErrorCode holding_take(Sim *sim);
void           holding_end(Sim *sim);

#endif
