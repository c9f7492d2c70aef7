# SPDX-License-Identifier: MIT

# CLAST_CHECK_MPI: whether $CC compiles and links MPI >= 3.1; clast_mpi says which one, and is empty if there is none.
AC_DEFUN([CLAST_CHECK_MPI],[
  AC_MSG_CHECKING([whether $CC links MPI >= 3.1])
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <mpi.h>
#if MPI_VERSION < 3 || (MPI_VERSION == 3 && MPI_SUBVERSION < 1)
#error older than 3.1
#endif
]],[[MPI_Request request; return MPI_Ibarrier(MPI_COMM_WORLD, &request);]])],
    [AC_MSG_RESULT([yes])
     _CLAST_MPI_NAME([clast_mpi])
     _CLAST_MPI_LIBRARIES([clast_mpi_library],[])],
    [AC_MSG_RESULT([no])
     clast_mpi=
     CLAST_MISSING([no MPI >= 3.1: set CC to the MPI compiler wrapper, for instance CC=mpicc],[libopenmpi-dev openmpi-bin])])])

# _CLAST_MPI_NAME(VARIABLE): which MPI's mpi.h is found.
AC_DEFUN([_CLAST_MPI_NAME],[
  $1=MPI
  _CLAST_DEFINES([mpi.h],[OPEN_MPI],[$1="Open MPI"])
  _CLAST_DEFINES([mpi.h],[MPICH_VERSION],[$1=MPICH])
  _CLAST_DEFINES([mpi.h],[I_MPI_VERSION],[$1="Intel MPI"])])

# _CLAST_DEFINES(HEADER, MACRO, THEN)
AC_DEFUN([_CLAST_DEFINES],[
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <$1>
#ifndef $2
#error it does not
#endif
]])],[$3])])

# _CLAST_ONE_MPI(CODE): is the MPI of the compiler the only one in a program that includes and links what CPPFLAGS and LIBS
# name, with CODE? Sets clast_other_mpi: empty, or what there is of another. By mpi.h, and by the libraries that a program has
# loaded when it starts, as a shared library brings its MPI without a word of the linker. Where programs cannot be run, by mpi.h alone.
AC_DEFUN([_CLAST_ONE_MPI],[
  clast_other_mpi=
  _CLAST_MPI_NAME([clast_header_mpi])
  _CLAST_MPI_LIBRARIES([clast_libraries],[$1])
  for clast_word in $clast_libraries; do
    AS_CASE([" $clast_mpi_library "],
      ["  "|*" $clast_word "*],[],
      [clast_other_mpi="$clast_word beside $clast_mpi_library"])
  done
  AS_IF([test "x$clast_header_mpi" != "x$clast_mpi"],[clast_other_mpi="mpi.h of $clast_header_mpi"])])

# _CLAST_MPI_LIBRARIES(VARIABLE, CODE): the libraries in which a program with CODE has an MPI; empty: that cannot be told.
AC_DEFUN([_CLAST_MPI_LIBRARIES],[
  $1= clast_save_LDFLAGS=$LDFLAGS
  for clast_word in $LIBS; do
    AS_CASE([$clast_word],
      [-L/*],[
        LDFLAGS="$LDFLAGS -Wl,-rpath,${clast_word#-L}"
      ])
  done
  rm -f conftest.mpi
  AC_RUN_IFELSE([AC_LANG_SOURCE([[
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <mpi.h>
#define USE(argv)
$2
static char names[1000][1000];
static int  n;

static int note(struct dl_phdr_info *info, size_t size, void *context)
{
  (void)size, (void)context;
  if (info->dlpi_name[0] && n < 1000) snprintf(names[n++], 1000, "%s", info->dlpi_name);
  return 0;
}

/* Where the library, or one that it needs, has its MPI. */
static void look(FILE *file, const char *name)
{
  void   *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD), *start;
  Dl_info where;

  char    path[PATH_MAX];

  if (library && (start = dlsym(library, "PMPI_Init")) && dladdr(start, &where) && realpath(where.dli_fname, path))
    fprintf(file, "%s\n", path);
}

int main(int argc, char **argv)
{
  FILE *file = fopen("conftest.mpi", "w");
  int   done = 0;

  MPI_Initialized(&done);
  if (argc > 5) USE(argv);
  dl_iterate_phdr(note, NULL);
  for (int k = 0; k < n && file; k++) look(file, names[k]);
  return !file || fclose(file) != 0;
}
]])],[$1=$(sort -u conftest.mpi | tr '\n' ' ' | sed 's/ *$//')],[],[:])
  rm -f conftest.mpi
  LDFLAGS=$clast_save_LDFLAGS])
