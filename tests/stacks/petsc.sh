#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# petsc.sh CACHE VERSION[/64] MPICC MPIEXEC NAME: what clast uses of PETSc, in CACHE/petsc-VERSION-NAME, by PyPI's package of its sources.
# That is the libraries sys and vec of the nine, C only; /64: indices of 64 bits. What is there already is kept. Some minutes.
set -eu

cache=$1 version=${2%/64} bits=${2#"${2%/64}"} mpicc=$3 mpiexec=$4
dir=$cache/petsc-$version${bits:+-64}-$5
test ! -e "$dir/made" || exit 0
if ! test -e "$cache/petsc-$version.tar.gz"; then
  python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$cache" "petsc==$version"
fi
rm -rf "$dir"
mkdir -p "$dir"
tar -xzf "$cache/petsc-$version.tar.gz" -C "$dir" --strip-components 1
cd "$dir"
unset PETSC_DIR PETSC_ARCH
python3 ./configure PETSC_ARCH=made-here --with-cc="$mpicc" --with-mpiexec="$mpiexec" --with-fc=0 --with-cxx=0 --with-x=0 --with-ssl=0 \
  --with-debugging=0 --with-single-library=0 COPTFLAGS=-O1 ${bits:+--with-64-bit-indices}
make -f gmakefile -j "$(nproc)" PETSC_DIR="$dir" PETSC_ARCH=made-here pkgs="sys vec" libs
# shellcheck disable=SC2016 # for pkg-config
sed -i 's/^Libs: .*/Libs: -L${libdir} -lpetscvec -lpetscsys/' made-here/lib/pkgconfig/*.pc
rm -rf made-here/obj src
touch made
