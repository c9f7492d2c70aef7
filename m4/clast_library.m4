# SPDX-License-Identifier: MIT

# CLAST_LIBRARY: what the installed library needs. CLAST_JOIN and OBJCOPY hide the names of the static one; CLAST_MPI_CFLAGS and CLAST_MPI_LIBS are
# for clast.pc: what the wrapper of MPI, if $CC is one, adds to a command, as a host is compiled by any compiler.
AC_DEFUN([CLAST_LIBRARY],[
  AC_CHECK_TOOL([LD],[ld])
  AC_CHECK_TOOL([OBJCOPY],[objcopy])
  AS_IF([test "x$LD" = x || test "x$OBJCOPY" = x],
    [AC_MSG_WARN([no ld or no objcopy found: lib/libclast.a will not be made, lib/libclast.so will])],
    [_CLAST_JOIN])
  AM_CONDITIONAL([HAVE_STATIC],[test "x$CLAST_JOIN" != x])
  AC_SUBST([CLAST_JOIN])
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

# How an archive is joined to one object in which hidden names can be made local: by ld or, where it holds no machine code yet (-flto), by
# the compiler, without what a wrapper adds. Sets CLAST_JOIN, a command that takes -o FILE ARCHIVE; empty: none does.
AC_DEFUN([_CLAST_JOIN],[
  AC_MSG_CHECKING([how objects are joined for a static library])
  clast_word=$($CC -show 2>/dev/null | sed '1!d; s/ .*//')
  clast_word="${clast_word:-$CC} $CLAST_CFLAGS $CFLAGS -nostdlib -r"
  CLAST_JOIN=
  for clast_join in "$LD -r --whole-archive" "$clast_word -flinker-output=nolto-rel -Wl,--whole-archive" "$clast_word -Wl,--whole-archive"; do
    AS_IF([test "x$CLAST_JOIN" = x],[_CLAST_JOIN_TRY])
  done
  rm -rf conftest.dir
  AC_MSG_RESULT([${CLAST_JOIN:-they cannot be: lib/libclast.a will not be made, lib/libclast.so will}])])

# Whether clast_join works: a program finds the visible name of a joined pair of objects, and not the hidden one.
AC_DEFUN([_CLAST_JOIN_TRY],[
  rm -rf conftest.dir
  mkdir conftest.dir
  AS_ECHO(["int hidden(void); int hidden(void) { return 0; }"]) >conftest.dir/a.c
  AS_ECHO(["int hidden(void); __attribute__((visibility(\"default\"))) int seen(void); int seen(void) { return hidden(); }"]) >conftest.dir/b.c
  AS_ECHO(["int seen(void); int main(void) { return seen(); }"]) >conftest.dir/c.c
  AS_ECHO(["int hidden(void); int main(void) { return hidden(); }"]) >conftest.dir/d.c
  (cd conftest.dir && clast_all="$CC $CLAST_CFLAGS $CFLAGS" && $clast_all -c a.c && $clast_all -c b.c && $clast_all -c c.c && $clast_all -c d.c &&
    $AR cr ab.a a.o b.o && $clast_join -o ab.o ab.a && $OBJCOPY --localize-hidden ab.o &&
    $clast_all c.o ab.o -o c && { $clast_all d.o ab.o -o d; test $? != 0; }) >&AS_MESSAGE_LOG_FD 2>&1 && CLAST_JOIN=$clast_join
])
