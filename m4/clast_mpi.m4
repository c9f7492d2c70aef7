# SPDX-License-Identifier: MIT

# CLAST_CHECK_MPI: stop unless $CC compiles and links MPI >= 3.1; clast_mpi says which.
AC_DEFUN([CLAST_CHECK_MPI],[
  AC_MSG_CHECKING([whether $CC links MPI >= 3.1])
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <mpi.h>
#if MPI_VERSION < 3 || (MPI_VERSION == 3 && MPI_SUBVERSION < 1)
#error older than 3.1
#endif
]],[[MPI_Request request; return MPI_Ibarrier(MPI_COMM_WORLD, &request);]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([no MPI >= 3.1: set CC to the MPI compiler wrapper, for instance CC=mpicc (Debian: libopenmpi-dev openmpi-bin)])])
  clast_mpi=MPI
  _CLAST_MPI_IS([OPEN_MPI],[Open MPI])
  _CLAST_MPI_IS([MPICH_VERSION],[MPICH])
  _CLAST_MPI_IS([I_MPI_VERSION],[Intel MPI])])

AC_DEFUN([_CLAST_MPI_IS],[
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <mpi.h>
#ifndef $1
#error another one
#endif
]])],[clast_mpi="$2"])])
