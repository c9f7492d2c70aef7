# SPDX-License-Identifier: MIT

# CLAST_CHECK_HDF5: HDF5 >= 1.10, serial or parallel, as rank 0 alone calls it. Tried in this order: the user's HDF5_CFLAGS and HDF5_LIBS,
# the compiler wrapper as it is (Cray, modules), pkg-config (HDF5 built by CMake, Spack or Debian), the wrappers h5pcc and h5cc (HDF5 built
# by its own configure). A parallel one of the MPI in use goes before a serial one: PETSc is often linked with it, and a program then loads
# one HDF5 instead of two. A parallel one of another MPI is passed over, and named if there is no other.
# Sets HDF5_CFLAGS, HDF5_LIBS, clast_hdf5.
AC_DEFUN([CLAST_CHECK_HDF5],[
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  AC_ARG_VAR([HDF5_CFLAGS],[C compiler flags for HDF5, serial or of the MPI in use])
  AC_ARG_VAR([HDF5_LIBS],[linker flags for HDF5])
  AC_ARG_VAR([H5PCC],[compiler wrapper of HDF5: h5pcc or h5cc])
  clast_hdf5= clast_hdf5_others=
  AS_IF([test "x$HDF5_LIBS" != x],[_CLAST_HDF5_TRY([HDF5_CFLAGS and HDF5_LIBS],[$HDF5_CFLAGS],[$HDF5_LIBS])])
  AS_IF([test "x$H5PCC" != x],[_CLAST_HDF5_WRAPPER([$H5PCC])])
  _CLAST_HDF5_TRY([the compiler alone],[],[-lhdf5])
  for clast_module in hdf5-openmpi hdf5-mpich hdf5-mpi hdf5 hdf5-serial; do
    AS_IF([test "x$clast_hdf5" = x && $PKG_CONFIG --exists $clast_module],
      [_CLAST_HDF5_TRY([pkg-config $clast_module],
        [$($PKG_CONFIG --cflags $clast_module)],[$($PKG_CONFIG --libs $clast_module)])])
  done
  for clast_wrapper in h5pcc h5pcc.openmpi h5pcc.mpich h5cc; do
    AS_IF([test "x$clast_hdf5" = x],[_CLAST_HDF5_WRAPPER([$clast_wrapper])])
  done
  AS_IF([test "x$clast_hdf5" = x && test "x$clast_hdf5_others" != x],
    [AC_MSG_ERROR([HDF5 was found, but parallel and of another MPI than $CC, which is of $clast_mpi: $clast_hdf5_others. Set HDF5_CFLAGS and HDF5_LIBS, or H5PCC, to a serial HDF5 or to one built with $clast_mpi (Debian: libhdf5-dev, libhdf5-openmpi-dev, libhdf5-mpich-dev), or CC to the wrapper of the other MPI])])
  AS_IF([test "x$clast_hdf5" = x],
    [AC_MSG_ERROR([no HDF5 >= 1.10 found: set HDF5_CFLAGS and HDF5_LIBS, or H5PCC (Debian: libhdf5-dev)])])])

# _CLAST_HDF5_WRAPPER(WRAPPER): what a wrapper adds to a command.
AC_DEFUN([_CLAST_HDF5_WRAPPER],[
  AS_IF([command -v $1 >/dev/null],[
    clast_h5_cflags= clast_h5_libs=
    for clast_word in $($1 -shlib -show 2>/dev/null || $1 -show 2>/dev/null); do
      AS_CASE([$clast_word],
        [-I*|-D*],[clast_h5_cflags="$clast_h5_cflags $clast_word"],
        [-L*|-l*|-Wl*|*.a|*.so],[clast_h5_libs="$clast_h5_libs $clast_word"])
    done
    _CLAST_HDF5_TRY([$1 -show],[$clast_h5_cflags],[$clast_h5_libs])])])

# _CLAST_HDF5_TRY(NAME, CFLAGS, LIBS)
AC_DEFUN([_CLAST_HDF5_TRY],[
  AS_IF([test "x$clast_hdf5" = x],[
    clast_save_CPPFLAGS=$CPPFLAGS clast_save_LIBS=$LIBS
    clast_try_cflags="$2" clast_try_libs="$3"
    CPPFLAGS="$clast_try_cflags $CPPFLAGS" LIBS="$clast_try_libs $LIBS"
    AC_MSG_CHECKING([for HDF5 >= 1.10 by $1])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <hdf5.h>
#if !H5_VERSION_GE(1, 10, 0)
#error old HDF5
#endif
]],[[return H5open() < 0;]])],
      [_CLAST_ONE_MPI([
#include <hdf5.h>
#undef USE
#define USE(argv) H5open()
])
       AS_IF([test "x$clast_other_mpi" = x],
         [_CLAST_HDF5_KIND
          AC_MSG_RESULT([yes, $clast_hdf5_kind])
          clast_hdf5="$clast_hdf5_kind, by $1" HDF5_CFLAGS=$clast_try_cflags HDF5_LIBS=$clast_try_libs],
         [AC_MSG_RESULT([no, of another MPI than $CC: $clast_other_mpi])
          clast_hdf5_others="$clast_hdf5_others${clast_hdf5_others:+; }by $1, $clast_other_mpi"])],
      [AC_MSG_RESULT([no])])
    CPPFLAGS=$clast_save_CPPFLAGS LIBS=$clast_save_LIBS])])

AC_DEFUN([_CLAST_HDF5_KIND],[
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <hdf5.h>
#ifndef H5_HAVE_PARALLEL
#error serial
#endif
]])],[clast_hdf5_kind=parallel],[clast_hdf5_kind=serial])])
