/* SPDX-License-Identifier: MIT */
/* Option -version of all programs: version, revision, compiler, flags and libraries of the
   build. */
#ifndef PROGRAMS_VERSION_H
#define PROGRAMS_VERSION_H

#include "base/base.h"
#include "build_info.h"

static inline bool version_is_asked(const char *word)
{
  return strcmp(word, "-version") == 0 || strcmp(word, "--version") == 0;
}

static inline void version_print(const char *program)
{
  printf("%s %s (%s)\n  compiler %s\n  flags    %s\n  MPI      %s\n  PETSc    %s\n  HDF5     %s\n",
         program, CLAST_VERSION, CLAST_REVISION, CLAST_COMPILER, CLAST_CFLAGS, CLAST_MPI,
         CLAST_PETSC, CLAST_HDF5);
}

#endif
