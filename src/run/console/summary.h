/* SPDX-License-Identifier: MIT */
/* Two small files at the end of a run: stages.csv, its wall time by stage, and warnings.txt, its
   warnings. */
#ifndef RUN_CONSOLE_SUMMARY_H
#define RUN_CONSOLE_SUMMARY_H

#include "base/base.h"

typedef struct Sim Sim;

/* Write both files, for the part of the run since the last restart; without warnings an older
   warnings.txt is removed. A file that cannot be written gives a warning. Collective. */
PetscErrorCode summary_write(Sim *sim);

#endif
