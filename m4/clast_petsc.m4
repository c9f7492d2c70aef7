# SPDX-License-Identifier: MIT

# CLAST_CHECK_PETSC: PETSc >= 3.17 in double precision, real or complex, with indices of 32 or 64 bits, on a true MPI, by pkg-config. PETSC_DIR and PETSC_ARCH, when set, are looked
# at first. Sets PETSC_CFLAGS, PETSC_LIBS, clast_petsc.
AC_DEFUN([CLAST_CHECK_PETSC],[
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  AC_ARG_VAR([PETSC_DIR],[where PETSc lies, if pkg-config does not know])
  AC_ARG_VAR([PETSC_ARCH],[PETSc's build name below PETSC_DIR, if it is not installed])
  AS_IF([test "x$PETSC_DIR" != x],[
    PKG_CONFIG_PATH="$PETSC_DIR/lib/pkgconfig${PKG_CONFIG_PATH:+:}$PKG_CONFIG_PATH"
    AS_IF([test "x$PETSC_ARCH" != x],[PKG_CONFIG_PATH="$PETSC_DIR/$PETSC_ARCH/lib/pkgconfig:$PKG_CONFIG_PATH"])
    export PKG_CONFIG_PATH])
  PKG_CHECK_MODULES([PETSC],[PETSc >= 3.17],[clast_petsc_module=PETSc],[
    PKG_CHECK_MODULES([PETSC],[petsc >= 3.17],[clast_petsc_module=petsc],[
      AC_MSG_ERROR([no PETSc >= 3.17 found: set PETSC_DIR (and PETSC_ARCH) or PKG_CONFIG_PATH (Debian: petsc-dev)])])])
  clast_petsc=$($PKG_CONFIG --modversion $clast_petsc_module)

  clast_save_CPPFLAGS=$CPPFLAGS clast_save_LIBS=$LIBS
  CPPFLAGS="$PETSC_CFLAGS $CPPFLAGS" LIBS="$PETSC_LIBS $LIBS"
  _CLAST_PETSC_HAS([numbers in double precision],[defined(PETSC_USE_REAL_DOUBLE)],
    [this PETSc is not double: build it with --with-precision=double])
  _CLAST_PETSC_HAS([a true MPI],[!defined(PETSC_HAVE_MPIUNI)],[this PETSc is serial: build it with the MPI in use])
  AC_MSG_CHECKING([whether PETSc is of the MPI of $CC])
  _CLAST_PETSC_MPI
  AS_IF([test "x$clast_petsc_mpi" != x && test "x$clast_petsc_mpi" != "x$clast_mpi" && test "x$clast_mpi" != xMPI],
    [AC_MSG_RESULT([no])
     _CLAST_PETSC_OTHER([$clast_petsc_mpi])])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <petscsys.h>]])],[],
    [clast_why=$(sed -n 's/.*error: *//p' conftest.err | sed 1q)
     AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC, which is of $clast_mpi, does not compile petscsys.h of PETSc $clast_petsc: $clast_why])])
  AC_MSG_RESULT([yes])
  AC_MSG_CHECKING([whether PETSc links])
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <petscsys.h>]],
      [[MPI_Comm comm; PetscInitializeNoArguments(); return PetscCommDuplicate(PETSC_COMM_WORLD, &comm, NULL);]])],
    [_CLAST_ONE_MPI([
#include <petscsys.h>
#undef USE
#define USE(argv) PetscCommDuplicate(argv ? PETSC_COMM_WORLD : PETSC_COMM_SELF, NULL, NULL)
])
     AS_IF([test "x$clast_other_mpi" != x],
       [AC_MSG_RESULT([no])
        _CLAST_PETSC_OTHER([another MPI ($clast_other_mpi)])])
     AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([PETSc does not link with $CC: was it built with another MPI? See config.log])])
  CPPFLAGS=$clast_save_CPPFLAGS LIBS=$clast_save_LIBS])

AC_DEFUN([_CLAST_PETSC_HAS],[
  AC_MSG_CHECKING([whether PETSc has $1])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <petscconf.h>
#if !($2)
#error no
#endif
]])],[AC_MSG_RESULT([yes])],[AC_MSG_RESULT([no])
     AC_MSG_ERROR([$3])])])

# The MPI that PETSc was built with, by its configuration; empty: that does not say.
AC_DEFUN([_CLAST_PETSC_MPI],[
  clast_petsc_mpi=
  for clast_word in OPENMPI OMPI_MAJOR_VERSION MPICH MPICH_NUMVERSION I_MPI I_MPI_NUMVERSION; do
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([
#include <petscconf.h>
#ifndef PETSC_HAVE_$clast_word
#error it does not
#endif
])],[AS_CASE([$clast_word],
      [O*],[clast_petsc_mpi="Open MPI"],
      [M*],[clast_petsc_mpi=MPICH],
      [clast_petsc_mpi="Intel MPI"])])
  done])

# _CLAST_PETSC_OTHER(MPI): stop, PETSc is of that.
AC_DEFUN([_CLAST_PETSC_OTHER],[
  AC_MSG_ERROR([PETSc $clast_petsc was built with $1, but $CC is of $clast_mpi: set PETSC_DIR to a PETSc built with $clast_mpi, or CC to the MPI compiler wrapper that PETSc was built with])])
