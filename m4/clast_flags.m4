# SPDX-License-Identifier: MIT

# CLAST_FLAG_REQUIRED(FLAG): append FLAG to CLAST_CFLAGS, or stop if the compiler does not take it.
AC_DEFUN([CLAST_FLAG_REQUIRED],[
  _CLAST_FLAG([$1],[AC_MSG_ERROR([$CC does not take $1, which clast needs])])])

# CLAST_FLAG(FLAG): append FLAG to CLAST_CFLAGS if the compiler takes it.
AC_DEFUN([CLAST_FLAG],[_CLAST_FLAG([$1],[:])])

# -Werror, as some compilers only warn of a flag they do not know.
AC_DEFUN([_CLAST_FLAG],[
  AC_MSG_CHECKING([whether $CC takes $1])
  clast_save_CFLAGS=$CFLAGS
  CFLAGS="$CLAST_CFLAGS $1 -Werror"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int answer(void); int answer(void) { return 42; }]])],
    [clast_takes=yes],[clast_takes=no])
  CFLAGS=$clast_save_CFLAGS
  AC_MSG_RESULT([$clast_takes])
  AS_IF([test $clast_takes = yes],[CLAST_CFLAGS="$CLAST_CFLAGS${CLAST_CFLAGS:+ }$1"],[$2])])

# CLAST_REFUSE_FAST_MATH: flags that let the compiler reorder arithmetic would make the results depend on the build.
AC_DEFUN([CLAST_REFUSE_FAST_MATH],[
  for clast_word in $CC $CPPFLAGS $CFLAGS $LDFLAGS; do
    AS_CASE([$clast_word],
      [-Ofast|-ffast-math|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only|-ffp-contract=fast|-fp-model=fast*],
      [AC_MSG_ERROR([$clast_word changes the results from build to build; leave it out (-O3 and --enable-native are safe)])])
  done])

# CLAST_COMPILE_FLAGS: set CLAST_CFLAGS, our own flags; the user's CFLAGS come after them and win.
AC_DEFUN([CLAST_COMPILE_FLAGS],[
  CLAST_CFLAGS=
  CLAST_FLAG_REQUIRED([-std=c11])
  CLAST_FLAG_REQUIRED([-ffp-contract=off])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#ifndef __INTEL_LLVM_COMPILER
#error not icx, whose default is fast arithmetic
#endif
]])],[CLAST_FLAG_REQUIRED([-fp-model=precise])])
  CLAST_FLAG([-fno-math-errno])
  CLAST_FLAG([-fno-trapping-math])
  CLAST_FLAG([-fopenmp-simd])
  # gcc 12 fuses a*b - c beside a*b + c into one instruction in straight-line code, contraction off or not
  CLAST_FLAG([-fno-tree-slp-vectorize])
  # each file is compiled once, for the programs and for the shared library; what is hidden costs no instruction more by that
  CLAST_FLAG([-fvisibility=hidden])
  CLAST_FLAG([-fPIC])
  # a function that no header declares would return an int
  CLAST_FLAG([-Werror=implicit-function-declaration])
  CLAST_FLAG([-Wall])
  CLAST_FLAG([-Wextra])
  # clang warns of each loop that it does not vectorise where it may
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#ifndef __clang__
#error gcc takes any -Wno- but tells it beside other warnings
#endif
]])],[CLAST_FLAG([-Wno-pass-failed])])

  AC_MSG_CHECKING([for IEEE double arithmetic])
  clast_save_CFLAGS=$CFLAGS
  CFLAGS="$CLAST_CFLAGS $CFLAGS"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <float.h>
#ifdef __FAST_MATH__
#error fast arithmetic
#endif
#if FLT_EVAL_METHOD != 0 || DBL_MANT_DIG != 53 || FLT_RADIX != 2
#error more or fewer bits than a double
#endif
]])],[AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([sums would not be the same bits; on 32-bit x86 add CFLAGS='-msse2 -mfpmath=sse'])])
  CFLAGS=$clast_save_CFLAGS
  AC_SUBST([CLAST_CFLAGS])])

