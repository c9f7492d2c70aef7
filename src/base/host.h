/* SPDX-License-Identifier: MIT */
/* The process of a host, which uses the simulation as a library (api/clast.h). */
#ifndef BASE_HOST_H
#define BASE_HOST_H

#include <stdbool.h>

/* Start MPI and PETSc, on this process alone, if the host has not done so; false: that failed. PETSc then
   takes no options from the environment or files, and installs no signal handlers. What was started here
   ends with the process, PETSc at the latest when the host ends MPI. Local. */
bool host_start(void);
/* False: the host has ended MPI or PETSc. Local. */
bool host_runs(void);

#endif
