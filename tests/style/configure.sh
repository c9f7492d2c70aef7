# SPDX-License-Identifier: MIT
# limit: 300
# Configure finds PETSc of the compiler's MPI alone, and an HDF5 that is serial or of that MPI; it names those of another MPI. Here the
# compiler is of an MPI that is nothing but a header and a library of its own, beside the PETSc and the HDF5 of this machine.
. "$srcdir/tests/tap.sh"

test -x "$srcdir/configure" || skip_all "no configure in $srcdir"
test ! -e "$srcdir/config.status" || skip_all "the source folder is itself configured"
test -r "$builddir/Makefile" || skip_all "no Makefile in $builddir"
command -v cc >/dev/null || skip_all "no cc here"

asked() # VARIABLE of the Makefile
{
  sed -n "s/^$1 = //p" "$builddir/Makefile"
}

case $("$CLAST" -version | sed -n 's/^ *MPI  *//p') in
  Open*) real="Open MPI" ;;
  *MPICH*) real=MPICH ;;
  Intel*) real="Intel MPI" ;;
  *) skip_all "the MPI of this machine has no name" ;;
esac
case $real in
  MPICH) other="Open MPI" defined=OPEN_MPI petsc=PETSC_HAVE_OMPI_MAJOR_VERSION ;;
  *) other=MPICH defined=MPICH_VERSION petsc=PETSC_HAVE_MPICH_NUMVERSION ;;
esac

# ---- other flags ----

# What make would do if configure had decided otherwise; it does nothing.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$builddir" -n -o Makefile -W src/config.h libclast.a >anew.txt 2>&1
is "all objects are made anew for other flags" "$(grep -o ' -c -o [^ ]*' anew.txt | sort -u | wc -l)" "$(ar t "$builddir/libclast.a" | wc -l)"

# ---- another MPI, and a PETSc of it ----

mkdir other stub
cat >other/mpi.h <<E
#define $defined "1"
#define MPI_VERSION 4
#define MPI_SUBVERSION 0
typedef int MPI_Comm, MPI_Info, MPI_Request, MPI_Datatype;
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2
#define MPI_INFO_NULL 0
#define MPI_FILE_NULL 0
int MPI_Initialized(int *), MPI_Ibarrier(MPI_Comm, MPI_Request *), PMPI_Init(int *, char ***);
E
cat >other/mpi.c <<'E'
#include "mpi.h"
int MPI_Initialized(int *yes) { return *yes = 0; }
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) { return *request = comm; }
int PMPI_Init(int *argc, char ***argv) { return argc && argv; }
E
cat >stub/petscconf.h <<E
#define PETSC_USE_REAL_DOUBLE 1
#define $petsc 4
E
cat >stub/petscsys.h <<'E'
#include <mpi.h>
#include <petscconf.h>
int PetscInitializeNoArguments(void), PetscFinalize(void);
E
printf '#define H5_VERSION_GE(a, b, c) 1\nint H5open(void);\n' >stub/hdf5.h
cat >petsc.c <<'E'
int PetscInitializeNoArguments(void), PetscFinalize(void);
int PetscInitializeNoArguments(void) { return 0; }
int PetscFinalize(void) { return 0; }
E
echo 'int H5open(void); int H5open(void) { return 0; }' >hdf5.c
printf '#!/bin/sh\ntest "$1" != -show || { echo cc -lother; exit; }\nexec cc -I%s "$@" -L%s -lother -Wl,-rpath,%s\n' "$work/other" "$work/other" "$work/other" >otherc
chmod +x otherc
cc -shared -fPIC other/mpi.c -o other/libother.so >"$out" 2>&1 || skip_all "no library can be made here"
check "a PETSc of that MPI" cc -shared -fPIC petsc.c -o other/libpetsc.so
check "a serial HDF5" cc -shared -fPIC hdf5.c -o other/libserial.so
mkdir modules none
printf 'Name: HDF5\nDescription: stub\nVersion: 1.10.8\nCflags: -I%s\nLibs: -L%s -lserial\n' "$work/stub" "$work/other" >modules/hdf5-serial.pc
# No wrapper of this machine, and no module of its pkg-config but what a test gives it.
for name in h5pcc h5pcc.openmpi h5pcc.mpich h5cc; do
  printf '#!/bin/sh\nexit 1\n' >none/$name
  chmod +x none/$name
done

petsc_write() # LIBS
{
  mkdir -p dir/lib/pkgconfig
  printf 'Name: PETSc\nDescription: stub\nVersion: 3.20\nCflags: -I%s\nLibs: %s\n' "$work/stub" "$1" >dir/lib/pkgconfig/PETSc.pc
}

here=(PATH="$work/none:$PATH" PKG_CONFIG_LIBDIR="$work/none" PKG_CONFIG_PATH=)
configured() # FACT STATUS WORD...
{
  local fact=$1 wanted=$2
  shift 2
  mkdir -p build
  # -n: no file is made but config.log
  status "$fact" "$wanted" env -C build "${here[@]}" "$srcdir/configure" -n CC="$work/otherc" "$@"
}

# ---- compilers that lack something ----

# One that does not know something it meets in the source.
lacks() # NAME PATTERN
{
  cat >"$1" <<E
#!/bin/bash
for word; do
  case \$word in *.c) ! grep -Eq '$2' "\$word" || { echo "\$word: error: not known here" >&2; exit 1; } ;; esac
done
exec $work/otherc "\$@"
E
  chmod +x "$1"
}
lacks no_levels 'x86-64-v3'
lacks no_copies 'target_clones'
lacks no_vectors 'vector_size'
copies=yes # whether kernels are compiled for several instruction sets at all
if ./otherc -dM -E - </dev/null | grep -q __clang__ || ! ./otherc -dM -E - </dev/null | grep -q __x86_64__; then copies=; fi

