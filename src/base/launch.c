/* SPDX-License-Identifier: MIT */
/* Launchers by their environment: Open MPI, PMIx, MPICH and its relatives (PMI), MVAPICH2, PALS and
   Slurm. */
#include "base/launch.h"
#include <stdlib.h>

bool launch_is_seen(void)
{
  static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK",  "PMI_RANK", "PMI_FD",
                                      "MV2_COMM_WORLD_RANK",  "PALS_RANKID"};

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (getenv(names[k])) return true;
  return getenv("SLURM_PROCID") && getenv("SLURM_STEP_ID");
}
