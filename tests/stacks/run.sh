#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh [-into FOLDER] [-table FILE.md] [ROW...]: build clast with each stack of tests/stacks/list, or those rows of it, run unit tests
# and ten inputs on 1, 2 and 3 ranks, and compare the digests of all rows. Some ten minutes a row on two cores.
#   ROW       its number in the list; 0: none is run, and the table is made of what is there
#   -into     where rows are built, default build-stacks/ of the source tree. The table is of all rows that have results there, so that
#             the rows may be run in several calls
#   -table    put the table into this file, between <!-- stacks --> and <!-- /stacks -->
# Environment:
#   CLAST_STACKS_CACHE   what PyPI has, and the PETScs made of it, default cache/ of the folder. What is there is not fetched again
#   CLAST_STACKS_UNITS   rooms of tests/unit that are run, default those that take a minute together; `none`: none
# A row whose parts are not here and cannot be had is skipped; the table says why. The last line reads `N passed, N failed, N skipped`.
set -u

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
list=$src/tests/stacks/list
into=$src/build-stacks page=
while :; do
  case ${1:-} in
    -into) into=$2 ;;
    -table) page=$(realpath "$2") || exit 2 ;;
    -*) sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
    *) break ;;
  esac
  shift 2
done
mkdir -p "$into" && into=$(cd "$into" && pwd) || exit 2
cache=${CLAST_STACKS_CACHE:-$into/cache}
mkdir -p "$cache" && cache=$(cd "$cache" && pwd) || exit 2
units=${CLAST_STACKS_UNITS:-base contact output space}
inputs="biaxial bottle chain cloth dam_break drum_mesh freeze stars transfer uniaxial"
cores=$(nproc)
# shellcheck source=tests/short_examples.sh
. "$src/tests/short_examples.sh"
# shellcheck source=build-aux/mpi-env
. "$src/build-aux/mpi-env"
test -x "$src/configure" || (cd "$src" && autoreconf -fi >"$into/bootstrap.log" 2>&1) || { tail "$into/bootstrap.log" >&2; exit 1; }
export OMPI_MCA_mpi_yield_when_idle=1 # ranks share cores

lack() # REASON...: this row cannot be run
{
  echo "$*" >"$dir/lacks"
  exit 77
}

# What PyPI has, as `pip install` puts it into an environment.
from_pypi() # NAME==VERSION: sets prefix
{
  prefix=$cache/${1/==/-}
  test -e "$prefix/bin/mpicc" && return
  python3 -m pip install --quiet --no-deps --ignore-installed --no-warn-script-location --prefix "$prefix" "$1" >"$dir/pip.log" 2>&1 ||
    lack "$1 is not in the cache, and pip does not get it: $(grep -i error "$dir/pip.log" | tail -n 1)"
}

# Sets mpicc and mpiexec, and the compiler that the wrapper calls.
take_mpi()
{
  case $mpi in
    *==*) from_pypi "$mpi" && mpicc=$prefix/bin/mpicc mpiexec=$prefix/bin/mpiexec ;;
    *)
      command -v "mpicc.$mpi" "mpiexec.$mpi" >/dev/null || lack "mpicc.$mpi is not here"
      mpicc=$(command -v "mpicc.$mpi") mpiexec=$(command -v "mpiexec.$mpi")
      ;;
  esac
  export OMPI_CC=$compiler MPICH_CC=$compiler
  "$mpicc" --version >"$dir/compiler" 2>&1 || lack "$mpicc does not call $compiler: $(head -n 1 "$dir/compiler")"
}

