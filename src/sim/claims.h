/* SPDX-License-Identifier: MIT */
/* What a run may write to. */
#ifndef SIM_CLAIMS_H
#define SIM_CLAIMS_H

#include "sim/sim.h"

/* Before anything is done for it: can the file that option `key` names (of kind `kind`; nothing said: nothing to look at) be
   written in the end? No folder, none of the files that this is read from, nor, if `runs`, of those that the run keeps in its
   folder; a folder that lets it. Those above it are made if `runs`. Collective.
   Error: PETSC_ERR_FILE_OPEN, which says why. */
PetscErrorCode claims_check(const Sim *sim, const char *kind, const char *key, bool runs);

#endif
