/* SPDX-License-Identifier: MIT */
/* Check of the files that a run is to write at its end. */
#ifndef RUN_CONSOLE_OUTPUT_FILES_H
#define RUN_CONSOLE_OUTPUT_FILES_H

#include "base/base.h"

typedef struct Sim Sim;

/* Check, before any work is done, that the file named by option `key` of kind `kind` can be written
   at the end; without a name there is nothing to check. Refused are a folder, files that were read
   as input, if `runs` the files that the run keeps in its folder, and a folder without write
   permission. Missing folders above the file are created if `runs`. Collective.
   Error: PETSC_ERR_FILE_OPEN with the reason. */
PetscErrorCode output_files_check(const Sim *sim, const char *kind, const char *key, bool runs);

#endif
