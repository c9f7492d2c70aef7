/* SPDX-License-Identifier: MIT */
/* The option -resume: one command line that starts a run and, given again, goes on with it. */
#ifndef SIM_RESUME_H
#define SIM_RESUME_H

#include "output/checkpoint.h"

/* Find the checkpoint that `-resume` goes on from: the newest valid one in the folder that the
   command line or the scenario file gives the run (output: dir, default out/<scenario name>).

   scenario  file name, or NULL
   folder    of the run, absolute, without links resolved
   found     false: -resume is off (`why` is empty), or there is no checkpoint: `why` has the reason
             and, if there are only damaged ones, their names

   Damaged checkpoints newer than the one found are a warning on stderr. Collective; the same
   outcome on all ranks. Error: PETSC_ERR_FILE_OPEN if the scenario cannot be read. */
PetscErrorCode resume_find(const Parallel *par, const char *scenario, char folder[CHECKPOINT_PATH],
                           char path[CHECKPOINT_PATH], bool *found, char why[CHECKPOINT_WHY]);

#endif
