/* SPDX-License-Identifier: MIT */
/* Option -version of all programs: version, revision, compiler and flags of the build, and the
   versions of the libraries that are loaded; those of the headers too, where they are others. */
#ifndef PROGRAMS_VERSION_H
#define PROGRAMS_VERSION_H

#include "base/parallel.h"
#include "base/program.h"
#include "build_info.h"
#include <hdf5.h>
#include <png.h>
#include <yaml.h>

enum { VERSION_TEXT = 64 };

static inline bool version_is_asked(const char *word)
{
  return strcmp(word, "-version") == 0 || strcmp(word, "--version") == 0;
}

/* One line: a library as it is loaded, what is known of it by its header, and the version of that
   ("": not known). */
static inline void version_library(const char *name, const char *loaded, const char *kind,
                                   const char *header)
{
  printf("  %-8s %s%s", name, loaded, kind);
  if (!strstr(loaded, header)) printf("; compiled with headers of %s", header);
  printf("\n");
}

static inline void version_numbers(char text[VERSION_TEXT], long a, long b, long c)
{
  snprintf(text, VERSION_TEXT, "%ld.%ld.%ld", a, b, c);
}

static inline void version_mpi(void)
{
  char loaded[PARALLEL_MPI];

  parallel_mpi(loaded);
  version_library("MPI", loaded, "", "");
}

static inline void version_petsc(void)
{
  PetscInt    major = 0, minor = 0, last = 0;
  char        loaded[VERSION_TEXT], header[VERSION_TEXT], kind[VERSION_TEXT];
  const char *numbers = sizeof(PetscScalar) > sizeof(PetscReal) ? "complex" : "real";

  (void)PetscGetVersionNumber(&major, &minor, &last, NULL);
  version_numbers(loaded, (long)major, (long)minor, (long)last);
  version_numbers(header, PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
  snprintf(kind, sizeof kind, ", %s, indices of %d bits", numbers, (int)sizeof(PetscInt) * 8);
  version_library("PETSc", loaded, kind, header);
}

static inline void version_hdf5(void)
{
  unsigned major = 0, minor = 0, last = 0;
  char     loaded[VERSION_TEXT], header[VERSION_TEXT];

  (void)H5get_libversion(&major, &minor, &last);
  version_numbers(loaded, major, minor, last);
  version_numbers(header, H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE);
  version_library("HDF5", loaded, ", " CLAST_HDF5, header);
}

/* Print it; returns the exit status of the program. */
static inline int version_print(const char *program)
{
  printf("%s %s (%s)\n  compiler %s\n  flags    %s\n", program, CLAST_VERSION, CLAST_REVISION,
         CLAST_COMPILER, CLAST_CFLAGS);
  version_mpi();
  version_petsc();
  version_hdf5();
  version_library("libpng", png_get_libpng_ver(NULL), "", PNG_LIBPNG_VER_STRING);
  version_library("libyaml", yaml_get_version_string(), "", CLAST_YAML);
  return program_flush(program, true, EXIT_DONE);
}

#endif