take_petsc() # adds to the arguments of configure
{
  test "$petsc" != system || { pkg-config --exists PETSc || lack "pkg-config knows no PETSc"; return; }
  local name=${mpi/==/-} dir64=${petsc/\//-}
  (unset OMPI_CC MPICH_CC; bash "$src/tests/stacks/petsc.sh" "$cache" "$petsc" "$mpicc" "$mpiexec" "$name") >"$dir/petsc.log" 2>&1 ||
    lack "PETSc $petsc could not be made: $(grep -iE 'error|not' "$dir/petsc.log" | tail -n 1)"
  arguments+=(PETSC_DIR="$cache/petsc-$dir64-$name" PETSC_ARCH=made-here)
}

take_hdf5()
{
  local module=hdf5-serial
  test "$hdf5" != parallel || module=hdf5-${mpi%%=*}
  pkg-config --exists "$module" || lack "pkg-config knows no $module"
  arguments+=(HDF5_CFLAGS="$(pkg-config --cflags "$module")" HDF5_LIBS="$(pkg-config --libs "$module")")
}

step() # NAME COMMAND...: its output in a file
{
  local name=$1
  shift
  "$@" >"$dir/$name.log" 2>&1 && return
  echo "$name failed: $(grep -iE 'error|undefined' "$dir/$name.log" | head -n 1 | sed 's/.*error: *//')" >"$dir/broke"
  tail -n 20 "$dir/$name.log" >&2
  exit 1
}

# One digest for each input and number of ranks, in digests.
run_inputs()
{
  local name np options=() half=
  rm -rf "$dir/input" "$dir/out" "$dir/digests"
  cp -r "$src/input" "$dir/input" && cd "$dir/input" || exit 1
  for name in $inputs; do
    shorten "$name"
    for np in 1 2 3; do
      timeout 600 "$src/build-aux/mpi-exec" -n $np "$dir/clast" "$name.yaml" "${options[@]}" -run_end_time "${half:?}" \
        -output_dir "$dir/out/$name-$np" >"$dir/run-$name-$np.log" 2>&1
      found=$(find "$dir/out/$name-$np/restart" -name '*.h5' 2>/dev/null | sort -V | tail -n 1)
      echo "$name $np $("$dir/clast-digest" "${found:-none}" 2>/dev/null | awk 'NR == 1 { print $1 }')" >>"$dir/digests"
    done
  done
  rm -rf "$dir/out" "$dir/input"
}

run_units()
{
  local room programs=
  test "$units" != none || return 0
  for room in $units; do programs+=" tests/unit/$room.t"; done
  # shellcheck disable=SC2086 # words; the sources of the tests are compiled in half the time by -O1, what they test is made already
  step tests make -C "$dir" -j "$cores" CFLAGS="$cflags -g0 -O1" $programs
  rm -f "$dir"/tests/unit/*.trs
  make -C "$dir" -k check-TESTS check_PROGRAMS= TESTS="$programs" >"$dir/check.log" 2>&1
  "$src/build-aux/count-tests" "$dir" >"$dir/counted"
}

run_row() # in a shell of its own
{
  local arguments=() began=$SECONDS
  command -v "$compiler" >/dev/null || lack "$compiler is not here"
  take_mpi
  take_petsc
  take_hdf5
  export CLAST_MPIEXEC=$mpiexec builddir=$dir
  cd "$dir" || exit 1
  began=$SECONDS
  # What is built of the same sources is not built again.
  test -e config.status || step configure "$src/configure" CC="$mpicc" CFLAGS="$cflags" MPIEXEC="$mpiexec" "${arguments[@]}"
  sed -n 's/^#define CLAST_PETSC "\(.*\)"/\1/p' src/config.h >petsc
  # Nor is there a warning of any of these compilers.
  step make make -k -j "$cores" CFLAGS="$cflags -Werror" clast clast-digest tests/light/made
  run_inputs
  cd "$dir" && run_units
  echo $((SECONDS - began)) >seconds
}

read_rows() # COMMAND: with n, compiler, mpi, petsc, hdf5, cflags and dir of each row
{
  n=0
  while read -r compiler mpi petsc hdf5 cflags; do
    case $compiler in '' | '#'*) continue ;; esac
    n=$((n + 1)) dir=$into/row-$n
    "$@" </dev/null
  done <"$list"
}

run_if_asked()
{
  case " $asked " in "  " | *" $n "*) ;; *) return ;; esac
  echo "row $n: $compiler, $mpi, PETSc $petsc, HDF5 $hdf5, $cflags"
  stack="$compiler $mpi $petsc $hdf5 $cflags"
  test "$(cat "$dir/stack" 2>/dev/null)" = "$stack" || rm -rf "$dir" # the list was another one
  mkdir -p "$dir" && echo "$stack" >"$dir/stack" && (cd "$dir" && rm -rf lacks broke digests equal counted seconds petsc) || exit 2
  (run_row)
  test ! -e "$dir/lacks" || echo "  skipped: $(cat "$dir/lacks")"
}

# The first row with a digest says what it is to be.
compare()
{
  for k in $(seq "$n"); do
    test ! -e "$into/row-$k/digests" || sed "s/^/$k /" "$into/row-$k/digests"
  done | awk -v into="$into" '
    { case_of = $2 " on " $3 " ranks"; same = $2; all[$1]++ }
    NF < 4 { print "row " $1 ": " case_of ": no digest, see " into "/row-" $1 "/run-" $2 "-" $3 ".log"; next }
    !(same in first) { first[same] = $4; from[same] = "row " $1 " on " $3 " ranks" }
    first[same] == $4 { equal[$1]++; next }
    { print "row " $1 ": " case_of ": digest " $4 ", but " first[same] " in " from[same] }
    END { for (row in all) print equal[row] + 0 " of " all[row] >(into "/row-" row "/equal") }'
}

passed=0 failed=0 skipped=0
judge() # a line of the table
{
  local said='' digests tests_said seconds results
  if ! test -d "$dir"; then said="not run"; skipped=$((skipped + 1))
  elif test -e "$dir/lacks"; then said="skipped: $(cat "$dir/lacks")"; skipped=$((skipped + 1))
  elif test -e "$dir/broke"; then said=$(cat "$dir/broke"); failed=$((failed + 1))
  else
    digests=$(cat "$dir/equal" 2>/dev/null) tests_said=$(tail -n 1 "$dir/counted" 2>/dev/null)
    seconds=$(cat "$dir/seconds" 2>/dev/null)
    case "$digests,$tests_said" in
      "30 of 30,"*" 0 failed"* | "30 of 30,") passed=$((passed + 1)) ;;
      *) failed=$((failed + 1)) ;;
    esac
    results="${tests_said:-not run} | $digests | $seconds"
  fi
  test -z "$said" || results="$said | | "
  echo "| $n | $compiler | $mpi | $petsc | $hdf5 | $cflags | $results |" >>"$into/table.md"
}

read_rows true
asked="$*"
for k in $asked; do
  case $k in *[!0-9]*) echo "run.sh: '$k' is not the number of a row of $list" >&2; exit 2 ;; esac
  test "$k" -le $n || { echo "run.sh: there is no row $k; the list has 1 to $n: $list" >&2; exit 2; }
done
read_rows run_if_asked
compare | tee "$into/differ"
printf '%s\n' '| row | compiler | MPI | PETSc | HDF5 | CFLAGS | unit tests | digests equal | seconds |' \
  '|---|---|---|---|---|---|---|---|---|' >"$into/table.md"
read_rows judge
cat "$into/table.md"
if test -n "$page"; then
  awk -v table="$into/table.md" '
    $0 == "<!-- /stacks -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- stacks -->" { inside = 1; while ((getline line <table) > 0) print line }' "$page" >"$page.tmp" && mv -f "$page.tmp" "$page"
fi
echo "$passed passed, $failed failed, $skipped skipped"
test $failed = 0 && test $passed -gt 0