# CLAST_VECTORS: stop unless the compiler has vector types with a shuffle (src/base/rows.h), by the name of clang and of gcc >= 12 or by that
# of any gcc.
AC_DEFUN([CLAST_VECTORS],[
  AC_MSG_CHECKING([for vector types])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <stdint.h>
typedef double  Four __attribute__((vector_size(32), may_alias));
typedef int64_t Ints __attribute__((vector_size(32), may_alias));
#ifdef __has_builtin
  #if __has_builtin(__builtin_shufflevector)
    #define SHUFFLE(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
  #endif
#endif
#ifndef SHUFFLE
  #define SHUFFLE(a, b) __builtin_shuffle(a, b, (Ints){0, 4, 2, 6})
#endif
void put(Four *to, const Four *a, const Four *b);
void put(Four *to, const Four *a, const Four *b) { *to = (Four)((Ints)(1.0 / SHUFFLE(*a, *b)) & (*a > 0)); }
]])],[AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC, $($CC --version 2>/dev/null | sed 1q), has no vector types with a shuffle: take gcc >= 9 or clang >= 12 (wrappers of MPI take OMPI_CC or MPICH_CC)])])])

# CLAST_KERNEL_COPIES: whether loops can be compiled for several instruction sets, one of which is chosen when the program starts
# (src/base/kernel.h): gcc before 12 does not know the levels of x86-64, and some C libraries cannot choose.
AC_DEFUN([CLAST_KERNEL_COPIES],[
  _CLAST_COPIES([HAVE_LEVEL_COPIES],["default", "arch=x86-64-v3", "arch=x86-64-v4"])
  AS_IF([test $clast_takes = no],[_CLAST_COPIES([HAVE_AVX2_COPIES],["default", "avx2"])])])

AC_DEFUN([_CLAST_COPIES],[
  AC_MSG_CHECKING([whether $CC compiles copies for $2])
  AC_LINK_IFELSE([AC_LANG_SOURCE([[
#if defined(__clang__) || !defined(__x86_64__)
#error they are for gcc on x86-64
#endif
__attribute__((target_clones($2))) void twice(double *x, int n);
__attribute__((target_clones($2))) void twice(double *x, int n) { for (int k = 0; k < n; k++) x[k] *= 2; }
int main(void) { double x[9] = {1}; twice(x, 9); return x[0] != 2; }
]])],[clast_takes=yes
      AC_DEFINE([$1],[1],[Whether loops are compiled for several instruction sets: which])],[clast_takes=no])
  AC_MSG_RESULT([$clast_takes])])

# CLAST_BUILD_INFO: what `clast -version` says of the build; the revision is added by make (src/build_info.h).
AC_DEFUN([CLAST_BUILD_INFO],[
  # without the folder of the build, which packagers hide by such a flag: two builds of a source are the same
  clast_flags_text=$(AS_ECHO([" $CPPFLAGS $CLAST_CFLAGS $CFLAGS"]) | sed "s/ -f[[a-z]]*-prefix-map=[[^ ]]*//g; s/^ *//; s/[[\"\\\\]]/'/g")
  clast_compiler=$($CC --version 2>/dev/null | sed "1!d; s/[[\"\\\\]]/'/g")
  AC_DEFINE_UNQUOTED([CLAST_COMPILER],["$clast_compiler"],[What that compiler calls itself])
  AC_DEFINE([CLAST_VERSION],[PACKAGE_VERSION],[Version of clast])
  AC_DEFINE_UNQUOTED([CLAST_CC],["$CC"],[Compiler it was built with])
  AC_DEFINE_UNQUOTED([CLAST_CFLAGS],["$clast_flags_text"],[Compiler flags it was built with])
  AC_DEFINE_UNQUOTED([CLAST_HDF5],["${clast_hdf5%%,*}"],[HDF5 it was configured with: serial or parallel])
  AC_DEFINE_UNQUOTED([CLAST_YAML],["$clast_yaml_version"],[libyaml it was configured with, whose header does not say])])
