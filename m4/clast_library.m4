# SPDX-License-Identifier: MIT

# CLAST_LIBRARY: what the installed library needs. LD and OBJCOPY hide the names of the static one; CLAST_MPI_CFLAGS and CLAST_MPI_LIBS are
# for clast.pc: what the wrapper of MPI, if $CC is one, adds to a command, as a host is compiled by any compiler.
AC_DEFUN([CLAST_LIBRARY],[
  AC_CHECK_TOOL([LD],[ld])
  AC_CHECK_TOOL([OBJCOPY],[objcopy])
  AS_IF([test "x$LD" = x || test "x$OBJCOPY" = x],
    [AC_MSG_WARN([no ld or no objcopy found: lib/libclast.a will not be made, lib/libclast.so will])])
  AM_CONDITIONAL([HAVE_STATIC],[test "x$LD" != x && test "x$OBJCOPY" != x])
  AC_MSG_CHECKING([what $CC adds to a command])
  CLAST_MPI_CFLAGS= CLAST_MPI_LIBS=
  for clast_word in $($CC -show 2>/dev/null); do
    AS_CASE([$clast_word],
      [-I*|-D*],[CLAST_MPI_CFLAGS="$CLAST_MPI_CFLAGS${CLAST_MPI_CFLAGS:+ }$clast_word"],
      [-pthread],[CLAST_MPI_CFLAGS="$CLAST_MPI_CFLAGS${CLAST_MPI_CFLAGS:+ }$clast_word" CLAST_MPI_LIBS="$CLAST_MPI_LIBS${CLAST_MPI_LIBS:+ }$clast_word"],
      [-L*|-l*|-Wl,*],[CLAST_MPI_LIBS="$CLAST_MPI_LIBS${CLAST_MPI_LIBS:+ }$clast_word"])
  done
  AC_MSG_RESULT([${CLAST_MPI_LIBS:-nothing}])
  AC_SUBST([CLAST_MPI_CFLAGS])
  AC_SUBST([CLAST_MPI_LIBS])])
