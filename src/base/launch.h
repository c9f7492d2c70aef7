/* SPDX-License-Identifier: MIT */
/* Test if this process was started by a launcher of MPI, which then waits for it to end MPI. */
#ifndef BASE_LAUNCH_H
#define BASE_LAUNCH_H

#include <stdbool.h>

/* True if the environment has the variables of a launcher. Call it before MPI_Init, in which Open
   MPI sets the same variables without a launcher. A batch script of Slurm is task 0 of the job, but
   of no step, so that programs which it starts without srun have no launcher. */
bool launch_is_seen(void);

#endif
