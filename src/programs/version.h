/* SPDX-License-Identifier: MIT */
/* Option -version of all programs: version, revision, compiler, flags and libraries of the
   build. */
#ifndef PROGRAMS_VERSION_H
#define PROGRAMS_VERSION_H

#include "base/program.h"
#include "build_info.h"

static inline bool version_is_asked(const char *word)
{
  return strcmp(word, "-version") == 0 || strcmp(word, "--version") == 0;
}

/* Print it; returns the exit status of the program. */
static inline int version_print(const char *program)
{
  printf("%s %s (%s)\n  compiler %s\n  flags    %s\n  MPI      %s\n  PETSc    %s\n  HDF5     %s\n",
         program, CLAST_VERSION, CLAST_REVISION, CLAST_COMPILER, CLAST_CFLAGS, CLAST_MPI,
         CLAST_PETSC, CLAST_HDF5);
  return program_flush(program, true, EXIT_DONE);
}

#endif
