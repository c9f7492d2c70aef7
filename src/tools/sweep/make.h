/* SPDX-License-Identifier: MIT */
/* `clast -sweep_make grid|latin -sweep TABLE.csv -KEY SPEC ...`: write a table of a sweep. */
#ifndef TOOLS_SWEEP_MAKE_H
#define TOOLS_SWEEP_MAKE_H

#include <stdbool.h>

/* True if the command line asks for a table. */
bool sweep_make_is_asked(int argc, char **argv);
/* Write the table; mistakes are reported on stderr. Returns the exit status of the
   program. Needs no MPI. */
int sweep_make(int argc, char **argv);

#endif