# ---- HDF5 of another MPI, a serial one ----

petsc_write "-L$work/other -lpetsc"
asked_cflags=$(asked HDF5_CFLAGS) asked_libs=$(asked HDF5_LIBS)
echo 'int main(void) { return 0; }' >empty.c
if ./otherc empty.c -o empty -lhdf5 2>/dev/null; then
  skip "HDF5 of another MPI" "cc alone finds an HDF5"
elif ! "$CLAST" -version | grep -q '^ *HDF5 .*parallel'; then
  skip "HDF5 of another MPI" "that of this build is serial"
else
  configured "HDF5 of another MPI" 1 PETSC_DIR="$work/dir" HDF5_CFLAGS="$asked_cflags" HDF5_LIBS="$asked_libs"
  says "  PETSc is taken" 'whether PETSc links.* yes'
  says "  HDF5 is not" "by HDF5_CFLAGS and HDF5_LIBS.* no, of another MPI than"
  says "  and both are named" "^  - HDF5 was found, but parallel and of another MPI than .*otherc, which is of $other: by .*(mpi\.h of $real|lib.*lib)"
  # Its own mpi.h, and a library that brings another MPI.
  configured "  its library alone" 1 PETSC_DIR="$work/dir" HDF5_CFLAGS="-I$work/other $asked_cflags" HDF5_LIBS="$asked_libs"
  says "  names both libraries" '^  - .*by HDF5_CFLAGS and HDF5_LIBS, [^;]*lib[^;]* beside [^;]*libother'

  here[1]=PKG_CONFIG_LIBDIR=$work/modules
  configured "HDF5 of another MPI beside a serial one" 0 PETSC_DIR="$work/dir" HDF5_CFLAGS="$asked_cflags" HDF5_LIBS="$asked_libs" \
    PNG_CFLAGS=-I. PNG_LIBS=-lm YAML_CFLAGS=-I. YAML_LIBS=-lm CC="$work/no_levels" CFLAGS="-O1 -flto"
  says "  is passed over" "by HDF5_CFLAGS and HDF5_LIBS.* no, of another MPI than"
  says "  for that" "HDF5 .*by pkg-config hdf5-serial\.\.\. yes, serial"
  silent "  and not named as a fault" "configure: error"
  says "  the summary says so" '^  HDF5 +serial, by pkg-config hdf5-serial$'
  if test -n "$copies"; then
    says "  objects of -flto, which are no machine code yet, are joined by the compiler" \
      'how objects are joined for a static library\.\.\. .*-flto.* -r -flinker-output=nolto-rel'
    check "  a compiler without the levels of x86-64 makes copies for AVX2" grep -qx '#define HAVE_AVX2_COPIES 1' build/config.log
    status "  and no others" 1 grep -qx '#define HAVE_LEVEL_COPIES 1' build/config.log
  else
    skip "  a compiler without the levels of x86-64" "no copies are made here"
  fi
fi

# ---- PETSc of another MPI ----

printf '#include <mpi.h>\nint begin(void);\nint begin(void) { return MPI_Init(0, 0); }\n' | cat - petsc.c >mixed.c
check "a PETSc whose library brings another MPI" $CC -shared -fPIC mixed.c -o other/libmixed.so
petsc_write "-L$work/other -lmixed"
here=()
configured "  is refused" 1 PETSC_DIR="$work/dir"
says "  with both libraries" '^  - PETSc 3\.20 was built with another MPI \(.*lib.* beside .*libother.*\), but .*otherc is of'

export PKG_CONFIG_PATH="${PETSC_DIR:+$PETSC_DIR/$PETSC_ARCH/lib/pkgconfig:}$PKG_CONFIG_PATH"
if ${PKG_CONFIG:-pkg-config} --exists PETSc || ${PKG_CONFIG:-pkg-config} --exists petsc; then
  configured "PETSc of another MPI" 1
  says "  is told as that" "^  - PETSc [0-9.]+ was built with $real, but .*otherc is of $other: set PETSC_DIR"
  silent "  and as nothing else" 'complex|not double'
else
  skip "PETSc of another MPI" "pkg-config knows none"
fi

# ---- what is missing, in one report ----

here=(PATH="$work/none:$PATH" PKG_CONFIG_LIBDIR="$work/none" PKG_CONFIG_PATH=)
configured "no library" 1 CC="$work/no_copies"
says "  is told once" '^configure: error: what clast needs is not all there:'
for name in PETSc HDF5 libpng libyaml; do
  says "  names $name" "^  - no $name >= [0-9.]+ found: set "
done
test -z "$copies" || says "  a compiler without copies makes none" 'compiles copies for "default", "avx2"\.\.\. no'
says "  names the packages" '^Debian and Ubuntu: apt install libhdf5-[a-z]*-?dev libpng-dev libyaml-dev petsc-dev$'
says "  and where others are told" '^Other systems: docs/start/install\.md'
status "no MPI either" 1 env -C build "${here[@]}" "$srcdir/configure" -n CC=cc
if grep -q 'links MPI.*no' "$out"; then
  says "  is one more" '^  - no MPI >= [0-9.]+: set CC to the MPI compiler wrapper'
  says "  HDF5 is still told" '^  - no HDF5 >= [0-9.]+ found'
else
  skip "  is one more" "cc alone has one"
fi

# ---- a compiler that lacks what is needed ----

configured "a compiler without vectors" 1 CC="$work/no_vectors"
says "  is refused" '^configure: error: .*no_vectors.* has no vector types with a shuffle: take gcc'

tap_end
