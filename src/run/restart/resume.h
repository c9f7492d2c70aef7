/* SPDX-License-Identifier: MIT */
/* The option -resume: one command line that starts a run and, given again, goes on with it. */
#ifndef RUN_RESTART_RESUME_H
#define RUN_RESTART_RESUME_H

#include "output/checkpoint/checkpoint.h"

/* Find the folder that `-resume` goes on in: the one that the command line or the scenario file
   gives the run (output: dir, default out/<scenario name>).

   scenario file name, or NULL folder of the run, absolute, without links resolved asked false:
   -resume is off

   Collective; the same outcome on all ranks. */
PetscErrorCode resume_folder(const Parallel *par, const char *scenario,
                             char folder[CHECKPOINT_PATH], bool *asked);

#endif
