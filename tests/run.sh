#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/run.sh [check|check-quick|check-unit|check-sanitized|check-long|check-slurm|check-release]: set up and build as jobs/local.sh
# does, then run the tests. check-slurm installs Debian's Slurm where there is none and it may. The last line reads `N passed, N failed`
# (`, N skipped` may follow); the logs of failed tests come before it.
# It builds where jobs/local.sh does, unless that is a build of somebody else (build-aux/setup).
#   tests/run.sh -dir DIR [...]   in another build folder, which must be configured already
#   tests/run.sh check-stacks [ARGUMENT...]   the compilers, MPIs and libraries of tests/stacks/list, each in a folder of its own: tests/stacks/run.sh
set -u

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if test "${1:-}" = -dir; then
  dir=$2
  shift 2
else dir=$("$src/build-aux/setup" -own -where)
fi
target=${1:-check}
if test "$target" = check-stacks; then exec "$src/tests/stacks/run.sh" "${@:2}"; fi
case $target in
  check | check-quick | check-unit | check-sanitized | check-long | check-slurm | check-release) ;;
  *)
    echo "tests/run.sh: no such set of tests: $target (check, check-quick, check-unit, check-sanitized, check-long, check-slurm, check-release, check-stacks)" >&2
    exit 2
    ;;
esac

if ! "$src/build-aux/setup" -dir "$dir" -light; then
  echo "0 passed, 1 failed"
  exit 1
fi

if test "$target" = check-slurm; then "$src/build-aux/install-slurm"; fi

# Results of tests that are no longer in the list would be counted.
find "$dir/tests" \( -name '*.trs' -o -name '*.log' \) -delete 2>/dev/null
programs=check-programs
case $target in check-slurm | check-release) programs=all ;; esac
# Hundreds of test programs: gold links them in half the time of ld, without what debuggers read in half of that, and their own
# sources compile in half the time with -O1 and without -g, less a tenth with the headers of libraries compiled once. What they
# test is compiled as configured. `make TEST.t` after touching its source builds one for a debugger.
setting() # NAME: its value in the Makefile
{
  sed -n "s/^$1 = *//p" "$dir/Makefile"
}
plain=$(setting LDFLAGS)
flags=$(setting CFLAGS)
link=$plain
light=$flags
case $target in check | check-quick | check-unit)
  gold="$plain -fuse-ld=gold -Wl,-S"
  # shellcheck disable=SC2046,SC2086 # a compiler and flags are words
  echo 'int main(void) { return 0; }' | $(setting CC) $gold -x c -o "$dir/gold.out" - 2>/dev/null && link=$gold
  rm -f "$dir/gold.out"
  if test "$flags" = "-O3 -g"; then
    light=-O1
    headers="-O1 -D_GNU_SOURCE= -include tests/headers.h" # some files define it themselves, which must come before any header
    make -C "$dir" CFLAGS="$light" tests/headers.h.gch >/dev/null 2>&1 && light=$headers
  fi
  ;;
esac
# Those that this may run on, which may be fewer than there are.
cores=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
build() # LDFLAGS
{
  make -C "$dir" -j "$cores" CFLAGS="$light" LDFLAGS="$1" $programs >"$dir/check-build.log" 2>&1
}
if ! build "$link" && { test "$link" = "$plain" || ! build "$plain"; }; then
  tail -n 60 "$dir/check-build.log"
  echo "0 passed, 1 failed"
  exit 1
fi
# One for each of a few cores, which it then has for itself (build-aux/mpi-run), or two at a time, as ranks of a test wait for each
# other much of the time. Long tests have the machine for themselves: they time.
at_once=2
case $cores in 3 | 4) at_once=$cores ;; esac
case $target in check-long | check-slurm | check-release) at_once=1 ;; esac
make -C "$dir" -j $at_once "$target"
made=$?
none=""
test "$target" != check-long || none=-may-be-none
# shellcheck disable=SC2086
"$src/build-aux/count-tests" $none "$dir"
counted=$?
test $made = 0 && test $counted = 0
