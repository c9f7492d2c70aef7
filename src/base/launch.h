/* SPDX-License-Identifier: MIT */
/* Was this process started by a launcher of MPI, which waits for it to end MPI? */
#ifndef BASE_LAUNCH_H
#define BASE_LAUNCH_H

#include <stdbool.h>

/* True if the environment has what launchers leave there. To be asked before MPI_Init, in which Open MPI
   sets the same variables where there is no launcher. A batch script of Slurm is task 0 of the job, but
   of no step: what it starts without srun is alone. */
bool launch_is_seen(void);

#endif
