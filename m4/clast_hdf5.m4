# SPDX-License-Identifier: MIT

# CLAST_CHECK_HDF5: parallel HDF5 >= 1.10. Tried in this order: the user's HDF5_CFLAGS and HDF5_LIBS, the compiler wrapper as it is
# (Cray), pkg-config (HDF5 built by CMake, Spack or Debian), the wrapper h5pcc (HDF5 built by its own configure).
# Sets HDF5_CFLAGS, HDF5_LIBS, clast_hdf5.
AC_DEFUN([CLAST_CHECK_HDF5],[
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  AC_ARG_VAR([HDF5_CFLAGS],[C compiler flags for parallel HDF5])
  AC_ARG_VAR([HDF5_LIBS],[linker flags for parallel HDF5])
  AC_ARG_VAR([H5PCC],[compiler wrapper of parallel HDF5])
  clast_hdf5= clast_hdf5_others=
  AS_IF([test "x$HDF5_LIBS" != x],[_CLAST_HDF5_TRY([HDF5_CFLAGS and HDF5_LIBS],[$HDF5_CFLAGS],[$HDF5_LIBS])])
  _CLAST_HDF5_TRY([the compiler alone],[],[-lhdf5])
  for clast_module in hdf5-openmpi hdf5-mpich hdf5-mpi hdf5; do
    AS_IF([test "x$clast_hdf5" = x && $PKG_CONFIG --exists $clast_module],
      [_CLAST_HDF5_TRY([pkg-config $clast_module],
        [$($PKG_CONFIG --cflags $clast_module)],[$($PKG_CONFIG --libs $clast_module)])])
  done
  AS_IF([test "x$clast_hdf5" = x],[_CLAST_HDF5_WRAPPER])
  AS_IF([test "x$clast_hdf5" = x && test "x$clast_hdf5_others" != x],
    [AC_MSG_ERROR([parallel HDF5 was found, but of another MPI than $CC, which is of $clast_mpi: $clast_hdf5_others. Set HDF5_CFLAGS and HDF5_LIBS, or H5PCC, to an HDF5 built with $clast_mpi (Debian: libhdf5-openmpi-dev, libhdf5-mpich-dev), or CC to the wrapper of the other MPI])])
  AS_IF([test "x$clast_hdf5" = x],
    [AC_MSG_ERROR([no parallel HDF5 >= 1.10 found: set HDF5_CFLAGS and HDF5_LIBS, or H5PCC (Debian: libhdf5-openmpi-dev)])])])

AC_DEFUN([_CLAST_HDF5_WRAPPER],[
  AC_CHECK_PROGS([H5PCC],[h5pcc h5pcc.openmpi h5pcc.mpich])
  AS_IF([test "x$H5PCC" != x],[
    clast_h5_cflags= clast_h5_libs=
    for clast_word in $($H5PCC -shlib -show 2>/dev/null || $H5PCC -show); do
      AS_CASE([$clast_word],
        [-I*|-D*],[clast_h5_cflags="$clast_h5_cflags $clast_word"],
        [-L*|-l*|-Wl*|*.a|*.so],[clast_h5_libs="$clast_h5_libs $clast_word"])
    done
    _CLAST_HDF5_TRY([$H5PCC -show],[$clast_h5_cflags],[$clast_h5_libs])])])

# _CLAST_HDF5_TRY(NAME, CFLAGS, LIBS)
AC_DEFUN([_CLAST_HDF5_TRY],[
  AS_IF([test "x$clast_hdf5" = x],[
    clast_save_CPPFLAGS=$CPPFLAGS clast_save_LIBS=$LIBS
    clast_try_cflags="$2" clast_try_libs="$3"
    CPPFLAGS="$clast_try_cflags $CPPFLAGS" LIBS="$clast_try_libs $LIBS"
    AC_MSG_CHECKING([for parallel HDF5 >= 1.10 by $1])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <hdf5.h>
#ifndef H5_HAVE_PARALLEL
#error serial HDF5
#endif
#if !H5_VERSION_GE(1, 10, 0)
#error old HDF5
#endif
]],[[hid_t p = H5Pcreate(H5P_FILE_ACCESS); return H5Pset_fapl_mpio(p, MPI_COMM_WORLD, MPI_INFO_NULL) < 0;]])],
      [_CLAST_ONE_MPI([
#include <hdf5.h>
#undef USE
#define USE(argv) H5Pset_fapl_mpio((hid_t)(argv != NULL), MPI_COMM_WORLD, MPI_INFO_NULL)
])
       AS_IF([test "x$clast_other_mpi" = x],
         [AC_MSG_RESULT([yes])
          clast_hdf5="$1" HDF5_CFLAGS=$clast_try_cflags HDF5_LIBS=$clast_try_libs],
         [AC_MSG_RESULT([no, of another MPI than $CC: $clast_other_mpi])
          clast_hdf5_others="$clast_hdf5_others${clast_hdf5_others:+; }by $1, $clast_other_mpi"])],
      [AC_MSG_RESULT([no])])
    CPPFLAGS=$clast_save_CPPFLAGS LIBS=$clast_save_LIBS])])
