/* SPDX-License-Identifier: MIT */
/* The state at the end as text that can be read back. */
#ifndef OUTPUT_FINAL_H
#define OUTPUT_FINAL_H

#include "base/parallel.h"
#include "matter/clumps.h"
#include "matter/group.h"
#include "space/domain.h"

/* All clumps, one a row ascending by id, in the columns that `clumps: file` reads: positions wrapped, attitude of the template's
   axes as given in the scenario, 17 digits, groups by name. The same bytes from any number of ranks. A file that is there is
   replaced when the new one is whole; what is there and no file (/dev/null) is written to. Collective.
   Error: PETSC_ERR_FILE_WRITE on all ranks. */
PetscErrorCode final_write(const Parallel *par, const char *path, const Domain *domain, const Materials *materials,
                           const Templates *templates, const Groups *groups, const Clumps *clumps);

#endif
