/* SPDX-License-Identifier: MIT */
/* Two small files at the end of a run, for those who look at it later: stages.csv, where its wall time
   went, and warnings.txt, what it warned of. */
#ifndef SIM_SUMMARY_H
#define SIM_SUMMARY_H

#include "base/base.h"

typedef struct Sim Sim;

/* Write both, of this part of the run; without warnings an older warnings.txt is removed. What cannot be
   written is warned of. Collective. */
PetscErrorCode summary_write(Sim *sim);

#endif
