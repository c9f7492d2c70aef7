/* SPDX-License-Identifier: MIT */
/* final.csv: the clumps at the end of a run as text that `clumps: file` reads. */
#ifndef OUTPUT_TABLE_FINAL_H
#define OUTPUT_TABLE_FINAL_H

#include "base/parallel.h"
#include "matter/clumps.h"
#include "matter/group.h"
#include "space/domain.h"

/* Write the clumps of some groups (mask `only`; 0: all), one row each in ascending order of ids,
   with the columns of `clumps: file`, and a column for every field in use that is marked LISTED:
   wrapped positions, attitude of the template's axes as given in the scenario, 17 digits, groups by
   name. The bytes do not depend on the number of ranks. An existing file is replaced when the new
   one is complete; a path that is no regular file (/dev/null) is written in place. Collective.
   Error: PETSC_ERR_FILE_WRITE on all ranks. */
PetscErrorCode final_write(const Parallel *par, const char *path, const Domain *domain,
                           const Materials *materials, const Templates *templates,
                           const Groups *groups, uint64_t only, const Clumps *clumps);

#endif
